import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { caller, type Serving } from '../../test/process/svc.ts'
import type { Acme } from '../faults/acme.ts'
import { type Ledger, open, put, type Question, requests, type Send } from '../faults/load.ts'

/** Longest time for which the conversation of a killed process may stay busy. */
export const BUSY_MS = 30_000
/** How far a request that fails for a kill may be from the time that is noted for it. */
const NEAR_MS = 2000
const LOOK_MS = 200
/** Documents of the folder that change before each sync. */
const CHANGED = 100

interface World {
  service: Acme
  ledger: Ledger
  /** The folder of the source that is synced. */
  archive: string
  serving(): Serving[]
  /** When processes were killed. */
  kills(): number[]
}

/** What clients saw besides what the ledger holds. */
export interface Sights {
  /** How long the conversations of killed processes were busy, in milliseconds. */
  busy: number[]
  /** Revoked keys that a process let through, a sentence each. */
  revoked: string[]
  /** How often a revoked key was refused. */
  refused: number
  isOver: boolean
}

export function createSights(): Sights {
  return { busy: [], revoked: [], refused: 0, isOver: false }
}

/**
 * Clients that send every kind of request until `sights.isOver`, and go on after what a kill breaks
 * off. Resolves when the last of them has ended.
 */
export async function runClients(world: World, sights: Sights): Promise<void> {
  const { ledger } = world
  const watching: Promise<void>[] = []

  async function keep(send: Send): Promise<void> {
    while (!sights.isOver) {
      const from = Date.now()
      const error = await send(world.service, ledger).catch((thrown: unknown) => thrown)
      if (error && !wasKilled(world, from)) ledger.unexplained.push(String(error))
    }
  }

  /** Asks, and measures how long the conversation stays busy when the answer is broken off. */
  const asking =
    (how: { streamed: boolean; assistant?: string }): Send =>
    async (service) => {
      const question = await open(service, ledger, how)
      if (!question) return
      try {
        await put(service, ledger, question)
      } finally {
        if (question.heard.end === null) watching.push(measureBusy(world, sights, question))
      }
    }

  const [streamed, whole] = [{ streamed: true }, { streamed: false }]
  const kinds: Send[] = [
    ...[streamed, streamed, streamed, whole, whole].map(asking),
    ...[streamed, whole].map((how) => asking({ ...how, assistant: 'Reader' })),
    requests.upload,
    (service, known) => changeAndSync(world.archive, service, known),
    (service, known) => revoke(world, sights, service, known),
    requests.rate,
    requests.patch,
  ]
  await Promise.all(kinds.map(keep))
  await Promise.all(watching)
}

/** Whether a process was killed while a request lasted that began at `from`. */
function wasKilled({ kills }: World, from: number): boolean {
  return kills().some((at) => at > from - NEAR_MS && at < Date.now() + NEAR_MS)
}

async function measureBusy(
  { service }: World,
  sights: Sights,
  { conversation }: Question,
): Promise<void> {
  const from = Date.now()
  while (Date.now() < from + 2 * BUSY_MS) {
    const found = await service.call('GET', `/conversations/${conversation}`).catch(() => null)
    if (found?.body?.turn_state === 'idle') break
    await pause(LOOK_MS)
  }
  sights.busy.push(Date.now() - from)
}

async function changeAndSync(archive: string, service: Acme, ledger: Ledger): Promise<void> {
  const version = Date.now()
  for (let at = 0; at < CHANGED; at += 1) {
    const prose = `The crane of berth ${at} lifts ${version} tons. `.repeat(60)
    writeFileSync(join(archive, `${at}.md`), `# Berth ${at}\n\n${prose}\n`)
  }
  await requests.sync(service, ledger)
  await pause(LOOK_MS)
}

/** Creates and revokes a key, which every process then refuses at once. */
async function revoke(world: World, sights: Sights, service: Acme, ledger: Ledger): Promise<void> {
  await requests.keys(service, ledger)
  const key = ledger.keys.at(-1)
  if (!key?.revoked) return
  await Promise.all(
    world.serving().map(async ({ api }) => {
      // A process that was just killed answers nothing.
      const answer = await caller(api, key.secret)('GET', '/assistants').catch(() => null)
      if (answer?.status === 401) sights.refused += 1
      else if (answer) sights.revoked.push(`a revoked key is answered with ${answer.status}`)
    }),
  )
}
