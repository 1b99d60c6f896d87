import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { programDir } from '../server/data-folder.ts'
import { createCorpus } from './corpus.ts'
import { inFolder, settings, writeDocuments } from './service.ts'
import { type Figure, quantile } from './table.ts'

const STARTS = 5
const DOCUMENTS = 1500
/** Longer than an idle parser process lives, and than V8 keeps its freed memory. */
const IDLE_MS = 22_000

/** The built program in a process of its own, against a Node process that only listens. */
export async function measureProcess(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const bare = await measureStarts(['-e', LISTEN], {})
    // The first start creates the small database: the demo's documentation.
    const demo = { ...settings(folder), SVC_DEMO: 'on', SVC_DEMO_PORT: '0' }
    const first = await start(SERVE, demo)
    await jobsEnded(join(folder, 'data/svc.db'))
    await stop(first.process)
    const small = await measureStarts(SERVE, demo)
    const ingested = await measureIngestion(folder)
    return [
      {
        what: 'start to ready, small database',
        measured: small.startMs,
        baseline: bare.startMs,
        unit: 'ms',
        budget: 500,
      },
      {
        what: 'memory (RSS) idle, small database',
        measured: small.rssMb,
        baseline: bare.rssMb,
        unit: 'MB',
        budget: 120,
      },
      {
        what: '  of it not shared with files (anonymous)',
        measured: small.anonymousMb,
        baseline: bare.anonymousMb,
        unit: 'MB',
      },
      {
        what: `memory (RSS) at the most while ${DOCUMENTS} documents are ingested`,
        measured: ingested.peakMb,
        unit: 'MB',
      },
      {
        what: '  idle afterwards',
        measured: ingested.rssMb,
        unit: 'MB',
      },
    ]
  })
}

/** Arguments of Node for the built program. */
export const SERVE = [join(programDir, 'server/svc.mjs'), 'serve']
const LISTEN =
  "require('node:http').createServer((_, response) => response.end()).listen(0, () => console.log('is ready'))"

async function measureStarts(args: string[], environment: Record<string, string>) {
  const starts: number[] = []
  let memory = { rssMb: 0, anonymousMb: 0, peakMb: 0 }
  for (let at = 0; at < STARTS; at += 1) {
    const started = await start(args, environment)
    starts.push(started.ms)
    if (at === STARTS - 1) {
      await pause(IDLE_MS)
      memory = memoryOf(started.process)
    }
    await stop(started.process)
  }
  return { startMs: quantile(starts, 0.5), ...memory }
}

/** Ingests through a provisioning file, as an operator would. */
async function measureIngestion(folder: string) {
  const own = join(folder, 'ingestion')
  const knowledge = writeDocuments(own, createCorpus(3).document, DOCUMENTS)
  const provision = join(own, 'provision.json')
  writeFileSync(provision, JSON.stringify(provisioning(knowledge)))
  const started = await start(SERVE, { ...settings(own), SVC_PROVISION: provision })
  await jobsEnded(join(own, 'data/svc.db'))
  await pause(IDLE_MS)
  const memory = memoryOf(started.process)
  await stop(started.process)
  return memory
}

function provisioning(path: string) {
  const sources = [{ name: 'Folder', type: 'folder', config: { path }, sync: true }]
  const collections = [{ name: 'Knowledge', embedding_model: '', sources }]
  return { organizations: [{ slug: 'bench', name: 'Bench', collections }] }
}

export async function jobsEnded(file: string): Promise<void> {
  const db = new Database(file, { readonly: true })
  const active = db
    .prepare<[], number>("SELECT count(*) FROM jobs WHERE status IN ('queued', 'running')")
    .pluck()
  while (active.get() !== 0) await pause(100)
  db.close()
}

/** Runs Node with these arguments until it prints that it is ready, after `ms`. */
export async function start(args: string[], environment: Record<string, string>) {
  const before = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes('is ready')) break
  }
  child.stdout.resume()
  if (!said.includes('is ready')) throw new Error(`The process ended before it was ready: ${said}`)
  return { process: child, said, ms: performance.now() - before }
}

export async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Resident memory in megabytes, from Linux's `/proc`. */
export function memoryOf({ pid }: ChildProcess) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return {
    rssMb: megabytes('VmRSS'),
    anonymousMb: megabytes('RssAnon'),
    peakMb: megabytes('VmHWM'),
  }
}
