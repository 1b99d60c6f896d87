import type { AuditEntry, ListAudit } from '../contract/audit.ts'
import type { Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Log } from '../log.ts'
import type { NewAuditEntry } from '../storage/ports/audit.ts'
import type { Store } from '../storage/store.ts'

export type Audit = ReturnType<typeof createAudit>

/** Who changed what in an organization (docs/behaviour.md#audit-log). */
export function createAudit({ store }: { store: Store }) {
  return {
    list(
      { organization_id }: Caller,
      { limit, cursor, ...filter }: ListAudit,
    ): Promise<Page<AuditEntry>> {
      return store.audit.list(organization_id, filter, { limit, cursor })
    },
  }
}

/**
 * Records what no operation declares, because nobody is signed in before it. It does so after the
 * reply, whose time must not tell whether there is such a person.
 */
export type RecordLater = (
  organization_id: string,
  entry: Pick<NewAuditEntry, 'action' | 'actor'>,
) => void

export function createRecordLater({
  store,
  log,
  now,
  newId,
}: {
  store: Store
  log: Log
  now: () => string
  newId: () => string
}): RecordLater {
  return (organization_id, { action, actor }) => {
    const entry = { id: newId(), at: now(), actor, action, target: null, details: {} }
    setImmediate(() => {
      store.audit
        .record(organization_id, entry)
        .catch((err) => log.error({ err, action }, 'a change is missing from the audit log'))
    })
  }
}
