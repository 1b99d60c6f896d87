import type { AuditEntry, Told } from '../../contract/audit.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** An entry as it is stored; the actor's name is looked up when it is written. */
export type NewAuditEntry = Omit<AuditEntry, 'actor'> & { actor: Omit<AuditEntry['actor'], 'name'> }

export interface AuditFilter {
  actor?: string | undefined
  /** An action, or `noun.*` for all of a noun. */
  action?: string | undefined
  /** UTC days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** A thing as the audit log tells of it. */
export interface Described {
  /** What people call it. */
  name: string | null
  /** Its roles, states, switches and lists of names, by the names that requests give them. */
  told: Record<string, Told>
}

export interface AuditLog {
  record(organization_id: string, entry: NewAuditEntry): Promise<void>
  /** A thing of the organization as it is now; null for an unknown type or thing. */
  describe(organization_id: string, type: string, id: string): Promise<Described | null>
  list(organization_id: string, filter: AuditFilter, paging: Paging): Promise<Page<AuditEntry>>
  /** Erases the entries recorded before a time; returns how many. */
  sweep(before: string): Promise<number>
}
