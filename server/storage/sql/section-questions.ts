import type { SectionQuestion } from '../../contract/section-question.ts'
import { NEWEST } from '../paging.ts'
import type { OwnQuestion, QuestionFilter, SectionQuestions } from '../ports/section-questions.ts'
import { placeOf, type StructureRow } from '../rows/passages.ts'
import {
  type ComparedRow,
  QUESTION_COLUMNS,
  type QuestionRow,
  toCompared,
  toQuestion,
} from '../rows/section-questions.ts'
import { firstOfSections, requireSection, sectionNamed } from '../rules/section-questions.ts'
import { createDeclaredQuestions } from './declared-questions.ts'
import { toJsonRows } from './json-rows.ts'
import { readPage } from './paging.ts'
import { insertQuestion } from './question-insertion.ts'
import { createQuestionPlaces } from './question-places.ts'
import { createQuestionVectors } from './question-vectors.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'

interface Place {
  organization_id: string
  id: string
}

interface Words {
  organization_id: string
  document_id: string
  words: string
}

const documentOf = sql<Place, { collection_id: string }>(`
  SELECT collection_id FROM documents WHERE organization_id = :organization_id AND id = :id
`)
const collectionExists = sql<Place>(`
  SELECT 1 FROM collections WHERE organization_id = :organization_id AND id = :id
`)
const placesOf = sql<
  { organization_id: string; document_id: string },
  Pick<StructureRow, 'anchor' | 'headings' | 'page'>
>(`
  SELECT anchor, headings, page
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id = :document_id
     AND state IN ('live', 'staged')
   ORDER BY position
`)
const rewrite = sql<
  Place & { text: string; language: string; words: string; terms: string },
  QuestionRow
>(`
  UPDATE section_questions
     SET text = :text, language = :language, words = :words, terms = :terms, origin = 'owner',
         needs_look = 0, set_number = 0, embedding = NULL
   WHERE organization_id = :organization_id AND id = :id
  RETURNING ${QUESTION_COLUMNS}
`)
const unlink = sql<Place>(`
  DELETE FROM question_likes WHERE organization_id = :organization_id AND question_id = :id
`)
const remove = sql<Place, Words>(`
  DELETE FROM section_questions
   WHERE organization_id = :organization_id AND id = :id
  RETURNING organization_id, document_id, words
`)
const forget = sql<Words>(`
  INSERT INTO forgotten_questions (organization_id, document_id, words)
  VALUES (:organization_id, :document_id, :words)
  ON CONFLICT (organization_id, document_id, words) DO NOTHING
`)
const remember = sql<Words>(`
  DELETE FROM forgotten_questions
   WHERE organization_id = :organization_id AND document_id = :document_id AND words = :words
`)

interface Passes {
  organization_id: string
  collection_id: string | null
  document_id: string | null
  origin: string | null
  needs_look: number | null
  without: string[]
}

