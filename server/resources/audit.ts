import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry, ListAudit, Told, ValueChange } from '../contract/audit.ts'
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
  entry: Pick<NewAuditEntry, 'action' | 'actor'> & Partial<Pick<NewAuditEntry, 'details'>>,
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
  return (organization_id, { action, actor, details = {} }) => {
    const entry = { id: newId(), at: now(), actor, action, target: null, details }
    setImmediate(() => {
      store.audit
        .record(organization_id, entry)
        .catch((err) => log.error({ err, action }, 'a change is missing from the audit log'))
    })
  }
}

/** What the operator did to a thing of an organization, in the shell or by a provisioning file. */
export interface OperatorEntry {
  organization_id: string
  action: string
  target: { type: string; id: string }
  fields?: string[]
  changes?: ValueChange[]
}

/** Records it in the audit log; `store` may be one of a transaction. */
export function createRecordOperator({
  store,
  now,
  newId,
}: {
  store: Pick<Store, 'audit'>
  now: () => string
  newId: () => string
}) {
  return async function recordOperator(entry: OperatorEntry): Promise<void> {
    const { organization_id, action, target, fields = [], changes = [] } = entry
    const described = await store.audit.describe(organization_id, target.type, target.id)
    await store.audit.record(organization_id, {
      id: newId(),
      at: now(),
      actor: { type: 'operator', id: null },
      action,
      target: { ...target, name: described?.name ?? null },
      details: detailsOf(fields, changes),
    })
  }
}

/** Without what is empty. */
export function detailsOf(fields: string[], changes: ValueChange[]): AuditEntry['details'] {
  return { ...(fields.length > 0 && { fields }), ...(changes.length > 0 && { changes }) }
}

/**
 * The values of the `told` fields that a change gives and that were others before; `before` is null
 * for something new.
 */
export function changedValues(
  told: readonly string[],
  before: object | null,
  given: object,
): ValueChange[] {
  const was = before as Record<string, Told | undefined> | null
  const wanted = given as Record<string, Told | undefined>
  return told.flatMap((field) => {
    const from = was?.[field] ?? null
    const to = wanted[field] ?? null
    return to === null || isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
