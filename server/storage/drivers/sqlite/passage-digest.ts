import type { Database } from 'better-sqlite3'
import { type DigestedPassage, digestOfPassages, STRUCTURE_COLUMNS } from '../../rows/passages.ts'

interface Named {
  organization_id: string
  id: string
}

/**
 * Computes the digest of a document's live passages, also in a backup whose passages did not name
 * their organization, or have structure, yet. Reads one passage at a time.
 */
export function createPassageDigest(db: Database): (document: Named) => string {
  const columns = db.pragma('table_info(passages)') as { name: string }[]
  const texts = db.pragma('table_info(passage_texts)') as { name: string }[]
  const isNamed = columns.some(({ name }) => name === 'organization_id')
  const structure = texts.some(({ name }) => name === 'section')
    ? STRUCTURE_COLUMNS
    : 'anchor, NULL AS section, NULL AS headings, NULL AS page, NULL AS role, NULL AS blocks'
  const shown = db.prepare<Named, DigestedPassage>(`
    SELECT passages.id, passage_texts.url, text, ${structure}
      FROM passages JOIN passage_texts ON passage_texts.rowid = passages.rowid
     WHERE document_id = :id AND state = 'live'
       AND ${isNamed ? 'passages.organization_id' : ':organization_id'} = :organization_id
     ORDER BY position
  `)
  return (document) => digestOfPassages(shown.iterate(document))
}
