import { told } from '../faults/kill.ts'
import type { Options } from '../proofs/postgres.ts'
import { type Finding, figure, judge, type Table } from '../table.ts'
import { countAllowed } from './budget.ts'
import { type Cluster, createCluster, PROCESSES } from './cluster.ts'
import { createPlace } from './place.ts'
import { LOST } from './proxy.ts'
import { type Outcome, runUnderLoad } from './under-load.ts'

const DOCUMENTS = 200
/** Requests in a minute, of a budget that the load does not use. */
const BUDGET = 300
/** How far a request that fails for a kill may be from the time that is noted for it. */
const NEAR_MS = 2000

/**
 * Promises that several processes on one database lose nothing and do nothing twice, whichever is
 * killed (docs/behaviour.md#several-processes).
 */
export async function proveProcesses({ seconds }: Options): Promise<Table> {
  await using place = await createPlace({ documents: DOCUMENTS })
  await using cluster = await createCluster()
  await cluster.start(place.environment, { SVC_RATE_MCP: String(BUDGET) })
  const kills = () => cluster.kills.map(({ at }) => at)
  const outcome = await runUnderLoad({
    place,
    cluster,
    explained: [409, 503, LOST],
    mayFail: (from) => kills().some((at) => at > from - NEAR_MS && at < Date.now() + NEAR_MS),
    reasons: ['server_restart'],
    disturb: () => cluster.killUntil(Date.now() + seconds * 1000),
  })
  const { ledger, judged } = outcome
  const allowed = await countAllowed(cluster.serving(), 2 * BUDGET)
  return {
    title: `postgres processes: ${PROCESSES} for ${seconds} s, killed in turn`,
    findings: [
      ...seen(cluster, outcome),
      ...judged,
      judge(
        'a budget is shared, ± 1 %',
        Math.abs(allowed - BUDGET) > BUDGET / 100 ? [`${allowed} of ${BUDGET}`] : [],
        `${allowed} of ${BUDGET}`,
      ),
      judge('no other answer than success, 409, 503 and what a kill breaks off', [
        ...ledger.unexplained,
        ...lostWithout(kills(), cluster.proxy.lost),
      ]),
    ],
  }
}

/** Requests that were lost with no process killed, a sentence each. */
function lostWithout(kills: number[], lost: number[]): string[] {
  return lost
    .filter((at) => !kills.some((kill) => Math.abs(kill - at) < NEAR_MS))
    .map(() => 'a request was lost while no process was killed')
}

function seen(cluster: Cluster, { ledger, sights, jobsTaken }: Outcome): Finding[] {
  const starts = cluster.kills.map(({ startMs }) => startMs)
  return [
    figure('kills', `${starts.length}, start after one at most ${Math.max(0, ...starts)} ms`),
    figure('acknowledged', told(ledger.acknowledged)),
    figure('answers broken off', String(sights.busy.length)),
    figure('jobs taken over', String(jobsTaken)),
    figure('warnings', told(cluster.warnings())),
  ]
}
