import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Client } from 'pg'
import { inFolder } from '../../bench/documents.ts'
import { quantile } from '../../bench/figures.ts'
import { timeTurns } from '../../bench/inside/answering.ts'
import { type Tell, withVisitors } from '../../bench/load.ts'
import { createSvc, type Environment, type Serving } from '../../test/process/svc.ts'
import { databaseAt } from '../../test/support/postgres/on-demand.ts'
import { type PostgresServer, startPostgres } from '../../test/support/postgres/server.ts'
import { acme, enter, QUESTION, SECRET } from '../faults/acme.ts'
import { jobsEnd } from '../faults/kill.ts'
import { type Finding, figure, progress, type Table } from '../table.ts'
import { createCluster, PROCESSES } from './cluster.ts'

/** Fifty tokens a second, without end. */
const WRITING = { everyMs: 20 }
/** Tokens of which the visitors hear a time. */
const TOKENS_HEARD = 8
/** Streams of each process. */
const STREAMS = [25, 50, 100]
const WINDOW_MS = 3000
const ROUNDS = 2
/** What searches may do to the slowest sentences. */
const MOST_RATIO = 2
/** Fewer of the sentences that were written mean that the service does not keep up. */
const LEAST_HEARD = 0.9
/** More streams need not be tried then. */
const TOO_FEW_HEARD = 0.5
/** Of `/proc`. */
const TICKS_PER_SECOND = 100
const DOCUMENTS = 1000
const QUESTIONS = Array.from({ length: 200 }, (_, at) => `How much lifts the crane of berth ${at}?`)

/**
 * Measures a turn, and how many streams a process has beside searches, with SQLite, with PostgreSQL
 * and with several processes on one database.
 */
export async function proveSpeed(): Promise<Table> {
  const server = await startPostgres({ durable: true })
  const before = loadOf()
  try {
    const findings = [
      await measureTurns('SQLite', {}),
      await measureTurns('PostgreSQL', { SVC_DATABASE_URL: await newDatabase(server, 'turns') }),
      ...(await measureStreams({ SVC_DATABASE_URL: await newDatabase(server, 'streams') })),
      figure('load of the machine', `${before} before, ${loadOf()} after`),
    ]
    return { title: 'postgres speed: beside SQLite on this machine', findings }
  } finally {
    await server.stop()
  }
}

/** The address of a new database. */
async function newDatabase({ url }: PostgresServer, name: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return databaseAt(url, name)
}

function loadOf(): string {
  return loadavg()[0]?.toFixed(1) ?? ''
}

async function measureTurns(store: string, settings: Environment): Promise<Finding> {
  progress(`speed: turns with ${store} …`)
  const { times, cpuMs } = await inFolder((folder) => timeTurns(folder, settings))
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  const seen = `p50 ${inMs(p50)}, p95 ${inMs(p95)}; ${inMs(cpuMs)} of processor time`
  return figure(`turn beside retrieval and model, ${store}`, seen)
}

async function measureStreams(database: Environment): Promise<Finding[]> {
  return withVisitors((model) =>
    withVisitors((visitors) =>
      withVisitors(async (searchers) => {
        await using svc = await createSvc()
        const model_url = await model('startModel', WRITING)
        const { first } = acme(svc.dir, { model_url, documents: DOCUMENTS })
        const on = { ...first, ...database }
        const world = { visitors, searchers }
        return [
          ...(await measureOne('SQLite', first, world)),
          ...(await measureOne('PostgreSQL', on, world)),
          ...(await measureSeveral(on, world)),
        ]
      }),
    ),
  )
}

interface World {
  visitors: Tell
  searchers: Tell
}

async function measureOne(
  store: string,
  environment: Environment,
  world: World,
): Promise<Finding[]> {
  await using svc = await createSvc()
  const serving = await svc.serve(environment)
  const { url } = serving
  return await measureAt({ name: `${store}, 1 process`, url, processes: [serving] }, world)
}

async function measureSeveral(environment: Environment, world: World): Promise<Finding[]> {
  await using cluster = await createCluster()
  await cluster.start(environment)
  const { url } = cluster.proxy
  const name = `PostgreSQL, ${PROCESSES} processes`
  return await measureAt({ name, url, processes: cluster.serving() }, world)
}

