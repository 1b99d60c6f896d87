import type { Client } from 'pg'
import type { Environment } from '../../test/process/svc.ts'
import { type Acme, enter } from '../faults/acme.ts'
import { jobsEnd, missingDocuments, prepare, readAgain, retry, told } from '../faults/kill.ts'
import { count, createLedger, type Ledger } from '../faults/load.ts'
import { findLost, findStuck } from '../faults/losses.ts'
import type { Options } from '../proofs/postgres.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'
import { countedWrong, endedWrong } from './accounts.ts'
import { countAllowed } from './budget.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { keepJobJournal } from './job-journal.ts'
import { BUSY_MS, createSights, runClients, type Sights } from './load.ts'
import { createPlace, type Place } from './place.ts'
import { LOST } from './proxy.ts'

const PROCESSES = 3
const DOCUMENTS = 200
/** Requests in a minute, of a budget that the load does not use. */
const BUDGET = 300

/**
 * Promises that several processes on one database lose nothing and do nothing twice, whichever is
 * killed (docs/behaviour.md#several-processes).
 */
export async function proveProcesses({ seconds }: Options): Promise<Table> {
  await using place = await createPlace({ documents: DOCUMENTS })
  await using cluster = await createCluster()
  const environment: Environment = {
    ...place.environment,
    SVC_PUBLIC_URL: cluster.proxy.url,
    SVC_TRUST_PROXY: '1',
    SVC_RATE_MCP: String(BUDGET),
  }
  // All begin at once on an empty database; one of them makes the schema and the organization.
  await Promise.all(Array.from({ length: PROCESSES }, () => cluster.add(environment)))
  const findings = await measure({ cluster, place, seconds })
  return { title: `postgres processes: three for ${seconds} s, killed in turn`, findings }
}

interface World {
  cluster: Cluster
  place: Place
  seconds: number
}

async function measure({ cluster, place, seconds }: World): Promise<Finding[]> {
  const { url } = cluster.proxy
  const { client, archive } = place
  const service = await enter({ url, api: `${url}/svc/api/v1` })
  const ledger = createLedger([409, 503, LOST])
  await prepare(service, ledger)
  const judgeJobs = await keepJobJournal(client)
  const sights = createSights()
  const kills = () => cluster.kills.map(({ at }) => at)
  const world = { service, ledger, archive, serving: cluster.serving, kills }
  const running = runClients(world, sights)
  await cluster.killUntil(Date.now() + seconds * 1000)
  sights.isOver = true
  progress('processes: the load has ended')
  await running
  const after = await findFaults(service, ledger, client)
  const jobs = await judgeJobs()
  const allowed = await countAllowed(cluster.serving(), 2 * BUDGET)
  return [
    ...seen({ cluster, ledger, sights, taken: jobs.taken }),
    judge('every acknowledged write is there', after.lost, 'nothing lost'),
    judge(
      `no conversation is busy for more than ${BUSY_MS / 1000} s`,
      [...after.stuck, ...sights.busy.filter((ms) => ms > BUSY_MS).map((ms) => `${ms} ms`)],
      `at most ${Math.max(0, ...sights.busy)} ms`,
    ),
    judge('broken off streams are told as server_restart', after.ends),
    judge('retries with keys replay or ask again', after.retries),
    judge('no job is taken over, or runs beside another, while it is held', jobs.faults),
    judge('all jobs end', after.jobs),
    judge(
      'a revoked key is refused by all on the next request',
      sights.revoked,
      `${sights.refused} refused`,
    ),
    judge('counters are what is stored', after.counters),
    judge(
      'a budget is shared, ± 1 %',
      Math.abs(allowed - BUDGET) > BUDGET / 100 ? [`${allowed} of ${BUDGET}`] : [],
      `${allowed} of ${BUDGET}`,
    ),
    judge('no other answer than success, 409, 503 and what a kill breaks off', [
      ...ledger.unexplained,
      ...lostWithout(kills(), cluster.proxy.lost),
    ]),
  ]
}

async function findFaults(service: Acme, ledger: Ledger, client: Client) {
  const { questions } = ledger
  const cut = questions.filter(({ heard }) => heard.end === null)
  for (const question of questions) count(ledger, question)
  const stuck = await findStuck(service, cut)
  const ends = await endedWrong(service, cut, client)
  const retries = await retry(service, cut)
  progress('processes: looking for what was lost')
  const jobs = await jobsEnd(service)
  await readAgain(service, jobs)
  for (const rating of ledger.ratings.values()) rating.fresh = true
  const lost = await findLost(service, ledger, questions)
  lost.push(...(await missingDocuments(service, ledger)))
  return { stuck, ends, retries, lost, jobs, counters: await countedWrong(service, client) }
}

/** Requests that were lost with no process killed, a sentence each. */
function lostWithout(kills: number[], lost: number[]): string[] {
  return lost
    .filter((at) => !kills.some((kill) => Math.abs(kill - at) < 2000))
    .map(() => 'a request was lost while no process was killed')
}

function seen({
  cluster,
  ledger,
  sights,
  taken,
}: {
  cluster: Cluster
  ledger: Ledger
  sights: Sights
  taken: number
}): Finding[] {
  const starts = cluster.kills.map(({ startMs }) => startMs)
  return [
    figure('kills', `${starts.length}, start after one at most ${Math.max(0, ...starts)} ms`),
    figure('acknowledged', told(ledger.acknowledged)),
    figure('answers broken off', String(sights.busy.length)),
    figure('jobs taken over', String(taken)),
    figure('warnings', told(warningsIn(cluster.output()))),
  ]
}

/** How often each warning was logged. */
function warningsIn(output: string): Record<string, number> {
  const times: Record<string, number> = {}
  for (const [, message = ''] of output.matchAll(/"msg":"([^"]*)"/g)) {
    times[message] = (times[message] ?? 0) + 1
  }
  return times
}
