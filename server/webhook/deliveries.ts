import { retryDelayMs } from '../ingestion/jobs.ts'
import type { DueDelivery } from '../storage/ports/webhooks.ts'
import type { Store } from '../storage/store.ts'
import { isDelivered, type Sending, send } from './send.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

interface DeliveriesNeeds extends Sending {
  store: Pick<Store, 'webhooks'>
  /** At least 0, below 1. */
  random: () => number
  /** Called with the delivery that nothing more is tried for, and why. */
  onGivenUp(delivery: DueDelivery, reason: string): void
  report(error: unknown): void
}

/** Deliveries that are on their way at the same time, one of each organization. */
const SLOTS = 16
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Empties the outboxes of the webhooks (docs/behaviour.md#webhook). An organization has one
 * delivery on its way, so that a silent receiver keeps nobody else waiting. What the process leaves
 * undone is due again when the next one starts, or when its lease has ended
 * (docs/architecture.md#leases).
 */
export function createDeliveries(needs: DeliveriesNeeds) {
  const { store, now, random, onGivenUp, report } = needs
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let gapsToldOn = ''

  async function sendDue(): Promise<void> {
    await tellGaps()
    const due = await store.webhooks.claim(now(), [...running.keys()], SLOTS - running.size)
    if (stopping.signal.aborted) return
    for (const delivery of due) {
      if (!running.has(delivery.organization.id)) start(delivery)
    }
  }

  /** Once a day, of the day before. */
  async function tellGaps(): Promise<void> {
    const at = now()
    const today = at.slice(0, 10)
    if (gapsToldOn === today) return
    const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
    await store.webhooks.tellGaps(yesterday, at)
    gapsToldOn = today
  }

  function start(delivery: DueDelivery): void {
    running.set(delivery.organization.id, run(delivery))
  }

  async function run(delivery: DueDelivery): Promise<void> {
    try {
      await deliver(delivery)
    } catch (error) {
      // It waits for the next time, so that what cannot be recorded is not sent over and over.
      if (!stopping.signal.aborted) report(error)
      return
    } finally {
      running.delete(delivery.organization.id)
    }
    wake()
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const sent = await send(delivery, needs, stopping.signal)
    const delivered = isDelivered(sent)
    const next_attempt_at = delivered ? null : nextAttempt(delivery)
    const attempt = { delivered, last_status: sent.status, next_attempt_at }
    await store.webhooks.attempted(delivery.organization.id, delivery.id, attempt)
    if (delivered || next_attempt_at !== null) return
    onGivenUp(delivery, sent.status === null ? sent.message : `It answered ${sent.status}.`)
  }

  /** null: a day has passed. */
  function nextAttempt({ attempts, created_at }: DueDelivery): string | null {
    const at = Date.parse(now()) + retryDelayMs(attempts + 1, random)
    return at > Date.parse(created_at) + DAY_MS ? null : new Date(at).toISOString()
  }

  function wake(): void {
    if (!stopping.signal.aborted) sendDue().catch(report)
  }

  return {
    /** Sends what is due. */
    wake,
    /** Ends what is on its way, which stays in the outbox. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
