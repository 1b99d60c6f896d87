import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresServer } from '../../test/support/postgres/server.ts'
import { told } from '../faults/kill.ts'
import type { Question } from '../faults/load.ts'
import type { Options } from '../proofs/postgres.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'
import { createCluster, PROCESSES } from './cluster.ts'
import { createPlace, PIECES } from './place.ts'
import type { Answer, Proxy } from './proxy.ts'
import { type Outcome, runUnderLoad } from './under-load.ts'

const DOCUMENTS = 200
/** How long the server is away, each time in turn; at last longer than a lease lasts. */
const AWAY_MS = [0, 3000, 500, 8000, 25_000]
/** Time between two restarts. */
const BETWEEN_MS = 6000
/** After so long all goes on. */
const RECOVERS_MS = 5000
/** An answer that has come so far waits for the server to be back. */
const WAITS_AT = Math.floor(PIECES.length / 2)

interface Outage {
  from: number
  /** When the server answers again; Infinity until then. */
  until: number
  end: Promise<void>
}

/**
 * Promises that processes get over restarts of the database server, with nothing lost or half done
 * (docs/behaviour.md#several-processes).
 */
export async function proveRestart({ seconds }: Options): Promise<Table> {
  const outages: Outage[] = []
  const before = async (piece: number) => {
    if (piece === WAITS_AT) await outages.at(-1)?.end
  }
  await using place = await createPlace({ documents: DOCUMENTS, before })
  await using cluster = await createCluster()
  await cluster.start(place.environment)
  const processes = cluster.serving().map(({ process }) => process)
  const outcome = await runUnderLoad({
    place,
    cluster,
    explained: [409, 503],
    mayFail: (from) =>
      outages.some((outage) => Date.now() > outage.from && from < calmAfter(outage)),
    reasons: ['service_unavailable'],
    disturb: () => restartUntil(Date.now() + seconds * 1000, place.server, outages),
  })
  const { proxy } = cluster
  const ended = processes.filter(({ exitCode, signalCode }) => exitCode ?? signalCode)
  return {
    title: `postgres restart: the server of ${PROCESSES} processes, ${outages.length} times in ${seconds} s`,
    findings: [
      figure('acknowledged', told(outcome.ledger.acknowledged)),
      figure('answers meanwhile', told(countStatuses(proxy.answers, outages))),
      figure('warnings', told(cluster.warnings())),
      ...outcome.judged,
      ...judgeAnswers(proxy, outages, outcome),
      judge(
        'no process ends',
        ended.map(({ exitCode, signalCode }) => `one ended with ${exitCode ?? signalCode}`),
      ),
    ],
  }
}

function calmAfter({ until }: Outage): number {
  return until + RECOVERS_MS
}

async function restartUntil(
  until: number,
  server: PostgresServer,
  outages: Outage[],
): Promise<void> {
  while (Date.now() < until) {
    await pause(BETWEEN_MS)
    const awayMs = AWAY_MS[outages.length % AWAY_MS.length] ?? 0
    const end = server.restart(awayMs)
    const outage: Outage = { from: Date.now(), until: Number.POSITIVE_INFINITY, end }
    outages.push(outage)
    await end
    outage.until = Date.now()
    progress(`restart: away for ${outage.until - outage.from} ms`)
  }
  await pause(BETWEEN_MS)
}

function judgeAnswers({ answers, lost }: Proxy, outages: Outage[], { ledger }: Outcome): Finding[] {
  const late = outages.map((outage, at) => latest503(answers, outage, outages[at + 1]))
  const streams = ledger.questions.filter(({ streamed, heard }) => streamed && heard.status === 200)
  return [
    judge(
      `all goes on ${RECOVERS_MS / 1000} s after the server is back`,
      late.filter((ms) => ms > RECOVERS_MS).map((ms) => `a 503 after ${ms} ms`),
      `the last 503 after ${Math.max(0, ...late)} ms`,
    ),
    judge('every stream comes to its end', withoutEnd(streams), told(countEnds(streams))),
    judge('no other answer than success, 409 and 503', [
      ...ledger.unexplained,
      ...lost.map(() => 'a request was lost'),
    ]),
  ]
}

/** How long after an outage, and before the next one, a 503 was answered last, in milliseconds. */
function latest503(answers: Answer[], { until }: Outage, next?: Outage): number {
  const refused = answers.findLast(
    ({ at, status }) => status === 503 && at < (next?.from ?? Number.POSITIVE_INFINITY),
  )
  return Math.max(0, (refused?.at ?? 0) - until)
}

function withoutEnd(streams: Question[]): string[] {
  return streams.filter(({ heard }) => heard.end === null).map(() => 'a stream has no end')
}

function countEnds(streams: Question[]): Record<string, number> {
  return counted(streams.map(({ heard }) => heard.end ?? 'without an end'))
}

function countStatuses(answers: Answer[], outages: Outage[]): Record<string, number> {
  const meanwhile = answers.filter(({ at }) =>
    outages.some(({ from, until }) => at > from && at < until),
  )
  return counted(meanwhile.map(({ status }) => `of ${status}`))
}

function counted(names: string[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(names, (name) => name))
  return Object.fromEntries(groups.map(([name, all]) => [name, all?.length ?? 0]))
}
