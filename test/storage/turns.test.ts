import { describe, expect, test } from 'vitest'
import type { Citation } from '../../server/contract/conversation.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addConversation,
  askerOf,
  at,
  backends,
  begin,
  ending,
  newId,
  openWithOrganizations,
  question,
} from './backends.ts'

describe.each(backends)('turns on %s (docs/behaviour.md#turns)', (name, open) => {
  async function start() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const talk = await addConversation(store, a)
    return { store, a, b, another, ...talk, id: talk.conversation.id }
  }

  test('idle: a question is accepted, and the conversation awaits its answer', async () => {
    const { store, asker, id } = await start()

    const asked = question({ text: 'How do I pay?\nBy card?', metadata: { page: 'shop' } })
    const begun = await store.turns.begin(asker, id, asked, at(1))

    expect(begun).toMatchObject({
      kind: 'begun',
      answer_id: asked.answer_id,
      conversation: {
        turn_state: 'awaiting_answer',
        message_count: 1,
        title: 'How do I pay?',
        updated_at: at(1),
      },
      question: { role: 'user', sequence: 1, text: asked.text, metadata: { page: 'shop' } },
    })
  })

  test('awaiting_answer: a further question is a conflict', async () => {
    const { store, asker, id, another } = await start()
    await store.turns.begin(asker, id, question(), at(1))

    await expect((await another()).turns.begin(asker, id, question(), at(1))).rejects.toMatchObject(
      {
        code: 'conflict',
      },
    )
  })

  test('exactly one of two simultaneous questions is accepted', async () => {
    const { store, asker, id, another } = await start()
    const stores = [store, await another()]

    const outcomes = await Promise.allSettled(
      stores.map((each) => each.turns.begin(asker, id, question(), at(1))),
    )

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('awaiting_answer: a completed answer frees the conversation', async () => {
    const { store, a, asker, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))

    const ended = await store.turns.end(a, asked.answer_id, ending(), at(2))

    expect(ended).toMatchObject({
      conversation: { turn_state: 'idle', message_count: 2, updated_at: at(2) },
      question: { id: asked.id, sequence: 1 },
      answer: { id: asked.answer_id, role: 'assistant', sequence: 2, created_at: at(2) },
      ending: { finish_reason: 'stop', input_tokens: 7 },
    })
    const { data } = await store.conversations.messages(a, id, { limit: 10 })
    expect(data.map(({ sequence, text }) => [sequence, text])).toEqual([
      [1, 'How do I pay?'],
      [2, 'By card [1].'],
    ])
  })

  test('awaiting_answer: a failed generation is dropped with its question and title', async () => {
    const { store, a, asker, id } = await start()
    const asked = question({ idempotency_key: 'k' })
    await store.turns.begin(asker, id, asked, at(1))

    await store.turns.drop(a, asked.answer_id, at(2))

    expect(await store.conversations.find(a, id)).toMatchObject({
      turn_state: 'idle',
      message_count: 0,
      title: '',
    })
    expect((await store.conversations.messages(a, id, { limit: 10 })).data).toEqual([])
    expect(
      await store.turns.begin(asker, id, question({ idempotency_key: 'k' }), at(3)),
    ).toMatchObject({ kind: 'begun' })
  })

  test('a title set while the answer was awaited survives a dropped turn', async () => {
    const { store, a, asker, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    await store.conversations.update(asker, id, { title: 'Payments' }, at(2))

    await store.turns.drop(a, asked.answer_id, at(3))

    expect(await store.conversations.find(a, id)).toMatchObject({ title: 'Payments' })
  })

  test('the title is cut to 200 characters without splitting one', async () => {
    const { store, asker, id } = await start()

    const begun = await store.turns.begin(asker, id, question({ text: '😀'.repeat(300) }), at(1))

    expect(begun).toMatchObject({ conversation: { title: '😀'.repeat(200) } })
  })

  test('an archived conversation refuses questions', async () => {
    const { store, asker, id } = await start()
    await store.conversations.update(asker, id, { status: 'archived' }, at(1))

    await expect(store.turns.begin(asker, id, question(), at(2))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test.each(['disabled', 'archived'] as const)(
    'an assistant that is %s refuses questions',
    async (status) => {
      const { store, a, asker, assistant, id } = await start()
      await store.assistants.update(a, assistant.id, 1, { status }, at(1))

      await expect(store.turns.begin(asker, id, question(), at(2))).rejects.toMatchObject({
        code: 'validation_error',
      })
    },
  )

  test('an assistant without a collection refuses questions', async () => {
    const { store, a, asker, assistant, id } = await start()
    await store.assistants.update(a, assistant.id, 1, { knowledge_base_ids: [] }, at(1))

    await expect(store.turns.begin(asker, id, question(), at(2))).rejects.toMatchObject({
      code: 'validation_error',
    })
  })

  test('only the owner asks, and in a deployment only the visitor', async () => {
    const { store, a, b, asker, assistant, id } = await start()
    const visitor = { ...askerOf(a), visitor_id: newId() }
    const theirs = await begin(store, visitor, assistant.id)

    const strangers = [
      askerOf(a),
      { ...asker, organization_id: b },
      { ...asker, visitor_id: newId() },
    ]

    for (const stranger of strangers) {
      expect(await store.turns.begin(stranger, id, question(), at(1))).toBeNull()
    }
    const otherVisitor = { ...visitor, visitor_id: newId() }
    expect(await store.turns.begin(otherVisitor, theirs.id, question(), at(1))).toBeNull()
    expect(await store.turns.begin(visitor, theirs.id, question(), at(1))).not.toBeNull()
  })

  test('reusing a key after the end returns the turn, even when nothing new could be asked', async () => {
    const { store, a, asker, assistant, id } = await start()
    const asked = question({ idempotency_key: 'k', metadata: { x: '1', y: '2' } })
    await store.turns.begin(asker, id, asked, at(1))
    const failure = ending({
      status: 'failed',
      text: '',
      error_code: 'provider_failure',
      error_message: 'No.',
    })
    await store.turns.end(a, asked.answer_id, failure, at(2))
    await store.conversations.update(asker, id, { status: 'archived' }, at(3))
    await store.assistants.update(a, assistant.id, 1, { status: 'disabled' }, at(3))

    const again = question({ idempotency_key: 'k', metadata: { y: '2', x: '1' } })
    const begun = await store.turns.begin(asker, id, again, at(4))

    const conversation = await store.conversations.find(a, id)
    expect(begun).toEqual({
      kind: 'finished',
      turn: {
        conversation,
        question: expect.objectContaining({ id: asked.id }),
        answer: expect.objectContaining({ id: asked.answer_id }),
        ending: expect.objectContaining({ error_code: failure.error_code }),
      },
    })
  })

  test('reusing a key before the end is a conflict', async () => {
    const { store, asker, id } = await start()
    await store.turns.begin(asker, id, question({ idempotency_key: 'k' }), at(1))

    const again = store.turns.begin(asker, id, question({ idempotency_key: 'k' }), at(2))

    await expect(again).rejects.toMatchObject({ code: 'conflict', message: /still being answered/ })
  })

  test.each([{ text: 'Another?' }, { metadata: { page: 'home' } }])(
    'reusing a key for another question is a conflict that says so: %j',
    async (difference) => {
      const { store, a, asker, id } = await start()
      const asked = question({ idempotency_key: 'k' })
      await store.turns.begin(asker, id, asked, at(1))
      await store.turns.end(a, asked.answer_id, ending(), at(2))

      const other = question({ idempotency_key: 'k', ...difference })

      await expect(store.turns.begin(asker, id, other, at(3))).rejects.toMatchObject({
        code: 'conflict',
        message: /another question/,
      })
    },
  )

  test('keys are compared within the conversation only', async () => {
    const { store, asker, assistant, id } = await start()
    const elsewhere = await begin(store, asker, assistant.id)
    await store.turns.begin(asker, id, question({ idempotency_key: 'k' }), at(1))

    const other = question({ idempotency_key: 'k', text: 'Another?' })

    expect(await store.turns.begin(asker, elsewhere.id, other, at(2))).toMatchObject({
      kind: 'begun',
    })
  })

  test('a turn ends once, as it is told whoever ends it again, and never in an erased conversation', async () => {
    const { store, a, asker, id } = await start()
    const first = question()
    await store.turns.begin(asker, id, first, at(1))
    const ended = await store.turns.end(a, first.answer_id, ending(), at(2))
    const other = ending({ text: 'In cash.' })
    expect(await store.turns.end(a, first.answer_id, other, at(3))).toEqual(ended)

    const second = question()
    await store.turns.begin(asker, id, second, at(4))
    await store.conversations.delete(asker, id)

    expect(await store.turns.end(a, second.answer_id, ending(), at(5))).toBeNull()
    expect(await store.conversations.find(a, id)).toBeNull()
    expect((await store.conversations.messages(a, id, { limit: 10 })).data).toEqual([])
  })

  test('after a crash a streamed turn is kept as interrupted with its text so far', async () => {
    const { store, a, asker, id, another } = await start()
    const asked = question({ streamed: true })
    await store.turns.begin(asker, id, asked, at(1))
    const citation = {
      source_id: newId(),
      ordinal: 1,
      title: 'T',
      url: null,
      snippet: null,
      anchor: null,
      quotes: [],
      score: 1,
    }
    await store.turns.progress(a, asked.answer_id, { text: 'By ca', citations: [citation] }, at(1))

    const restarted = await another()
    expect(await restarted.turns.recover(at(9))).toBe(1)

    expect(await restarted.conversations.find(a, id)).toMatchObject({
      turn_state: 'idle',
      message_count: 2,
    })
    expect(await restarted.conversations.message(a, id, asked.answer_id)).toMatchObject({
      status: 'interrupted',
      text: 'By ca',
      citations: [citation],
      model: 'builtin/extractive',
    })
    expect(await restarted.turns.recover(at(10))).toBe(0)
  })

  test('citations stored before there were quotations have none', async () => {
    const { store, asker, a, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    const place = { title: 'T', url: null, snippet: null, anchor: null, score: 1 }
    const earlier = { ...place, source_id: newId(), ordinal: 1 }
    const citations = [earlier] as unknown as Citation[]
    await store.turns.end(a, asked.answer_id, ending({ citations }), at(2))

    expect(await store.conversations.message(a, id, asked.answer_id)).toMatchObject({
      citations: [{ ...earlier, quotes: [] }],
    })
  })

  test('a turn cut off by a crash is replayed with its reason', async () => {
    const { store, another, asker, id } = await start()
    const asked = question({ streamed: true, idempotency_key: 'k' })
    await store.turns.begin(asker, id, asked, at(1))
    await (await another()).turns.recover(at(2))

    const again = await store.turns.begin(asker, id, question({ idempotency_key: 'k' }), at(3))

    expect(again).toMatchObject({
      kind: 'finished',
      turn: { ending: { status: 'interrupted', error_code: 'server_restart' } },
    })
  })

  test('after a crash a turn of the non-streaming route is gone with its question', async () => {
    const { store, a, another, asker, id } = await start()
    await store.turns.begin(asker, id, question(), at(1))

    expect(await (await another()).turns.recover(at(2))).toBe(1)

    expect(await store.conversations.find(a, id)).toMatchObject({
      turn_state: 'idle',
      message_count: 0,
    })
  })

  test('of two that take a turn over one does', async () => {
    const { store, a, asker, id, another } = await start()
    await store.turns.begin(asker, id, question({ streamed: true }), at(1))
    const others = [await another(), await another()]

    const taken = await Promise.all(others.map((other) => other.turns.recover(at(9))))

    expect(taken.toSorted()).toEqual([0, 1])
    expect(await store.conversations.find(a, id)).toMatchObject({
      turn_state: 'idle',
      message_count: 2,
    })
  })

  test('the messages before a question come oldest first', async () => {
    const { store, a, asker, id } = await start()
    for (const text of ['One?', 'Two?', 'Three?']) {
      const asked = question({ text })
      await store.turns.begin(asker, id, asked, at(1))
      await store.turns.end(a, asked.answer_id, ending(), at(2))
    }

    const before = await store.conversations.before(a, id, 5, 3)

    expect(before.map(({ sequence }) => sequence)).toEqual([2, 3, 4])
  })

  test('an own answer is rated, rated again and cleared any number of times', async () => {
    const { store, a, asker, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    await store.turns.end(a, asked.answer_id, ending(), at(2))

    await store.ratings.put(asker, asked.answer_id, { rating: 'up', note: 'Nice' }, at(3))
    await store.ratings.put(asker, asked.answer_id, { rating: 'down', note: null }, at(4))

    const rating = { rating: 'down', note: null, created_at: at(3), updated_at: at(4) }
    expect(await store.ratings.find(asker, asked.answer_id)).toEqual({
      message_id: asked.answer_id,
      ...rating,
    })
    const { data } = await store.conversations.widgetMessages(asker, id, { limit: 10 })
    expect(data.map(({ rating }) => rating)).toEqual([null, 'down'])
    await store.ratings.clear(asker, asked.answer_id)
    await store.ratings.clear(asker, asked.answer_id)
    expect(await store.ratings.find(asker, asked.answer_id)).toBeNull()
  })

  test("another person's answer is neither rated nor cleared", async () => {
    const { store, a, asker, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    await store.turns.end(a, asked.answer_id, ending(), at(2))
    await store.ratings.put(asker, asked.answer_id, { rating: 'up', note: null }, at(3))
    const stranger = askerOf(a)

    await store.ratings.clear(stranger, asked.answer_id)

    const rating = { rating: 'down' as const, note: null }
    await expect(store.ratings.put(stranger, asked.answer_id, rating, at(4))).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
    expect(await store.ratings.find(stranger, asked.answer_id)).toBeNull()
    expect(await store.ratings.find(asker, asked.answer_id)).toMatchObject({ rating: 'up' })
  })

  test('of conversations that are erased while their answers end nothing is left', async () => {
    const { store, a, asker, assistant, another } = await start()
    const eraser = await another()
    const talks = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id } = await begin(store, asker, assistant.id)
        const asked = question()
        await store.turns.begin(asker, id, asked, at(1))
        return { id, answer_id: asked.answer_id }
      }),
    )

    await Promise.all(
      talks.flatMap(({ id, answer_id }) => [
        store.turns.end(a, answer_id, ending({ abstained: true }), at(2)),
        eraser.conversations.delete(asker, id),
      ]),
    )

    for (const { id } of talks) {
      expect((await store.conversations.messages(a, id, { limit: 9 })).data).toEqual([])
    }
    const search = { status: 'active' as const }
    expect((await store.inbox.search(a, 'pay', search, { limit: 9 })).data).toEqual([])
    expect((await store.gaps.list(a, { state: 'open' }, { limit: 9 })).data).toEqual([])
  })

  test.runIf(name === 'postgres')('of 500 askers in 50 conversations 50 are answered', async () => {
    const { store, a, asker, assistant, another } = await start()
    const processes = [store, await another(), await another()]
    const of = (n: number) => (processes[n % processes.length] as Store).turns
    const conversations = await Promise.all(
      Array.from({ length: 50 }, () => begin(store, asker, assistant.id)),
    )

    const outcomes = await Promise.allSettled(
      Array.from({ length: 500 }, (_, n) =>
        of(n).begin(asker, conversations[Math.floor(n / 10)]?.id ?? '', question(), at(1)),
      ),
    )
    const asked = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    const answers = await Promise.all(
      asked.flatMap((turn, n) =>
        turn?.kind === 'begun' ? [of(n).end(a, turn.answer_id, ending(), at(2))] : [],
      ),
    )

    const answered = answers.map((turn) => turn?.conversation.id ?? '')
    expect(answered.toSorted()).toEqual(conversations.map(({ id }) => id).toSorted())
    expect(refusals).toHaveLength(450)
    expect(new Set(refusals.map(({ message }) => message))).toEqual(
      new Set(['A question is already in progress in this conversation.']),
    )
  })
})
