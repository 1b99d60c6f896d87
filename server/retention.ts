import { AUDIT_DAYS } from './contract/audit.ts'
import { daysBefore, TRACE_DAYS } from './contract/trace.ts'
import { DELIVERY_DAYS } from './contract/webhook.ts'
import type { Store } from './storage/store.ts'

/** Conversations that are erased in one step. */
const ERASED_AT_ONCE = 50

/**
 * Erases what is older than it is kept: traces, entries of the audit log, deliveries of webhooks,
 * and conversations of organizations that say for how long (docs/behaviour.md#retention).
 */
export function createSweep(
  store: Pick<Store, 'traces' | 'audit' | 'webhooks' | 'organizations' | 'conversations'>,
) {
  async function sweepConversations(organization_id: string, before: string): Promise<void> {
    for (;;) {
      const erased = await store.conversations.sweep(organization_id, before, ERASED_AT_ONCE)
      if (erased < ERASED_AT_ONCE) return
      // Requests come in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return async function sweep(now: string): Promise<void> {
    await store.audit.sweep(daysBefore(now, AUDIT_DAYS))
    await store.webhooks.sweep(daysBefore(now, DELIVERY_DAYS))
    for (const { id, retention_days } of await store.organizations.list()) {
      await store.traces.sweep(id, daysBefore(now, TRACE_DAYS))
      if (retention_days !== null) await sweepConversations(id, daysBefore(now, retention_days))
    }
  }
}
