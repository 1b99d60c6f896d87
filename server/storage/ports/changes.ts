import type { Change } from '../../contract/change.ts'

/** A change with the organization that it belongs to. */
export interface StoredChange extends Change {
  organization_id: string
}
