import type { AnswerLink, Citation } from '../../contract/conversation.ts'
import { readSectionQuestion } from '../../text/section-question.ts'
import { anchorOf } from '../../text/structure.ts'
import { placeOf, type StructureRow } from '../rows/passages.ts'
import { LEAST_LEFT } from '../rules/question-likes.ts'
import { type Step, sql, tell } from './step.ts'

/** An answer to a visitor, whose question was found to be one of a section. */
export interface ShownAnswer {
  organization_id: string
  answer_id: string
  conversation_id: string
  visitor_id: string
}

interface Found {
  collection_id: string
  document_id: string
  section: string | null
}

type PassageRow = Pick<StructureRow, 'anchor' | 'headings' | 'page'> & Omit<Found, 'section'>

const passage = sql<{ organization_id: string; id: string }, PassageRow>(`
  SELECT collection_id, document_id, anchor, headings, page
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND id = :id AND state = 'live'
`)
const documentAt = sql<{ organization_id: string; answer_id: string; urls: string[] }, Found>(`
  SELECT documents.collection_id, documents.id AS document_id, NULL AS section
    FROM messages
    JOIN conversations
      ON conversations.organization_id = :organization_id AND conversations.id = conversation_id
    JOIN assistant_collections
      ON assistant_collections.organization_id = :organization_id
     AND assistant_collections.assistant_id = conversations.assistant_id
    JOIN documents
      ON documents.organization_id = :organization_id
     AND documents.collection_id = assistant_collections.collection_id
   WHERE messages.organization_id = :organization_id AND messages.id = :answer_id
     AND documents.url AMONG (:urls)
   LIMIT 1
`)
const insert = sql<
  ShownAnswer & Found & { id: string; source: 'opening' | 'rating'; now: string }
>(`
  INSERT INTO question_likes (organization_id, id, answer_id, conversation_id, visitor_id,
                              collection_id, document_id, section, source, liked_at, words,
                              set_number, embedding, question_id, is_wording)
  VALUES (:organization_id, :id, :answer_id, :conversation_id, :visitor_id, :collection_id,
          :document_id, :section, :source, :now, NULL, 0, NULL, NULL, 0)
  ON CONFLICT DO NOTHING
`)
const ratedOf = sql<
  { organization_id: string; answer_id: string },
  { question_id: string | null }
>(`
  DELETE FROM question_likes
   WHERE organization_id = :organization_id AND answer_id = :answer_id AND source = 'rating'
  RETURNING question_id
`)
const taughtBy = sql<{ organization_id: string; ids: string[] }, { question_id: string }>(`
  SELECT DISTINCT question_id
    FROM question_likes
   WHERE organization_id = :organization_id AND conversation_id AMONG (:ids)
     AND question_id IS NOT NULL
`)

/** A visitor opened a link of an abstention. */
export function* showOpened(answer: ShownAnswer, link: AnswerLink, now: string): Step<void> {
  const { organization_id, answer_id } = answer
  const found =
    link.kind === 'section'
      ? yield* sectionOf(organization_id, link.source_id)
      : link.kind === 'document' && link.url
        ? yield* documentAt.get({ organization_id, answer_id, urls: spellingsOf(link.url) })
        : undefined
  if (found) yield* insertLike(answer, found, { source: 'opening', now })
}

/** A visitor rated an answer up: its sections have answered. */
export function* showRated(answer: ShownAnswer, citations: Citation[], now: string): Step<void> {
  for (const { source_id } of citations) {
    const found = yield* sectionOf(answer.organization_id, source_id)
    if (found) yield* insertLike(answer, found, { source: 'rating', now })
  }
}

/** The rating was taken back. */
export function* hideRated(organization_id: string, answer_id: string): Step<void> {
  const gone = yield* ratedOf.all({ organization_id, answer_id })
  yield* settleLearnt(
    organization_id,
    gone.flatMap(({ question_id }) => question_id ?? []),
  )
}

