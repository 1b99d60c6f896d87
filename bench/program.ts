/** What the sections in `outside` know of the program: its commands, its API and its processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import type { Place } from './section.ts'

/** The API key of the organization of `provision`. */
export const SECRET = `svc_sk_${'b'.repeat(40)}`
const TICK_MS = 10

/** Settings of a measured service: no demo, no rate limits, a free port. */
export function settings(folder: string): Record<string, string> {
  return {
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PORT: '0',
    SVC_DEMO: 'off',
    SVC_RATE_IDENTITY: '0',
    SVC_RATE_ADDRESS: '0',
    SVC_RATE_WIDGET: '0',
    SVC_RATE_DEPLOYMENT: '0',
  }
}

/**
 * Settings with an organization that has one assistant, which answers from the documents at
 * `knowledge`. With `model_url` a model there answers, in OpenAI's format.
 */
export function provision(
  folder: string,
  { knowledge, model_url }: { knowledge: string; model_url?: string },
): Record<string, string> {
  const source = { name: 'Folder', type: 'folder', config: { path: knowledge } }
  const model = model_url ? { model: 'bench/model' } : {}
  const organization = {
    slug: 'bench',
    name: 'Bench',
    api_keys: [{ name: 'Bench', role: 'owner', secret: SECRET }],
    collections: [{ name: 'Knowledge', sources: [source] }],
    assistants: [{ name: 'Assistant', ...model, collections: ['Knowledge'] }],
  }
  const provisioning = join(folder, 'provision.json')
  writeFileSync(provisioning, JSON.stringify({ organizations: [organization] }))
  const on = { ...settings(folder), SVC_PROVISION: provisioning }
  if (!model_url) return on
  const providers = join(folder, 'providers.json')
  const provider = { type: 'openai-compatible', base_url: model_url }
  writeFileSync(providers, JSON.stringify({ bench: provider }))
  return { ...on, SVC_PROVIDERS: providers }
}

export type Service = Awaited<ReturnType<typeof serve>>

/** Starts the service; `startMs` is the time until it says that it is ready. */
export async function serve({ program }: Pick<Place, 'program'>, on: Record<string, string>) {
  const metricsPort = await freePort()
  const started = await startNode([svcOf(program), 'serve'], {
    ...on,
    SVC_METRICS_PORT: String(metricsPort),
  })
  const [, url = ''] = /API\s+(http:\/\/[^/]+)/.exec(started.said) ?? []
  return { ...started, url, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
}

export interface Started {
  pid: number
  said: string
  startMs: number
  stop(): Promise<void>
}

/** Runs Node with these arguments until it prints that it is ready. */
export async function startNode(args: string[], on: Record<string, string>): Promise<Started> {
  const began = performance.now()
  const child = spawnNode(args, on)
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('is ready')) break
  }
  const startMs = performance.now() - began
  child.stdout.resume()
  if (!said.includes('is ready')) throw new Error(`The process ended before it was ready: ${said}`)
  return {
    pid: child.pid ?? 0,
    said,
    startMs,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

function spawnNode(args: string[], on: Record<string, string>) {
  return spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, TMPDIR: process.env['TMPDIR'], ...on },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function svcOf(program: string): string {
  return join(program, 'server/svc.mjs')
}

/**
 * Runs a command of `svc` to its end: what it prints, how long it takes by the clock and in
 * processor time, that of the processes it starts included. Throws when it fails.
 */
export async function runSvc({ program }: Place, args: string[], on: Record<string, string>) {
  const [began, before] = [performance.now(), ticksOf(process.pid).children]
  const child = spawnNode([svcOf(program), ...args], on)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`svc ${args.join(' ')} failed: ${said}`)
  const cpuMs = (ticksOf(process.pid).children - before) * TICK_MS
  return { said, ms: performance.now() - began, cpuMs }
}

/** Reads from or, with `method`, changes something through the API, as the organization's owner. */
export async function callApi<Reply>(url: string, path: string, method = 'GET'): Promise<Reply> {
  const response = await fetch(`${url}/svc/api/v1${path}`, {
    method,
    // A connection kept from an earlier request may be closed while this one is under way.
    headers: { authorization: `Bearer ${SECRET}`, connection: 'close' },
  })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  return (await response.json()) as Reply
}

/** The ids of what `provision` declares. */
export async function idsOf({ url }: Service): Promise<{ assistant: string; source: string }> {
  const first = async (path: string) => {
    const { data } = await callApi<{ data: { id: string }[] }>(url, path)
    return data[0]?.id ?? ''
  }
  const collection = await first('/knowledge/collections')
  return {
    assistant: await first('/assistants'),
    source: await first(`/knowledge/collections/${collection}/sources`),
  }
}

interface Job {
  id: string
  is_active: boolean
  status: string
}

export async function startSync(service: Service): Promise<Job> {
  const { source } = await idsOf(service)
  return callApi(service.url, `/knowledge/sources/${source}/sync`, 'POST')
}

/** Syncs the source, and waits for its end. Throws when it fails. */
export async function sync(service: Service): Promise<void> {
  let job = await startSync(service)
  while (job.is_active) {
    await pause(50)
    job = await readJob(service, job)
  }
  if (job.status !== 'succeeded') throw new Error(`The sync ended ${job.status}.`)
}

export function readJob({ url }: Service, { id }: Job): Promise<Job> {
  return callApi(url, `/knowledge/jobs/${id}`)
}

/** Cancels a job, and waits for its end. */
export async function cancel(service: Service, job: Job): Promise<void> {
  await callApi(service.url, `/knowledge/jobs/${job.id}/cancel`, 'POST')
  while ((await readJob(service, job)).is_active) await pause(50)
}

/** Waits until the service does nothing any more, such as merging what was stored. */
export async function untilIdle({ pid }: Service): Promise<void> {
  const LOOK_MS = 500
  for (let before = cpuMs(pid); ; ) {
    await pause(LOOK_MS)
    const now = cpuMs(pid)
    if (now - before <= LOOK_MS * 0.04) return
    before = now
  }
}

/** The value of a metric without labels. Throws when the program has none of that name. */
export async function readMetric({ metricsUrl }: Service, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`The program has no metric ${name}.`)
  return Number(value)
}

/** Processor time so far of a process and all that it has started, in milliseconds, to 10. */
export function cpuMs(pid: number): number {
  const { own, children } = ticksOf(pid)
  const running = childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), 0)
  return (own + children) * TICK_MS + running
}

/** Processor time of the main thread so far, in milliseconds. */
export function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** `children` are those that have ended. */
function ticksOf(pid: number): { own: number; children: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything; proc_pid_stat(5) counts from 3 there.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
    .slice(11, 15)
    .map(Number)
  return { own: user + system, children: childrenUser + childrenSystem }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
}

/** Resident memory in megabytes, from Linux's `/proc`. */
export function memoryOf({ pid }: { pid: number }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return {
    rssMb: megabytes('VmRSS'),
    anonymousMb: megabytes('RssAnon'),
    peakMb: megabytes('VmHWM'),
  }
}
