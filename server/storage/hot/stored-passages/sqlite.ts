import type { StructureRow } from '../../rows/passages.ts'
import { sql } from '../../sql/step.ts'
import type { PassageRows, StorablePassage } from '../../sql/stored-passages.ts'

const lastKey = sql<object, { last: number }>(`
  SELECT seq AS last FROM sqlite_sequence WHERE name = 'passages'
`)
const insert = sql<{
  organization_id: string
  key: number
  id: string
  collection_id: string
  document_id: string
  position: number
  state: string
  staged_by: string | null
}>(`
  INSERT INTO passages (organization_id, key, id, collection_id, document_id, position, state,
                        staged_by)
  VALUES (:organization_id, :key, :id, :collection_id, :document_id, :position, :state, :staged_by)
`)
const insertText = sql<StructureRow & Pick<StorablePassage, 'url' | 'text'> & { key: number }>(`
  INSERT INTO passage_texts (key, section, anchor, headings, page, role, blocks, url, text)
  VALUES (:key, :section, :anchor, :headings, :page, :role, :blocks, :url, :text)
`)
const link = sql<{ organization_id: string; id: string; url: string | null }>(`
  UPDATE passage_texts
     SET url = :url || CASE WHEN instr(url, '#') > 0 THEN substr(url, instr(url, '#')) ELSE '' END
   WHERE key IN (SELECT key
                   FROM passages
                  WHERE organization_id = :organization_id AND document_id = :id
                    AND state IN ('live', 'staged'))
`)

/**
 * Texts are in a table of their own, so that changing the state of passages rewrites small rows: of
 * 50,000 with 800 characters, showing one takes 11 µs and hiding it 9, where it takes 14.5 and 11
 * with texts in the row. Vectors are also loaded along their keys without a look at texts. A
 * statement for each row, because rows of JSON take a tenth longer.
 */
export const passageRows: PassageRows = {
  *insert({ organization_id, collection_id }, passages) {
    let key = (yield* lastKey.get({}))?.last ?? 0
    const indexed = []
    for (const passage of passages) {
      const { id, document_id, position, state, staged_by } = passage
      const { section, anchor, headings, page, role, blocks, url, text } = passage
      const { terms, vector, windows } = passage
      const place = { organization_id, collection_id, document_id, position }
      key += 1
      yield* insert.run({ ...place, key, id, state, staged_by })
      yield* insertText.run({ key, section, anchor, headings, page, role, blocks, url, text })
      indexed.push({ key, terms, vector, windows })
    }
    return indexed
  },

  *link(document, url) {
    yield* link.run({ ...document, url })
  },
}