const page = sql<Passes & { rows: number } & typeof NEWEST, QuestionRow>(`
  SELECT ${QUESTION_COLUMNS}
    FROM section_questions
   WHERE organization_id = :organization_id
     AND (:collection_id::text IS NULL OR collection_id = :collection_id)
     AND (:document_id::text IS NULL OR document_id = :document_id)
     AND (:origin::text IS NULL OR origin = :origin)
     AND (:needs_look::integer IS NULL OR needs_look = :needs_look)
     AND origin NOT AMONG (:without)
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
/** All of each section's: cutting them here would sort them twice, with their vectors. */
const ofSections = sql<{ organization_id: string; sections: string }, ComparedRow>(`
  SELECT section_questions.id, wanted.document_id, wanted.section, origin, terms,
         CASE WHEN set_number = number THEN embedding END AS embedding
    FROM ROWS (:sections, document_id text, section text) AS wanted
    JOIN section_questions
      ON section_questions.organization_id = :organization_id
     AND section_questions.document_id = wanted.document_id
     AND coalesce(section_questions.section, '') IN ('', coalesce(wanted.section, ''))
    LEFT JOIN vector_sets
      ON vector_sets.organization_id = :organization_id
     AND vector_sets.collection_id = section_questions.collection_id
     AND state = 'serving'
   ORDER BY wanted.document_id, wanted.section, CASE WHEN origin = 'owner' THEN 0 ELSE 1 END,
            asked_count DESC, section_questions.id
`)

export function createSectionQuestions(db: Driver): SectionQuestions {
  return {
    create: (organization_id, question) =>
      db.step(function* () {
        const { document_id } = question
        const document = yield* documentOf.get({ organization_id, id: document_id })
        if (!document) return null
        const section =
          question.section === null
            ? null
            : requireSection(yield* findSection(organization_id, question))
        const made = { ...question, ...document, section }
        const stored = yield* unique('sectionQuestion', insertOwn(organization_id, made))
        yield* remember.run({ organization_id, document_id, words: question.read.words })
        return stored
      }),

    rewrite: (organization_id, id, { text, read }) =>
      db.step(function* () {
        const { language, words } = read
        const terms = JSON.stringify(read.terms)
        const written = { organization_id, id, text, language, words, terms }
        const row = yield* unique('sectionQuestion', rewrite.get(written))
        if (!row) return null
        yield* remember.run({ organization_id, document_id: row.document_id, words })
        yield* unlink.run({ organization_id, id })
        yield* tellOf(organization_id, id)
        return toQuestion(row)
      }),

    list: (organization_id, filter, paging) =>
      db.run(function* () {
        if (!(yield* isKnown(organization_id, filter))) return null
        const passes = passesOf(organization_id, filter)
        return yield* readPage(
          paging,
          { list: ['questions', ...Object.values(passes)], start: NEWEST },
          (range) => page.all({ ...passes, ...range }),
          toQuestion,
        )
      }),

    delete: (organization_id, id) =>
      db.step(function* () {
        const removed = yield* remove.get({ organization_id, id })
        if (!removed) return false
        yield* forget.run(removed)
        yield* tellOf(organization_id, id)
        return true
      }),

    ofSections: (organization_id, sections) =>
      db.run(function* () {
        const wanted = { organization_id, sections: toJsonRows(sections) }
        return firstOfSections(yield* ofSections.all(wanted)).map(toCompared)
      }),

    ...createQuestionVectors(db),
    ...createQuestionPlaces(db),
    ...createDeclaredQuestions(db, { findSection, insertOwn }),
  }
}

/** The anchor of a section that a question names; undefined: its document has none such. */
function* findSection(
  organization_id: string,
  { document_id, section }: Pick<OwnQuestion, 'document_id' | 'section'>,
): Step<string | undefined> {
  const rows = yield* placesOf.all({ organization_id, document_id })
  return sectionNamed(rows.map(placeOf), section ?? '')
}

function* insertOwn(
  organization_id: string,
  { read, ...question }: OwnQuestion & { collection_id: string },
): Step<SectionQuestion> {
  const { language, words } = read
  const own = { ...question, language, origin: 'owner' as const, asked_count: 0 }
  yield* insertQuestion.run({ ...own, organization_id, words, terms: JSON.stringify(read.terms) })
  yield* tellOf(organization_id, question.id)
  return { ...own, needs_look: false }
}

function* isKnown(organization_id: string, filter: QuestionFilter): Step<boolean> {
  const { collection_id, document_id } = filter
  if (document_id !== undefined) {
    return (yield* documentOf.get({ organization_id, id: document_id })) !== undefined
  }
  if (collection_id === undefined) return true
  return (yield* collectionExists.get({ organization_id, id: collection_id })) !== undefined
}

function passesOf(organization_id: string, filter: QuestionFilter): Passes {
  const { collection_id = null, document_id = null, origin = null, without } = filter
  const needs_look = filter.needs_look === undefined ? null : Number(filter.needs_look)
  return { organization_id, collection_id, document_id, origin, needs_look, without }
}

function* tellOf(organization_id: string, id: string): Step<void> {
  yield* tell({ organization_id, kind: 'question', id, revision: null })
}
