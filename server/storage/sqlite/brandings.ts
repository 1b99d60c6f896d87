import type { Database } from 'better-sqlite3'
import type { Brandings } from '../ports/brandings.ts'
import {
  type BrandingRow,
  NEVER_SAVED,
  toBranding,
  type WrittenBranding,
} from '../rows/brandings.ts'
import type { Sync } from './promised.ts'

export function createBrandings(db: Database): Sync<Brandings> {
  const byOrganization = db.prepare<{ organization_id: string }, BrandingRow>(`
    SELECT layer, revision, updated_at, updated_by
      FROM brandings
     WHERE organization_id = :organization_id
  `)
  const insert = db.prepare<WrittenBranding, BrandingRow>(`
    INSERT INTO brandings (organization_id, layer, revision, updated_at, updated_by)
    VALUES (:organization_id, :layer, 1, :now, :by)
    ON CONFLICT (organization_id) DO NOTHING
    RETURNING layer, revision, updated_at, updated_by
  `)
  const replace = db.prepare<WrittenBranding & { revision: number }, BrandingRow>(`
    UPDATE brandings
       SET layer = :layer, revision = revision + 1, updated_at = :now, updated_by = :by
     WHERE organization_id = :organization_id AND revision = :revision
    RETURNING layer, revision, updated_at, updated_by
  `)

  return {
    find: (organization_id) => toBranding(byOrganization.get({ organization_id }) ?? NEVER_SAVED),

    // Revision 0 has no row yet, so it needs a statement of its own.
    save(organization_id, revision, layer, by, now) {
      const written = { organization_id, layer: JSON.stringify(layer), by, now }
      const row = revision === 0 ? insert.get(written) : replace.get({ ...written, revision })
      return row ? toBranding(row) : null
    },
  }
}
