import { AUDIT_DAYS } from './contract/audit.ts'
import { daysBefore, TRACE_DAYS } from './contract/trace.ts'
import type { Store } from './storage/store.ts'

/** Erases what is older than it is kept: traces and entries of the audit log. */
export function createSweep(store: Pick<Store, 'traces' | 'audit'>) {
  return async function sweep(now: string): Promise<void> {
    await store.traces.sweep(daysBefore(now, TRACE_DAYS))
    await store.audit.sweep(daysBefore(now, AUDIT_DAYS))
  }
}
