import { ServiceError } from '../../contract/errors.ts'

/** Throws `conflict` unless a change is of the current revision (docs/behaviour.md#revisions). */
export function requireRevision(current: { revision: number }, presented: number): void {
  if (presented === current.revision) return
  throw new ServiceError('conflict', `revision must be the current one, ${current.revision}.`)
}
