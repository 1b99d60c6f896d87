import type { Passage } from '../../contract/document.ts'
import type { Passages, StoredPassage } from '../ports/passages.ts'
import { type DigestedPassage, digestOfPassages, toPassage } from '../rows/passages.ts'
import type { Database, Runner } from './database.ts'
import { readPage } from './paging.ts'
import { sql } from './statement.ts'

const FIRST_POSITION = { position: -1 }

interface Neighbour {
  organization_id: string
  document_id: string
  position: number
}

const COLUMNS = `passages.key, passages.id AS source_id, document_id, passages.collection_id, title,
                 passages.url, anchor, text, position`
const FROM = `passages
    JOIN documents
      ON documents.organization_id = passages.organization_id AND documents.id = document_id`
const IS_SHOWN = `passages.organization_id = :organization_id AND state = 'live'`

const byId = sql<{ organization_id: string; id: string }, StoredPassage>(`
  SELECT ${COLUMNS} FROM ${FROM} WHERE ${IS_SHOWN} AND passages.id = :id
`)
const neighbours = sql<Neighbour, StoredPassage>(`
  (SELECT ${COLUMNS}
     FROM ${FROM}
    WHERE ${IS_SHOWN} AND document_id = :document_id AND position < :position
    ORDER BY position DESC
    LIMIT 1)
  UNION ALL
  (SELECT ${COLUMNS}
     FROM ${FROM}
    WHERE ${IS_SHOWN} AND document_id = :document_id AND position > :position
    ORDER BY position
    LIMIT 1)
`)
const documentExists = sql<{ organization_id: string; document_id: string }>(`
  SELECT 1 FROM documents WHERE organization_id = :organization_id AND id = :document_id
`)
const page = sql<Neighbour & { rows: number }, StoredPassage>(`
  SELECT ${COLUMNS}
    FROM ${FROM}
   WHERE ${IS_SHOWN} AND document_id = :document_id AND position > :position
   ORDER BY position
   LIMIT :rows
`)
// One look-up for each key by the primary key: before a new table has statistics, the planner would
// take the index of all that is live, were it asked for that.
const byKeys = sql<{ organization_id: string; keys: number[] }, StoredPassage>(`
  SELECT passages.key, passages.id AS source_id, document_id, collection_id, title, url, anchor,
         text, position
    FROM unnest(:keys::bigint[]) WITH ORDINALITY AS asked (key, place)
    CROSS JOIN LATERAL (
      SELECT *
        FROM passages
       WHERE organization_id = :organization_id AND passages.key = asked.key
      OFFSET 0
    ) AS passages
    CROSS JOIN LATERAL (
      SELECT title
        FROM documents
       WHERE organization_id = :organization_id AND id = document_id
      OFFSET 0
    ) AS documents
   WHERE state = 'live'
   ORDER BY place
`)
// Said so that the index of all that is live cannot serve it, see above.
const shown = sql<
  { organization_id: string; document_ids: string[] },
  DigestedPassage & { document_id: string }
>(`
  SELECT document_id, id, anchor, url, text
    FROM passages
   WHERE organization_id = :organization_id AND document_id = ANY (:document_ids)
     AND state NOT IN ('staged', 'gone')
   ORDER BY document_id, position
`)

export function createPassages(db: Database): Passages {
  return {
    find: (organization_id, id) =>
      db.snapshot(async (runner) => {
        const row = await byId.get(runner, { organization_id, id })
        if (!row) return null
        const { document_id, position } = row
        const near = await neighbours.all(runner, { organization_id, document_id, position })
        const beside = (isBeside: (row: StoredPassage) => boolean): Passage | null => {
          const found = near.find(isBeside)
          return found ? toPassage(found) : null
        }
        return {
          ...toPassage(row),
          previous: beside((other) => other.position < position),
          next: beside((other) => other.position > position),
        }
      }),

    async list(organization_id, document_id, paging) {
      if (!(await documentExists.get(db, { organization_id, document_id }))) return null
      return readPage(
        paging,
        { list: ['passages', document_id], start: FIRST_POSITION },
        (range) => page.all(db, { organization_id, document_id, ...range }),
        toPassage,
      )
    },

    load: (organization_id, keys) => byKeys.all(db, { organization_id, keys }),
  }
}

/** The digests of documents' live passages, and how many each has. */
export async function digestsOf(
  on: Runner,
  organization_id: string,
  document_ids: string[],
): Promise<Map<string, { passages_digest: string; passage_count: number }>> {
  const rows = await shown.all(on, { organization_id, document_ids })
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id)
  return new Map(
    document_ids.map((id) => {
      const own = byDocument.get(id) ?? []
      return [id, { passages_digest: digestOfPassages(own), passage_count: own.length }]
    }),
  )
}
