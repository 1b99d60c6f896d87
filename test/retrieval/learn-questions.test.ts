import { expect, test } from 'vitest'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { createQuestionLearner } from '../../server/retrieval/learn-questions.ts'
import type { ReadLike, UnreadLike } from '../../server/storage/ports/question-likes.ts'
import { isTeachable } from '../../server/text/teachable.ts'

function likeOf(text: string): UnreadLike {
  return {
    organization_id: 'acme',
    id: text,
    document_id: 'guide',
    section: 'Cards',
    text,
    embedding_model: 'test/words',
    dimensions: 2,
    set_number: 1,
  }
}

/** What is learnt of likes, and the failures that are reported. */
async function learnt(texts: string[], embed: EmbeddingModel['embed']) {
  const unread = texts.map(likeOf)
  const likes: ReadLike[] = []
  const failures: unknown[] = []
  const learner = createQuestionLearner({
    store: {
      questionLikes: {
        unread: async (limit) => unread.splice(0, limit),
        learn: async (like) => void likes.push(like),
      },
    },
    embeddings: () => ({ embed }) as unknown as EmbeddingModel,
    now: () => '2026-01-01T00:00:00.000Z',
    newId: () => 'question',
    giveWay: async () => {},
    report: (error) => failures.push(error),
  })
  await learner.wake()
  await learner.stop()
  return { likes, failures }
}

test('likes are read once, by words and by meaning', async () => {
  const texts = Array.from({ length: 40 }, (_, at) => `Is thing number ${at} in stock?`)

  const { likes } = await learnt(texts, async () => [Float32Array.of(0.5, 0)])

  expect(likes.map(({ text }) => text)).toEqual(texts)
  expect(likes[0]).toMatchObject({ vector: Int8Array.of(127, 0), isTeachable: true })
  expect(likes[0]?.read.words).not.toBe(likes[1]?.read.words)
})

test('where the model fails, they are read by words alone', async () => {
  const fault = new Error('No model.')
  const { likes, failures } = await learnt(['Do you take cards?'], async () => {
    throw fault
  })

  expect(likes).toMatchObject([{ vector: null, isTeachable: true }])
  expect(failures).toEqual([fault])
})

test.each([
  ['Do you take cards?', true],
  ['Where is order 1234?', true],
  ['Does the 2 x 4 come in 2026?', true],
  ['Write to ann@acme.test', false],
  ['See https://acme.test', false],
  ['What is www.acme.test?', false],
  ['My number is 0170 12345', false],
  ['call 01-70-55', false],
  ['x'.repeat(501), false],
  [' ', false],
])('what somebody could be known by is not learnt: %s', (text, expected) => {
  expect(isTeachable(text)).toBe(expected)
})
