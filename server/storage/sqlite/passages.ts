import type { Database } from 'better-sqlite3'
import type { Passages, StoredPassage } from '../ports/passages.ts'
import { toPassage } from '../rows/passages.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'

const FIRST_POSITION = { position: -1 }

export function createPassages(db: Database): Sync<Passages> {
  const columns = `passages.key AS key, passages.id AS source_id, document_id, passages.collection_id, title,
           passage_texts.url, anchor, text, position`
  const byId = db.prepare<{ organization_id: string; id: string }, StoredPassage>(
    plannedOnce(`
    SELECT ${columns}
      FROM passages
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN documents ON documents.organization_id = passages.organization_id
                    AND documents.id = document_id
     WHERE passages.id = :id AND state = 'live' AND passages.organization_id = :organization_id
  `),
  )
  const before = db.prepare<Neighbour, StoredPassage>(
    plannedOnce(`
    SELECT ${columns}
      FROM passages
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN documents ON documents.organization_id = passages.organization_id
                    AND documents.id = document_id
     WHERE document_id = :document_id AND state = 'live' AND position < :position
       AND passages.organization_id = :organization_id
     ORDER BY position DESC
     LIMIT 1
  `),
  )
  const after = db.prepare<Neighbour, StoredPassage>(
    plannedOnce(`
    SELECT ${columns}
      FROM passages
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN documents ON documents.organization_id = passages.organization_id
                    AND documents.id = document_id
     WHERE document_id = :document_id AND state = 'live' AND position > :position
       AND passages.organization_id = :organization_id
     ORDER BY position
     LIMIT 1
  `),
  )
  const documentExists = db.prepare<{ organization_id: string; document_id: string }>(`
    SELECT 1 FROM documents WHERE id = :document_id AND organization_id = :organization_id
  `)
  const page = db.prepare<Neighbour & { rows: number }, StoredPassage>(`
    SELECT ${columns}
      FROM passages
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN documents ON documents.organization_id = passages.organization_id
                    AND documents.id = document_id
     WHERE document_id = :document_id AND state = 'live' AND position > :position
       AND passages.organization_id = :organization_id
     ORDER BY position
     LIMIT :rows
  `)
  const load = db.prepare<{ organization_id: string; keys: string }, StoredPassage>(`
    SELECT ${columns}
      FROM json_each(:keys) AS asked
      CROSS JOIN passages ON passages.key = asked.value
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN documents ON documents.organization_id = passages.organization_id
                    AND documents.id = document_id
     WHERE state = 'live' AND passages.organization_id = :organization_id
     ORDER BY asked.key
  `)

  return {
    find(organization_id, id) {
      const row = byId.get({ organization_id, id })
      if (!row) return null
      const here = { organization_id, document_id: row.document_id, position: row.position }
      const [previous, next] = [before.get(here), after.get(here)]
      return {
        ...toPassage(row),
        previous: previous ? toPassage(previous) : null,
        next: next ? toPassage(next) : null,
      }
    },

    list(organization_id, document_id, paging) {
      if (!documentExists.get({ organization_id, document_id })) return null
      return readPage(
        paging,
        { list: ['passages', document_id], start: FIRST_POSITION },
        (range) => page.all({ organization_id, document_id, ...range }),
        toPassage,
      )
    },

    load: (organization_id, keys) => load.all({ organization_id, keys: JSON.stringify(keys) }),
  }
}

interface Neighbour {
  organization_id: string
  document_id: string
  position: number
}
