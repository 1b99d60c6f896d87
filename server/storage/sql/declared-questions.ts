import type { SectionQuestion } from '../../contract/section-question.ts'
import type { DeclaredQuestion, OwnQuestion, SectionQuestions } from '../ports/section-questions.ts'
import { type Driver, type Step, sql } from './step.ts'

interface Place {
  organization_id: string
  collection_id: string
}

const clear = sql<Place>(`
  DELETE FROM declared_questions
   WHERE organization_id = :organization_id AND collection_id = :collection_id
`)
const insert = sql<Place & DeclaredQuestion & { position: number }>(`
  INSERT INTO declared_questions (organization_id, collection_id, position, path, section, text)
  VALUES (:organization_id, :collection_id, :position, :path, :section, :text)
`)
const ofSource = sql<
  { organization_id: string; source_id: string },
  DeclaredQuestion & { document_id: string }
>(`
  SELECT documents.id AS document_id, documents.path, section, text
    FROM sources
   CROSS JOIN declared_questions
    JOIN documents
      ON documents.organization_id = :organization_id AND source_id = sources.id
     AND documents.path = declared_questions.path
   WHERE sources.organization_id = :organization_id AND sources.id = :source_id
     AND declared_questions.organization_id = :organization_id
     AND declared_questions.collection_id = sources.collection_id
   ORDER BY position
`)
const known = sql<
  {
    organization_id: string
    document_id: string
    section: string | null
    words: string
  },
  { collection_id: string; state: 'known' | 'forgotten' | null }
>(`
  SELECT collection_id,
         CASE WHEN EXISTS (SELECT 1
                             FROM section_questions
                            WHERE organization_id = :organization_id
                              AND document_id = :document_id
                              AND section IS NOT DISTINCT FROM :section AND words = :words)
              THEN 'known'
              WHEN EXISTS (SELECT 1
                             FROM forgotten_questions
                            WHERE organization_id = :organization_id
                              AND document_id = :document_id AND words = :words)
              THEN 'forgotten'
         END AS state
    FROM documents
   WHERE organization_id = :organization_id AND id = :document_id
`)

/** How a question is stored that an owner wrote. */
interface Own {
  findSection(
    organization_id: string,
    question: Pick<OwnQuestion, 'document_id' | 'section'>,
  ): Step<string | undefined>
  insertOwn(
    organization_id: string,
    question: OwnQuestion & { collection_id: string },
  ): Step<SectionQuestion>
}

/** Questions of a provisioning file, which wait for their documents. */
export function createDeclaredQuestions(
  db: Driver,
  { findSection, insertOwn }: Own,
): Pick<SectionQuestions, 'declare' | 'declaredOf' | 'applyDeclared'> {
  return {
    declare: (organization_id, collection_id, declared) =>
      db.step(function* () {
        const place = { organization_id, collection_id }
        yield* clear.run(place)
        for (const [position, { path, section, text }] of declared.entries()) {
          yield* insert.run({ ...place, position, path, section, text })
        }
      }),

    declaredOf: (organization_id, source_id) =>
      db.run(() => ofSource.all({ organization_id, source_id })),

    applyDeclared: (organization_id, question) =>
      db.step(function* () {
        const { document_id, read } = question
        const found =
          question.section === null ? null : yield* findSection(organization_id, question)
        if (found === undefined) return 'no_section'
        const named = { organization_id, document_id, section: found, words: read.words }
        const document = yield* known.get(named)
        if (!document) return 'no_section'
        if (document.state) return document.state
        const { collection_id } = document
        yield* insertOwn(organization_id, { ...question, collection_id, section: found })
        return 'made'
      }),
  }
}
