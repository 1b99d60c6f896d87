import { anchorOf } from '../../text/structure.ts'
import type {
  AskedPassage,
  PlacedPassage,
  PlacedQuestion,
  SectionPlace,
  SectionQuestions,
} from '../ports/section-questions.ts'
import { placeOf, type StructureRow } from '../rows/passages.ts'
import { type Driver, sql, tell } from './step.ts'

interface Documents {
  organization_id: string
  document_ids: string[]
}

interface Place {
  organization_id: string
  id: string
}

type PlacedRow = Omit<PlacedQuestion, 'needs_look'> & { needs_look: 0 | 1 }
type PassageRow = Pick<StructureRow, 'section' | 'anchor' | 'headings' | 'page'> &
  Pick<AskedPassage, 'document_id' | 'text'>

const ofDocuments = sql<Documents, PlacedRow>(`
  SELECT id, document_id, section, origin, needs_look
    FROM section_questions
   WHERE organization_id = :organization_id AND document_id AMONG (:document_ids)
   ORDER BY document_id, created_at, id
`)
const areIn = sql<{ organization_id: string; collection_ids: string[] }>(`
  SELECT 1
    FROM section_questions
   WHERE organization_id = :organization_id AND collection_id AMONG (:collection_ids)
   LIMIT 1
`)
const pointedBy = sql<
  { organization_id: string; collection_ids: string[]; words: string },
  SectionPlace
>(`
  SELECT document_id, section
    FROM section_questions
   WHERE organization_id = :organization_id AND words = :words AND origin = 'owner'
     AND collection_id AMONG (:collection_ids)
   ORDER BY created_at DESC, id DESC
   LIMIT 1
`)
const byKeys = sql<
  { organization_id: string; keys: number[] },
  Pick<StructureRow, 'anchor' | 'headings' | 'page'> & Omit<PlacedPassage, 'section'>
>(`
  SELECT key, collection_id, document_id, anchor, headings, page
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND key AMONG NUMBERS (:keys)
     AND state NOT IN ('staged', 'gone')
     AND EXISTS (SELECT 1
                   FROM section_questions
                  WHERE section_questions.organization_id = :organization_id
                    AND section_questions.document_id = passages.document_id)
`)
const askedPassages = sql<Documents, PassageRow>(`
  SELECT document_id, section, anchor, headings, page, text
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id AMONG (:document_ids)
     AND state = 'live'
   ORDER BY document_id, position
`)
const move = sql<Place & { section: string | null; needs_look: number }>(`
  UPDATE section_questions
     SET section = :section, needs_look = :needs_look
   WHERE organization_id = :organization_id AND id = :id
     AND NOT EXISTS (SELECT 1
                       FROM section_questions AS others
                      WHERE others.organization_id = :organization_id
                        AND others.document_id = section_questions.document_id
                        AND others.section IS NOT DISTINCT FROM :section
                        AND others.words = section_questions.words
                        AND others.id <> section_questions.id)
`)
const remove = sql<Place>(`
  DELETE FROM section_questions WHERE organization_id = :organization_id AND id = :id
`)

/** Where questions are, as their documents change. */
export function createQuestionPlaces(
  db: Driver,
): Pick<
  SectionQuestions,
  'areIn' | 'pointedBy' | 'placesOf' | 'ofDocuments' | 'askedPassages' | 'settle'
> {
  return {
    areIn: (organization_id, collection_ids) =>
      db.run(function* () {
        return (yield* areIn.get({ organization_id, collection_ids })) !== undefined
      }),

    pointedBy: (organization_id, collection_ids, words) =>
      db.run(function* () {
        return (yield* pointedBy.get({ organization_id, collection_ids, words })) ?? null
      }),

    placesOf: (organization_id, keys) =>
      db.run(function* () {
        const rows = yield* byKeys.all({ organization_id, keys })
        return rows.map(({ key, collection_id, document_id, ...place }) => {
          return { key, collection_id, document_id, section: anchorOf(placeOf(place)) }
        })
      }),

    ofDocuments: (organization_id, document_ids) =>
      db.run(function* () {
        const rows = yield* ofDocuments.all({ organization_id, document_ids })
        return rows.map(({ needs_look, ...row }) => ({ ...row, needs_look: needs_look === 1 }))
      }),

    askedPassages: (organization_id, document_ids) =>
      db.run(function* () {
        const rows = yield* askedPassages.all({ organization_id, document_ids })
        return rows.map(({ document_id, section: section_id, text, ...place }) => {
          return { document_id, section_id, section: anchorOf(placeOf(place)), text }
        })
      }),

    settle: (organization_id, { moved, removed }) =>
      db.step(function* () {
        for (const { id, section, needs_look } of moved) {
          const changed = { organization_id, id, section, needs_look: needs_look ? 1 : 0 }
          if ((yield* move.run(changed)) === 0) yield* remove.run({ organization_id, id })
          yield* tell({ organization_id, kind: 'question', id, revision: null })
        }
        for (const id of removed) {
          yield* remove.run({ organization_id, id })
          yield* tell({ organization_id, kind: 'question', id, revision: null })
        }
      }),
  }
}
