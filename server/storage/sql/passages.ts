import { anchorOf } from '../../text/structure.ts'
import type { Passages, StoredPassage } from '../ports/passages.ts'
import {
  type DigestedPassage,
  digestOfPassages,
  placeOf,
  STRUCTURE_COLUMNS,
  type StoredRow,
  type StructureRow,
  sectionNamed,
  toPassage,
  toStoredPassage,
} from '../rows/passages.ts'
import { readPage } from './paging.ts'
import { findPast } from './past-passages.ts'
import { type Driver, type Step, sql } from './step.ts'

const FIRST_POSITION = { position: -1 }

interface Neighbour {
  organization_id: string
  document_id: string
  position: number
}

const COLUMNS = `passages.key, passages.id AS source_id, document_id, passages.collection_id, title,
         passages.url, text, passages.position, ${STRUCTURE_COLUMNS}`
const DOCUMENTS = `documents
      ON documents.organization_id = passages.organization_id AND documents.id = document_id`
const SHOWN = `SELECT ${COLUMNS}
    FROM passages WITH TEXTS
    JOIN ${DOCUMENTS}
   WHERE passages.organization_id = :organization_id AND state = 'live'`

const byId = sql<{ organization_id: string; id: string }, StoredRow>(`
  ${SHOWN} AND passages.id = :id
`)
const neighbours = sql<Neighbour, StoredRow>(`
  SELECT *
    FROM (${SHOWN} AND document_id = :document_id AND position < :position
           ORDER BY position DESC
           LIMIT 1) AS before
   UNION ALL
  SELECT *
    FROM (${SHOWN} AND document_id = :document_id AND position > :position
           ORDER BY position
           LIMIT 1) AS after
`)
const section = sql<{ organization_id: string; document_id: string; section: string }, StoredRow>(`
  ${SHOWN} AND document_id = :document_id AND section = :section
   ORDER BY position
`)
const placesOf = sql<
  { organization_id: string; document_id: string },
  Pick<StructureRow, 'anchor' | 'headings' | 'page'> & { id: string }
>(`
  SELECT id, anchor, headings, page
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id = :document_id AND state = 'live'
   ORDER BY position
`)
const documentExists = sql<{ organization_id: string; document_id: string }>(`
  SELECT 1 FROM documents WHERE organization_id = :organization_id AND id = :document_id
`)
const page = sql<Neighbour & { rows: number }, StoredRow>(`
  ${SHOWN} AND document_id = :document_id AND position > :position
   ORDER BY position
   LIMIT :rows
`)
// The states are named so that the index of all that is live cannot serve these two, and titles are
// read beside: before a new table has statistics, PostgreSQL's planner would not look up each key.
const byKeys = sql<{ organization_id: string; keys: number[] }, Omit<StoredRow, 'title'>>(`
  SELECT key, id AS source_id, document_id, collection_id, url, text, position,
         ${STRUCTURE_COLUMNS}
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND key AMONG NUMBERS (:keys)
     AND state NOT IN ('staged', 'gone')
`)
const titles = sql<{ organization_id: string; ids: string[] }, { id: string; title: string }>(`
  SELECT id, title FROM documents WHERE organization_id = :organization_id AND id AMONG (:ids)
`)
const shown = sql<
  { organization_id: string; document_ids: string[] },
  DigestedPassage & { document_id: string }
>(`
  SELECT document_id, id, url, text, ${STRUCTURE_COLUMNS}
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id AMONG (:document_ids)
     AND state NOT IN ('staged', 'gone')
   ORDER BY document_id, position
`)

export function createPassages(db: Driver): Passages {
  return {
    find: (organization_id, id) =>
      db.snapshot(function* () {
        const row = yield* byId.get({ organization_id, id })
        if (!row) return yield* findPast(organization_id, id)
        const { document_id, position } = row
        const near = yield* neighbours.all({ organization_id, document_id, position })
        const beside = (isBeside: (row: StoredRow) => boolean): StoredPassage | null => {
          const found = near.find(isBeside)
          return found ? toStoredPassage(found) : null
        }
        return {
          ...toStoredPassage(row),
          current: true,
          previous: beside((other) => other.position < position),
          next: beside((other) => other.position > position),
        }
      }),

    list: (organization_id, document_id, paging) =>
      db.run(function* () {
        if (!(yield* documentExists.get({ organization_id, document_id }))) return null
        return yield* readPage(
          paging,
          { list: ['passages', document_id], start: FIRST_POSITION },
          (range) => page.all({ organization_id, document_id, ...range }),
          (row) => toPassage(toStoredPassage(row)),
        )
      }),

    section: (organization_id, section_id) =>
      db.run(function* () {
        const named = sectionNamed(section_id)
        return (yield* section.all({ organization_id, ...named })).map(toStoredPassage)
      }),

    firstOf: (organization_id, { document_id, section: name }) =>
      db.run(function* () {
        const places = yield* placesOf.all({ organization_id, document_id })
        const first = places.find((row) => name === null || anchorOf(placeOf(row)) === name)
        const row = first && (yield* byId.get({ organization_id, id: first.id }))
        return row ? toStoredPassage(row) : null
      }),

    load: (organization_id, keys) =>
      db.run(function* () {
        const rows = yield* byKeys.all({ organization_id, keys })
        const ids = [...new Set(rows.map(({ document_id }) => document_id))]
        const documents = yield* titles.all({ organization_id, ids })
        const titleOf = new Map(documents.map(({ id, title }) => [id, title]))
        const byKey = new Map(rows.map((row) => [row.key, row]))
        return keys.flatMap((key) => {
          const row = byKey.get(key)
          const title = row && titleOf.get(row.document_id)
          return row && title !== undefined ? [toStoredPassage({ ...row, title })] : []
        })
      }),
  }
}

/** The digests of documents' live passages, and how many each has. */
export function* digestsOf(
  organization_id: string,
  document_ids: string[],
): Step<Map<string, { passages_digest: string; passage_count: number }>> {
  const rows = yield* shown.all({ organization_id, document_ids })
  const byDocument = Map.groupBy(rows, ({ document_id }) => document_id)
  return new Map(
    document_ids.map((id) => {
      const own = byDocument.get(id) ?? []
      return [id, { passages_digest: digestOfPassages(own), passage_count: own.length }]
    }),
  )
}
