import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A memory limit for a process and its children together, or where that is impossible for each. */
export interface MemoryLimit {
  how: string
  /** The command prefix that applies the limit. */
  prefix: string[]
  /** The kernel's count, including file pages; null without a control group. */
  peakBytes(): number | null
  /** Processes that the kernel killed for lack of memory. */
  oomKills(): number
  release(): void
}

/**
 * Uses a control group (version 2 or 1) below the own one, else `ulimit`, which applies to each
 * process.
 */
export function limitMemory(bytes: number): MemoryLimit {
  return inGroup(bytes, versionTwo) ?? inGroup(bytes, versionOne) ?? byUlimit(bytes)
}

interface Version {
  name: string
  root: string
  /** Matches the line of `/proc/self/cgroup` that names the own group. */
  own: RegExp
  limits: string[]
  peak: string
  /** The file that contains `oom_kill N`. */
  events: string
}

const versionTwo: Version = {
  name: 'cgroup v2',
  root: '/sys/fs/cgroup',
  own: /^0::(.*)$/m,
  limits: ['memory.max'],
  peak: 'memory.peak',
  events: 'memory.events',
}
const versionOne: Version = {
  name: 'cgroup v1',
  root: '/sys/fs/cgroup/memory',
  own: /^\d+:memory:(.*)$/m,
  limits: ['memory.limit_in_bytes'],
  peak: 'memory.max_usage_in_bytes',
  events: 'memory.oom_control',
}

function inGroup(bytes: number, version: Version): MemoryLimit | null {
  const { name, root, own, limits, peak, events } = version
  const [, path] = own.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? []
  if (path === undefined) return null
  const group = makeGroup(join(root, path), root, limits[0] ?? '')
  if (!group) return null
  for (const limit of limits) writeFileSync(join(group, limit), String(bytes))
  const read = (file: string) => readFileSync(join(group, file), 'utf8')
  return {
    how: name,
    prefix: ['sh', '-c', `echo $$ > "${group}/cgroup.procs" && exec "$@"`, 'sh'],
    peakBytes: () => (existsSync(join(group, peak)) ? Number(read(peak)) : null),
    oomKills: () => Number(/^oom_kill (\d+)$/m.exec(read(events))?.[1] ?? 0),
    release: () => rmdirSync(group),
  }
}

/**
 * In the own group, or its nearest ancestor that delegates the memory controller. null: none allows
 * it.
 */
function makeGroup(from: string, root: string, limit: string): string | null {
  for (let parent = from; parent.startsWith(root); parent = dirname(parent)) {
    const group = join(parent, `svc-proof-${process.pid}`)
    try {
      mkdirSync(group)
      if (existsSync(join(group, limit))) return group
      rmdirSync(group)
    } catch {
      // Read-only, not mounted or not permitted; try the next.
    }
  }
  return null
}

function byUlimit(bytes: number): MemoryLimit {
  const kilobytes = Math.floor(bytes / 1024)
  return {
    how: 'ulimit -d, for each process alone',
    prefix: ['sh', '-c', `ulimit -d ${kilobytes} && exec "$@"`, 'sh'],
    peakBytes: () => null,
    oomKills: () => 0,
    release() {},
  }
}

/** Anonymous memory (not backed by files) of a process and its descendants in bytes, on Linux. */
export function memoryOfTree(pid: number): number {
  return descendants(pid).reduce((sum, one) => sum + unbackedBytes(one), 0)
}

function descendants(pid: number): number[] {
  const children = childrenByParent()
  const found = [pid]
  // The list grows during the loop.
  for (const one of found) found.push(...(children.get(one) ?? []))
  return found
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(statusOf(name))?.[1])
    const siblings = children.get(parent)
    if (siblings) siblings.push(Number(name))
    else children.set(parent, [Number(name)])
  }
  return children
}

function unbackedBytes(pid: number): number {
  const status = statusOf(String(pid))
  const kilobytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024
}

/** Empty for a process that has ended. */
function statusOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'status'), 'utf8')
  } catch {
    return ''
  }
}

/** Samples the memory of a process tree at an interval in milliseconds, until it is stopped. */
export function watchMemory(pid: number, everyMs = 100) {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, memoryOfTree(pid))
  }
  const timer = setInterval(look, everyMs)
  return {
    peakBytes: () => peak,
    nowBytes: () => memoryOfTree(pid),
    stop: () => clearInterval(timer),
  }
}

export function megabytes(bytes: number | null): string {
  return bytes === null ? 'not counted' : `${Math.round(bytes / 1024 / 1024)} MiB`
}
