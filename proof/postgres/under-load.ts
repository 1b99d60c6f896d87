import type { Pool } from 'pg'
import { type Acme, enter } from '../faults/acme.ts'
import { jobsEnd, missingDocuments, prepare, retry } from '../faults/kill.ts'
import { count, createLedger, type Ledger } from '../faults/load.ts'
import { findLost, findStuck } from '../faults/losses.ts'
import { type Finding, judge, progress } from '../table.ts'
import { countedWrong, endedWrong } from './accounts.ts'
import type { Cluster } from './cluster.ts'
import { keepJobJournal } from './job-journal.ts'
import { BUSY_MS, createSights, runClients, type Sights } from './load.ts'
import type { Place } from './place.ts'

interface Trial {
  place: Place
  cluster: Cluster
  /** Statuses other than success that a client may be answered with. */
  explained: number[]
  /** Whether a request may have failed that began at a time and has just ended. */
  mayFail(from: number): boolean
  /** Why a stored answer may have been interrupted. */
  reasons: string[]
  /** Resolves when there has been enough of it. */
  disturb(): Promise<void>
}

/** What was found after the load. */
export interface Outcome {
  ledger: Ledger
  sights: Sights
  jobsTaken: number
  /** Promises that hold whatever is disturbed. */
  judged: Finding[]
}

/** Runs every kind of client while something is disturbed, and then looks for what is wrong. */
export async function runUnderLoad(trial: Trial): Promise<Outcome> {
  const { place, cluster, explained, mayFail, disturb } = trial
  const { url } = cluster.proxy
  const service = await enter({ url, api: `${url}/svc/api/v1` })
  const ledger = createLedger(explained)
  await prepare(service, ledger)
  const judgeJobs = await keepJobJournal(place.pool)
  const sights = createSights()
  const { archive } = place
  const world = { service, ledger, archive, serving: cluster.serving, mayFail }
  const running = runClients(world, sights)
  await disturb()
  sights.isOver = true
  progress('postgres: the load has ended')
  await running
  const after = await findFaults({ service, ledger, pool: place.pool, ...trial })
  const { faults, taken } = await judgeJobs()
  const stuck = [...after.stuck, ...sights.busy.filter((ms) => ms > BUSY_MS).map(inMs)]
  const busy = `at most ${inMs(Math.max(0, ...sights.busy))}`
  const judged = [
    judge('every acknowledged write is there', after.lost, 'nothing lost'),
    judge(`no conversation is busy for more than ${BUSY_MS / 1000} s`, stuck, busy),
    judge('broken off streams are stored as such', after.ends),
    judge('retries with keys replay or ask again', after.retries),
    judge('no job is taken over, or runs beside another, while it is held', faults),
    judge('all jobs end', after.jobs),
    judge(
      'a revoked key is refused by all on the next request',
      sights.revoked,
      `${sights.refused} refused`,
    ),
    judge('counters are what is stored', after.counters),
  ]
  return { ledger, sights, jobsTaken: taken, judged }
}

interface Finished {
  service: Acme
  ledger: Ledger
  pool: Pool
  reasons: string[]
}

async function findFaults({ service, ledger, pool, reasons }: Finished) {
  const { questions } = ledger
  const cut = questions.filter(({ heard }) => heard.end !== 'answer.completed')
  for (const question of questions) count(ledger, question)
  const stuck = await findStuck(service, cut)
  const ends = await endedWrong(service, { cut, reasons }, pool)
  const retries = await retry(service, cut)
  progress('postgres: looking for what was lost')
  const jobs = await jobsEnd(service)
  for (const rating of ledger.ratings.values()) rating.fresh = true
  const lost = await findLost(service, ledger, questions)
  lost.push(...(await missingDocuments(service, ledger)))
  return { stuck, ends, retries, lost, jobs, counters: await countedWrong(service, pool) }
}

function inMs(ms: number): string {
  return `${ms} ms`
}