/** The questions that conversations have made sections learn. */
export function* learntFrom(organization_id: string, ids: string[]): Step<string[]> {
  return (yield* taughtBy.all({ organization_id, ids })).map(({ question_id }) => question_id)
}

function* sectionOf(organization_id: string, id: string | null): Step<Found | undefined> {
  const row = id === null ? undefined : yield* passage.get({ organization_id, id })
  if (!row) return undefined
  const { collection_id, document_id, ...place } = row
  return { collection_id, document_id, section: anchorOf(placeOf(place)) }
}

function* insertLike(
  answer: ShownAnswer,
  found: Found,
  given: { source: 'opening' | 'rating'; now: string },
): Step<void> {
  yield* insert.run({ ...answer, ...found, ...given, id: crypto.randomUUID() })
}

/** The address of a link as its document may have it. */
function spellingsOf(url: string): string[] {
  const page = url.replace(/#.*$/, '')
  return [...new Set([url, page, page.replace(/\/$/, '')])]
}

interface Left {
  id: string
  conversation_id: string
  visitor_id: string
  is_wording: 0 | 1
  text: string
}

interface Named {
  organization_id: string
  id: string
}

const left = sql<Named, Left>(`
  SELECT question_likes.id, question_likes.conversation_id, visitor_id, is_wording, question.text
    FROM question_likes
    JOIN messages AS answer
      ON answer.organization_id = :organization_id AND answer.id = answer_id
    JOIN messages AS question
      ON question.organization_id = :organization_id
     AND question.conversation_id = question_likes.conversation_id
     AND question.sequence = answer.sequence - 1
   WHERE question_likes.organization_id = :organization_id AND question_id = :id
   ORDER BY liked_at, question_likes.id
`)
const remove = sql<Named>(`
  DELETE FROM section_questions
   WHERE organization_id = :organization_id AND id = :id AND origin = 'visitors'
`)
const recount = sql<Named & { asked_count: number }>(`
  UPDATE section_questions
     SET asked_count = :asked_count
   WHERE organization_id = :organization_id AND id = :id
`)
const reword = sql<Named & { text: string; language: string; words: string; terms: string }>(`
  UPDATE section_questions
     SET text = :text, language = :language, words = :words, terms = :terms, set_number = 0,
         embedding = NULL
   WHERE organization_id = :organization_id AND id = :id
     AND NOT EXISTS (SELECT 1
                       FROM section_questions AS others
                      WHERE others.organization_id = :organization_id
                        AND others.document_id = section_questions.document_id
                        AND coalesce(others.section, '') = coalesce(section_questions.section, '')
                        AND others.words = :words AND others.id <> :id)
`)
const becomeWording = sql<Named>(`
  UPDATE question_likes SET is_wording = 1 WHERE organization_id = :organization_id AND id = :id
`)

/**
 * Forgets questions of visitors of which too few conversations are left. Where the wording was of
 * one that is gone, another visitor's takes its place.
 */
export function* settleLearnt(organization_id: string, ids: string[]): Step<void> {
  for (const id of new Set(ids)) {
    const likes = yield* left.all({ organization_id, id })
    const conversations = new Set(likes.map(({ conversation_id }) => conversation_id))
    const isKept =
      conversations.size >= LEAST_LEFT && (yield* keepWording({ organization_id, id }, likes))
    if (!isKept) yield* remove.run({ organization_id, id })
    yield* tell({ organization_id, kind: 'question', id, revision: null })
  }
}

/** False: another question of the section has the words of those who are left. */
function* keepWording(question: Named, likes: Left[]): Step<boolean> {
  const asked_count = new Set(likes.map(({ visitor_id }) => visitor_id)).size
  yield* recount.run({ ...question, asked_count })
  const [first] = likes
  if (!first || likes.some(({ is_wording }) => is_wording === 1)) return true
  const { language, words, terms } = readSectionQuestion(first.text)
  const written = { text: first.text, language, words, terms: JSON.stringify(terms) }
  if ((yield* reword.run({ ...question, ...written })) === 0) return false
  yield* becomeWording.run({ organization_id: question.organization_id, id: first.id })
  return true
}
