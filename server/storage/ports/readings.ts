import type { Reading } from '../../contract/reading.ts'

export interface Readings {
  /** The defaults at revision 0 when it was never saved. null: no such collection. */
  find(organization_id: string, collection_id: string): Promise<Reading | null>
  /** Throws `conflict` on an outdated revision. null: no such collection. */
  save(organization_id: string, collection_id: string, reading: Reading): Promise<Reading | null>
}
