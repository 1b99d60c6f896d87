import type { QuestionLikes, ReadLike, UnreadLike } from '../ports/question-likes.ts'
import { vectorIn, writeVector } from '../rows/section-questions.ts'
import { isAlike, isShown, MAX_LEARNT } from '../rules/question-likes.ts'
import { insertQuestion } from './question-insertion.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  document_id: string
  section: string | null
}

interface Named {
  organization_id: string
  id: string
}

interface LikeRow {
  id: string
  visitor_id: string
  liked_at: string
  words: string
  set_number: number
  embedding: string | null
  question_id: string | null
}

const unread = sql<{ limit: number }, UnreadLike>(`
  SELECT question_likes.organization_id, question_likes.id, question_likes.document_id, section,
         question.text, embedding_model, dimensions, number AS set_number
    FROM question_likes
    JOIN messages AS answer
      ON answer.organization_id = question_likes.organization_id
     AND answer.id = question_likes.answer_id
    JOIN messages AS question
      ON question.organization_id = question_likes.organization_id
     AND question.conversation_id = question_likes.conversation_id
     AND question.sequence = answer.sequence - 1
    JOIN vector_sets
      ON vector_sets.organization_id = question_likes.organization_id
     AND vector_sets.collection_id = question_likes.collection_id
     AND vector_sets.state = 'serving'
   WHERE words IS NULL
   ORDER BY question_likes.organization_id, question_likes.id
   LIMIT :limit
`)
const mark = sql<
  Named & { words: string; set_number: number; embedding: string | null },
  { collection_id: string }
>(`
  UPDATE question_likes
     SET words = :words, set_number = :set_number, embedding = :embedding
   WHERE organization_id = :organization_id AND id = :id AND words IS NULL
  RETURNING collection_id
`)
const discard = sql<Named>(`
  DELETE FROM question_likes WHERE organization_id = :organization_id AND id = :id
`)
const refuses = sql<{ organization_id: string; collection_id: string }>(`
  SELECT 1
    FROM readings
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND learn_from_visitors = 0
`)
const atPlace = sql<Place, LikeRow>(`
  SELECT id, visitor_id, liked_at, words, set_number, embedding, question_id
    FROM question_likes
   WHERE organization_id = :organization_id AND document_id = :document_id
     AND section IS NOT DISTINCT FROM :section AND words IS NOT NULL
`)
const known = sql<Place, Named & { words: string; set_number: number; embedding: string | null }>(`
  SELECT organization_id, id, words, set_number, embedding
    FROM section_questions
   WHERE organization_id = :organization_id AND document_id = :document_id
     AND section IS NOT DISTINCT FROM :section AND origin = 'visitors'
`)
const isTaken = sql<Place & { words: string }>(`
  SELECT 1
    FROM section_questions
   WHERE organization_id = :organization_id AND document_id = :document_id
     AND section IS NOT DISTINCT FROM :section AND words = :words
   UNION ALL
  SELECT 1
    FROM forgotten_questions
   WHERE organization_id = :organization_id AND document_id = :document_id AND words = :words
`)
const learntSince = sql<
  { organization_id: string; collection_id: string; since: string },
  { count: number }
>(`
  SELECT count(*) AS count
    FROM section_questions
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND origin = 'visitors' AND created_at >= :since
`)
const join = sql<Named & { question_id: string; is_wording: number }>(`
  UPDATE question_likes
     SET question_id = :question_id, is_wording = :is_wording
   WHERE organization_id = :organization_id AND id = :id AND question_id IS NULL
`)
const count = sql<Named>(`
  UPDATE section_questions
     SET asked_count = (SELECT count(DISTINCT visitor_id)
                          FROM question_likes
                         WHERE question_likes.organization_id = :organization_id
                           AND question_id = :id)
   WHERE organization_id = :organization_id AND id = :id
`)

export function createQuestionLikes(db: Driver): QuestionLikes {
  return {
    unread: (limit) => db.run(() => unread.all({ limit })),

    learn: (like, question_id, now) =>
      db.step(function* () {
        const { organization_id, id, read, vector, set_number, isTeachable } = like
        const compared = { words: read.words, set_number, vector }
        const embedding = writeVector(vector)
        const { words } = read
        const marked = yield* mark.get({ organization_id, id, words, set_number, embedding })
        if (!marked) return
        if (!isTeachable || (yield* refuses.get({ organization_id, ...marked }))) {
          yield* discard.run({ organization_id, id })
          return
        }
        const place = placeOf(like)
        const kin = (yield* atPlace.all(place)).filter((row) => isAlike(compared, toCompared(row)))
        const alike = (yield* known.all(place)).find((row) => isAlike(compared, toCompared(row)))
        if (alike) yield* joinAll(organization_id, kin, { question_id: alike.id, wording: null })
        else if (isShown(kin) && (yield* mayLearn(like, marked.collection_id, now))) {
          yield* insertLearnt(like, { question_id, ...marked, created_at: now })
          yield* joinAll(organization_id, kin, { question_id, wording: id })
        }
      }),
  }
}

function placeOf({ organization_id, document_id, section }: Place): Place {
  return { organization_id, document_id, section }
}

function toCompared({ embedding, ...row }: Pick<LikeRow, 'words' | 'set_number' | 'embedding'>) {
  return { ...row, vector: embedding === null ? null : vectorIn(embedding) }
}

function* joinAll(
  organization_id: string,
  likes: LikeRow[],
  { question_id, wording }: { question_id: string; wording: string | null },
): Step<void> {
  for (const { id } of likes) {
    yield* join.run({ organization_id, id, question_id, is_wording: id === wording ? 1 : 0 })
  }
  yield* count.run({ organization_id, id: question_id })
  yield* tell({ organization_id, kind: 'question', id: question_id, revision: null })
}

function* mayLearn(like: ReadLike, collection_id: string, now: string): Step<boolean> {
  if (yield* isTaken.get({ ...placeOf(like), words: like.read.words })) return false
  const since = now.slice(0, 10)
  const of = { organization_id: like.organization_id, collection_id, since }
  return ((yield* learntSince.get(of))?.count ?? 0) < MAX_LEARNT
}

function* insertLearnt(
  { text, read: { language, words, terms }, ...like }: ReadLike,
  made: { question_id: string; collection_id: string; created_at: string },
): Step<void> {
  const { question_id: id, ...rest } = made
  yield* insertQuestion.run({
    ...placeOf(like),
    ...rest,
    id,
    text,
    language,
    origin: 'visitors',
    asked_count: 0,
    words,
    terms: JSON.stringify(terms),
  })
}
