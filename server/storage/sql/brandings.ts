import type { Brandings } from '../ports/brandings.ts'
import {
  type BrandingRow,
  NEVER_SAVED,
  toBranding,
  type WrittenBranding,
} from '../rows/brandings.ts'
import { type Driver, sql, tell } from './step.ts'

const byOrganization = sql<{ organization_id: string }, BrandingRow>(`
  SELECT layer, revision, updated_at, updated_by
    FROM brandings
   WHERE organization_id = :organization_id
`)
const insert = sql<WrittenBranding, BrandingRow>(`
  INSERT INTO brandings (organization_id, layer, revision, updated_at, updated_by)
  VALUES (:organization_id, :layer, 1, :now, :by)
  ON CONFLICT (organization_id) DO NOTHING
  RETURNING layer, revision, updated_at, updated_by
`)
const replace = sql<WrittenBranding & { revision: number }, BrandingRow>(`
  UPDATE brandings
     SET layer = :layer, revision = revision + 1, updated_at = :now, updated_by = :by
   WHERE organization_id = :organization_id AND revision = :revision
  RETURNING layer, revision, updated_at, updated_by
`)

export function createBrandings(db: Driver): Brandings {
  return {
    find: (organization_id) =>
      db.run(function* () {
        return toBranding((yield* byOrganization.get({ organization_id })) ?? NEVER_SAVED)
      }),

    // Revision 0 has no row yet, so it needs a statement of its own.
    save: (organization_id, revision, layer, by, now) =>
      db.step(function* () {
        const written = { organization_id, layer: JSON.stringify(layer), by, now }
        const row = yield* revision === 0
          ? insert.get(written)
          : replace.get({ ...written, revision })
        if (!row) return null
        yield* tell({ organization_id, kind: 'branding', id: null, revision: row.revision })
        return toBranding(row)
      }),
  }
}
