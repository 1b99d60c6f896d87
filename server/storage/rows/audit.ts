import type { AuditEntry, ValueChange } from '../../contract/audit.ts'
import type { AuditFilter, NewAuditEntry } from '../ports/audit.ts'

/** The start of the list of entries, the newest first. */
export const NEWEST_ENTRY = { at: '~', id: '~' }

export interface AuditRow {
  id: string
  at: string
  actor_type: AuditEntry['actor']['type']
  actor_id: string | null
  actor_name: string | null
  action: string
  target_type: string | null
  target_id: string | null
  target_name: string | null
  fields: string | null
  changes: string | null
}

/** The entries that a filter asks for, between two times. */
export interface AuditSpan {
  actor: string | null
  /** A whole action, or the beginning of all of a kind, `{noun}.`. */
  action: string | null
  kind: string | null
  from: string
  /** Exclusive. */
  until: string
}

export function toAuditSpan({ actor, action, from = '', to }: AuditFilter): AuditSpan {
  // A time of the day sorts before the day with a tilde.
  const until = to === undefined ? '~' : `${to}~`
  const ofKind = action?.endsWith('.*') ? action.slice(0, -1) : null
  const whole = ofKind === null ? (action ?? null) : null
  return { actor: actor ?? null, action: whole, kind: ofKind, from, until }
}

/** The actor's name is looked up by the statement that stores the row. */
export function toAuditRow({
  actor,
  target,
  details,
  ...entry
}: NewAuditEntry): Omit<AuditRow, 'actor_name'> {
  return {
    ...entry,
    actor_type: actor.type,
    actor_id: actor.id,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    fields: details.fields ? JSON.stringify(details.fields) : null,
    changes: details.changes ? JSON.stringify(details.changes) : null,
  }
}

export function toAuditEntry({ id, at, action, fields, changes, ...row }: AuditRow): AuditEntry {
  const { actor_type, actor_id, actor_name, target_type, target_id, target_name } = row
  return {
    id,
    at,
    actor: { type: actor_type, id: actor_id, name: actor_name },
    action,
    target: target_type === null ? null : { type: target_type, id: target_id, name: target_name },
    details: {
      ...(fields !== null && { fields: JSON.parse(fields) as string[] }),
      ...(changes !== null && { changes: JSON.parse(changes) as ValueChange[] }),
    },
  }
}
