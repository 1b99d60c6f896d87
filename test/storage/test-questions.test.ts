import { describe, expect, test } from 'vitest'
import type { TestQuestion } from '../../server/contract/test-question.ts'
import {
  addConversation,
  addKnowledge,
  at,
  backends,
  begin,
  ending,
  newId,
  openWithOrganizations,
  question,
} from './backends.ts'

const IDLE = { working: [], most: 2 }

describe.each(backends)('test questions on %s (docs/behaviour.md#test-questions)', (_, open) => {
  async function start() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const { asker, assistant, conversation } = await addConversation(store, a)
    return { store, a, b, another, asker, assistant_id: assistant.id, id: conversation.id }
  }

  const kept = (given: Partial<TestQuestion> = {}): TestQuestion => {
    return { id: newId(), question: 'How do I pay?', expected: null, created_at: at(5), ...given }
  }

  test('are kept once with an assistant of the organization, and listed newest first', async () => {
    const { store, a, b, assistant_id } = await start()
    const first = kept({ expected: { abstained: true, source_document_id: null } })
    const second = kept({ question: 'When do you open?' })
    const create = (given: TestQuestion) => store.testQuestions.create(a, assistant_id, given)

    expect(await create(first)).toEqual(first)
    await create(second)
    await expect(create(kept())).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.testQuestions.create(b, assistant_id, kept())).toBeNull()
    expect(await store.testQuestions.list(b, assistant_id, { limit: 10 })).toBeNull()
    expect(await store.testQuestions.delete(b, assistant_id, first.id)).toBe(false)
    const listed = await store.testQuestions.list(a, assistant_id, { limit: 10 })
    expect(listed?.data).toEqual([second, first])
    expect(await store.testQuestions.delete(a, assistant_id, first.id)).toBe(true)
    expect(await store.testQuestions.delete(a, assistant_id, first.id)).toBe(false)
  })

  test('an expected document is one of the organization', async () => {
    const { store, a, b, assistant_id } = await start()
    const create = (source_document_id: string) =>
      store.testQuestions.create(
        a,
        assistant_id,
        kept({ expected: { abstained: false, source_document_id } }),
      )
    const [own, foreign] = [
      await addKnowledge(store, a, ['.']),
      await addKnowledge(store, b, ['.']),
    ]

    await expect(create(foreign.document.id)).rejects.toMatchObject({ code: 'validation_error' })
    expect(await create(own.document.id)).toMatchObject({ question: 'How do I pay?' })
  })

  test('go with the last conversation in which they were asked, unless they came first', async () => {
    const { store, a, asker, assistant_id, id } = await start()
    const { id: other } = await begin(store, asker, assistant_id)
    for (const conversation of [id, other]) {
      const asked = question()
      await store.turns.begin(asker, conversation, asked, at(1))
      await store.turns.end(a, asked.answer_id, ending(), at(2))
    }
    const ids = async () =>
      (await store.testQuestions.list(a, assistant_id, { limit: 10 }))?.data.map(({ id }) => id)
    const asked = kept()
    await store.testQuestions.create(a, assistant_id, asked)
    const apart = kept({ question: 'When do you open?' })
    await store.testQuestions.create(a, assistant_id, apart)

    await store.conversations.delete(asker, id)
    expect(await ids()).toEqual([apart.id, asked.id])
    await store.conversations.erase(a, other)
    expect(await ids()).toEqual([apart.id])

    const { id: third } = await begin(store, asker, assistant_id)
    const late = question({ text: 'When do you open?' })
    await store.turns.begin(asker, third, late, at(9))
    await store.conversations.delete(asker, third)
    expect(await ids()).toEqual([apart.id])
  })

  test('one that was kept from a question goes with its turn when that is dropped', async () => {
    const { store, a, asker, assistant_id, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    await store.testQuestions.create(a, assistant_id, kept())

    await store.turns.drop(a, asked.answer_id, at(6))

    expect(await store.testQuestions.list(a, assistant_id, { limit: 10 })).toMatchObject({
      data: [],
    })
  })

  test('a run asks what was kept before it, once each, and replaces the last one', async () => {
    const { store, a, b, another, assistant_id } = await start()
    const [first, second] = [kept(), kept({ question: 'When do you open?' })]
    for (const each of [first, second]) await store.testQuestions.create(a, assistant_id, each)
    const other = await another()
    const enqueued = await Promise.all(
      [store, other].map((each) =>
        each.testRuns.enqueue(a, assistant_id, { id: newId(), created_at: at(6) }),
      ),
    )
    expect(enqueued[0]).toMatchObject({ status: 'queued', question_count: 2 })
    expect(enqueued[1]).toEqual(enqueued[0])
    const { id: run } = enqueued[0] as { id: string }

    const claims = await Promise.all([store, other].map((one) => one.testRuns.claim(at(7), IDLE)))
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ id: run }])
    const owner = claims[0] ? store : other
    await store.testQuestions.create(a, assistant_id, kept({ question: '?', created_at: at(8) }))
    const after = {
      text: 'By card.',
      abstained: false,
      abstention_reason: null,
      model: 'builtin/extractive',
      citations: [],
    }
    const result = { question_id: first.id, before: null, after, changed: false, passed: true }
    expect(await owner.testRuns.next(a, run)).toEqual({ ...first, answer: null })
    expect(await owner.testRuns.next(b, run)).toBeNull()
    expect(await owner.testRuns.record(a, run, result)).toBe(true)
    expect(await owner.testRuns.next(a, run)).toMatchObject({ id: second.id })
    await store.testQuestions.delete(a, assistant_id, second.id)
    expect(
      await owner.testRuns.record(a, run, { ...result, question_id: second.id, after: null }),
    ).toBe(true)
    expect(await owner.testRuns.next(a, run)).toBeNull()
    await owner.testRuns.end(a, run, 'finished', at(9))
    expect(await store.testRuns.latest(a, assistant_id)).toMatchObject({
      status: 'finished',
      question_count: 1,
      results: [result],
    })

    const again = { id: newId(), created_at: at(10) }
    await store.testRuns.enqueue(a, assistant_id, again)
    await store.testRuns.claim(at(11), IDLE)
    expect(await store.testRuns.next(a, again.id)).toEqual({ ...first, answer: after })
    await store.testRuns.end(a, again.id, 'stopped', at(12))
    expect(await store.testRuns.latest(a, assistant_id)).toMatchObject({
      id: again.id,
      status: 'stopped',
      finished_at: at(12),
    })
    expect(await store.testRuns.latest(b, assistant_id)).toBeNull()
  })
})
