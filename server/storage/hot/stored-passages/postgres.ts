import type { CollectionPlace } from '../../rows/documents.ts'
import { sql } from '../../sql/step.ts'
import type { PassageRows } from '../../sql/stored-passages.ts'

const takeKeys = sql<{ organization_id: string; count: number }, { last: number }>(`
  INSERT INTO passage_keys (organization_id, last)
  VALUES (:organization_id, :count)
  ON CONFLICT (organization_id) DO UPDATE SET last = passage_keys.last + excluded.last
  RETURNING last
`)
const insert = sql<
  CollectionPlace & {
    keys: number[]
    ids: string[]
    document_ids: string[]
    positions: number[]
    states: string[]
    staged_by: (string | null)[]
    sections: (string | null)[]
    anchors: (string | null)[]
    headings: (string | null)[]
    pages: (number | null)[]
    roles: (string | null)[]
    blocks: (string | null)[]
    urls: (string | null)[]
    texts: string[]
  }
>(`
  INSERT INTO passages (organization_id, key, id, collection_id, document_id, position, state,
                        staged_by, section, anchor, headings, page, role, blocks, url, text)
  SELECT :organization_id, key, id, :collection_id, document_id, position, state, staged_by,
         section, anchor, headings, page, role, blocks, url, text
    FROM unnest(:keys::bigint[], :ids::text[], :document_ids::text[], :positions::integer[],
                :states::text[], :staged_by::text[], :sections::text[],
                :anchors::text[], :headings::text[], :pages::integer[], :roles::text[],
                :blocks::text[], :urls::text[], :texts::text[])
      AS passage (key, id, document_id, position, state, staged_by, section, anchor, headings,
                  page, role, blocks, url, text)
`)
const link = sql<{ organization_id: string; id: string; url: string | null }>(`
  UPDATE passages
     SET url = :url::text || CASE WHEN strpos(url, '#') > 0 THEN substr(url, strpos(url, '#'))
                                  ELSE '' END
   WHERE organization_id = :organization_id AND document_id = :id
     AND state IN ('live', 'staged')
`)

/**
 * Texts are in the row, which a state rewrites anyway (sqlite.ts does otherwise), and keys are
 * counted for each organization. One statement stores all passages of a step.
 */
export const passageRows: PassageRows = {
  *insert(place, passages) {
    const { organization_id } = place
    const { last = 0 } = (yield* takeKeys.get({ organization_id, count: passages.length })) ?? {}
    const keys = passages.map((_, at) => last - passages.length + 1 + at)
    yield* insert.run({
      ...place,
      keys,
      ids: passages.map(({ id }) => id),
      document_ids: passages.map(({ document_id }) => document_id),
      positions: passages.map(({ position }) => position),
      states: passages.map(({ state }) => state),
      staged_by: passages.map(({ staged_by }) => staged_by),
      sections: passages.map(({ section }) => section),
      anchors: passages.map(({ anchor }) => anchor),
      headings: passages.map(({ headings }) => headings),
      pages: passages.map(({ page }) => page),
      roles: passages.map(({ role }) => role),
      blocks: passages.map(({ blocks }) => blocks),
      urls: passages.map(({ url }) => url),
      texts: passages.map(({ text }) => text),
    })
    return passages.map(({ terms, vector, windows }, at) => {
      return { key: keys[at] as number, terms, vector, windows }
    })
  },

  *link(document, url) {
    yield* link.run({ ...document, url })
  },
}
