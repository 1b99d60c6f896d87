import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { caller, type Serving } from '../../test/process/svc.ts'
import type { Acme } from '../faults/acme.ts'
import { type Ledger, open, put, type Question, requests, type Send } from '../faults/load.ts'

/** Longest time for which the conversation of an answer that was cut off may stay busy. */
export const BUSY_MS = 30_000
const LOOK_MS = 200
/** Pause between two requests of a client, which may be refused at once. */
const REST_MS = 20
/** Documents of the folder that change before each sync. */
const CHANGED = 100

interface World {
  service: Acme
  ledger: Ledger
  /** The folder of the source that is synced. */
  archive: string
  serving(): Serving[]
  /** Whether a request may have failed that began at a time and has just ended. */
  mayFail(from: number): boolean
}

/** What clients saw besides what the ledger holds. */
export interface Sights {
  /**
   * How long the conversations of answers that were cut off were busy, in milliseconds since the
   * service could be asked.
   */
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
 * Clients that send every kind of request until `sights.isOver`, and go on after what fails.
 * Resolves when the last of them has ended.
 */
export async function runClients(world: World, sights: Sights): Promise<void> {
  const { ledger } = world
  const watching: Promise<void>[] = []

  async function keep(send: Send): Promise<void> {
    while (!sights.isOver) {
      const from = Date.now()
      const error = await send(world.service, ledger).catch((thrown: unknown) => thrown)
      if (error && !world.mayFail(from)) ledger.unexplained.push(String(error))
      await pause(REST_MS)
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

async function measureBusy(
  { service }: World,
  sights: Sights,
  { conversation }: Question,
): Promise<void> {
  let from = Date.now()
  while (Date.now() < from + 2 * BUSY_MS) {
    const found = await service.call('GET', `/conversations/${conversation}`).catch(() => null)
    if (found?.body?.turn_state === 'idle') break
    if (found?.status !== 200) from = Date.now()
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
      // A process that was just killed answers nothing, one without its database 503.
      const answer = await caller(api, key.secret)('GET', '/assistants').catch(() => null)
      if (answer?.status === 401) sights.refused += 1
      else if (answer && answer.status !== 503)
        sights.revoked.push(`a revoked key is answered with ${answer.status}`)
    }),
  )
}
