import type { Database } from 'better-sqlite3'
import type { NewVersion } from '../ports/documents.ts'

/** Of a version that is published: only what stopped the parser is remembered. */
export function prepareForgetParsing(db: Database) {
  const forget = db.prepare<
    Pick<NewVersion, 'source_id' | 'path' | 'status'> & { organization_id: string }
  >(`
    DELETE FROM being_parsed
     WHERE organization_id = :organization_id AND source_id = :source_id AND path = :path
       AND (:status <> 'failed' OR parser_faults = 0)
  `)
  return (organization_id: string, { source_id, path, status }: NewVersion): void => {
    forget.run({ organization_id, source_id, path, status })
  }
}