interface Measured {
  name: string
  url: string
  processes: Serving[]
}

async function measureAt(measured: Measured, world: World): Promise<Finding[]> {
  const { name, url, processes } = measured
  const service = await enter({ url, api: `${url}/svc/api/v1` })
  await jobsEnd(service)
  const findings: Finding[] = []
  let held = 0
  for (const streams of STREAMS) {
    progress(`speed: ${name}, ${streams} streams of each …`)
    const all = {
      ...measured,
      assistant_id: service.assistant_id,
      streams: streams * processes.length,
    }
    const { begun, alone, beside, searches, refused } = await listen(all, world)
    const ratio = beside.p99 / alone.p99
    const what = `${name}, ${streams} streams of each`
    findings.push(
      figure(`${what}, ${begun} begin`, told(alone)),
      figure(
        `  beside ${searches} searches/s (${refused} refused), p99 × ${ratio.toFixed(1)}`,
        told(beside),
      ),
    )
    const isHeld = begun === all.streams && beside.heard >= LEAST_HEARD && ratio <= MOST_RATIO
    if (isHeld) held = streams
    if (beside.heard < TOO_FEW_HEARD) break
  }
  const what = `${name}: most streams of each that searches delay by × ${MOST_RATIO} at p99`
  findings.push(figure(what, `${held}, ${held * processes.length} in all`))
  return findings
}

interface Heard {
  p50: number
  p99: number
  /** Share of the sentences that the model wrote. */
  heard: number
  /** Processor time that all processes took in a second, in seconds. */
  cores: number
}

interface Listening extends Measured {
  assistant_id: string
  streams: number
}

/** The better of some rounds: the machine may have other work. */
async function listen(listening: Listening, { visitors, searchers }: World) {
  const { url, assistant_id } = listening
  const target = { url, api_key: SECRET }
  const crowd = { target, assistant_id, question: QUESTION, streams: listening.streams }
  const streams = listening.streams - (await visitors('crowd', crowd))
  const alone: Heard[] = []
  const beside: Heard[] = []
  const searches = { done: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await hear(visitors, { ...listening, streams }))
    await searchers('search', { target, questions: QUESTIONS })
    beside.push(await hear(visitors, { ...listening, streams }))
    const { done, refused } = await searchers('stopSearching')
    searches.done += done
    searches.refused += refused
  }
  await visitors('leave')
  return {
    begun: streams,
    alone: best(alone),
    beside: best(beside),
    searches: Math.round((searches.done * 1000) / (ROUNDS * WINDOW_MS)),
    refused: searches.refused,
  }
}

async function hear(visitors: Tell, { processes, streams }: Listening): Promise<Heard> {
  const before = cpuSeconds(processes)
  const { tokens, p50, p99 } = await visitors('listen', WINDOW_MS)
  const cores = ((cpuSeconds(processes) - before) * 1000) / WINDOW_MS
  const written = (streams * WINDOW_MS) / (WRITING.everyMs * TOKENS_HEARD)
  return { p50, p99, heard: tokens === 0 ? 0 : tokens / written, cores }
}

/** Processor time of processes so far, from Linux's `/proc`. */
function cpuSeconds(processes: Serving[]): number {
  const ticks = processes.flatMap(
    ({ process: { pid } }) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [],
  )
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) / TICKS_PER_SECOND
}

/** One in which nothing arrived has no times, and is never better. */
function best(rounds: Heard[]): Heard {
  return rounds.reduce((one, other) =>
    one.heard === 0 || (other.heard > 0 && other.p99 < one.p99) ? other : one,
  )
}

function told({ p50, p99, heard, cores }: Heard): string {
  if (heard === 0) return `no sentence arrives, ${cores.toFixed(2)} cores`
  const share = `${Math.round(100 * heard)} % of the sentences`
  return `p50 ${inMs(p50)}, p99 ${inMs(p99)}, ${share}, ${cores.toFixed(2)} cores`
}

function inMs(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
