import { describe, expect, test } from 'vitest'
import type { Store } from '../../server/storage/store.ts'
import {
  addConversation,
  at,
  backends,
  begin,
  ending,
  newId,
  openWithOrganizations,
  question,
} from './backends.ts'

const OPEN = { state: 'open' as const }
const near = {
  source_id: newId(),
  document_id: newId(),
  title: 'Guide',
  url: null,
  anchor: null,
  score: 0.2,
}

describe.each(backends)('gaps on %s (docs/behaviour.md#gaps)', (_, open) => {
  async function start() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const talk = await addConversation(store, a)
    return { store, a, b, another, ...talk, id: talk.conversation.id }
  }

  type Started = Awaited<ReturnType<typeof start>>

  /** Asks a question at a minute, which is declined. */
  async function decline({ store, asker, id }: Started, text: string, minute = 1) {
    const asked = question({ text })
    await store.turns.begin(asker, id, asked, at(minute))
    const declined = ending({ abstained: true, nearest: [near] })
    await store.turns.end(asker.organization_id, asked.answer_id, declined, at(minute))
    return asked.id
  }

  const listed = async (store: Store, organization_id: string, filter = {}) =>
    (await store.gaps.list(organization_id, { ...OPEN, ...filter }, { limit: 10 })).data

  test('alike questions are one gap of their organization, with what was near', async () => {
    const started = await start()
    const { store, a, b, assistant } = started
    const first = await decline(started, 'How do I cancel my order?', 1)
    await decline(started, 'Are dogs allowed in the store?', 2)
    await decline(started, 'Can you cancel my order', 2000)

    expect(await listed(store, a)).toEqual([
      {
        id: first,
        assistant_id: assistant.id,
        label: 'How do I cancel my order?',
        count: 2,
        first_asked_at: at(1),
        last_asked_at: at(2000),
        days: [
          { day: '2026-01-02', count: 1 },
          { day: '2026-01-01', count: 1 },
        ],
        questions: ['Can you cancel my order', 'How do I cancel my order?'],
        nearest: [near],
        state: 'open',
      },
      expect.objectContaining({ label: 'Are dogs allowed in the store?', count: 1 }),
    ])
    const ofDay = { from: '2026-01-02', to: '2026-01-02', assistant_id: assistant.id }
    expect(await listed(store, a, ofDay)).toMatchObject([{ id: first, count: 1 }])
    expect(await listed(store, b)).toEqual([])
    expect(await store.gaps.setState(b, first, 'answered')).toBeNull()
  })

  test('questions that come at once are one gap', async () => {
    const started = await start()
    const { store, a, asker, assistant, another } = started
    const stores = [store, await another()]
    const asks = Array.from({ length: 8 }, async (_, n) => {
      const { id } = await begin(store, asker, assistant.id)
      return decline({ ...started, store: stores[n % 2] as Store, id }, 'How do I cancel my order?')
    })
    await Promise.all(asks)

    expect(await listed(store, a)).toMatchObject([{ count: 8 }])
  })

  test('a further question opens an answered gap, and not a dismissed one', async () => {
    const started = await start()
    const { store, a } = started
    const first = await decline(started, 'How do I cancel my order?')

    expect(await store.gaps.setState(a, first, 'answered')).toMatchObject({ state: 'answered' })
    expect(await listed(store, a)).toEqual([])
    const second = await decline(started, 'Can you cancel my order')
    expect(await listed(store, a)).toMatchObject([{ count: 2, state: 'open' }])
    expect(await store.gaps.setState(a, second, 'dismissed')).toBeNull()
    await store.gaps.setState(a, first, 'dismissed')
    await decline(started, 'cancel the order')
    expect(await listed(store, a)).toEqual([])
  })

  test('when the first question is erased, the next one leads the gap', async () => {
    const started = await start()
    const { store, a, asker, assistant, id } = started
    await decline(started, 'How do I cancel my order?')
    const { id: other } = await begin(store, asker, assistant.id)
    const asking = { ...started, id: other }
    const second = await decline(asking, 'Can you cancel my order')

    await store.conversations.delete(asker, id)

    expect(await listed(store, a)).toMatchObject([{ id: second, count: 1 }])
    await decline(asking, 'cancel order')
    expect(await listed(store, a)).toMatchObject([{ id: second, count: 2 }])
    await store.conversations.erase(a, other)
    expect(await listed(store, a)).toEqual([])
  })

  test('the question of an answer rated down is a gap until it is rated otherwise', async () => {
    const { store, a, asker, id } = await start()
    const asked = question()
    await store.turns.begin(asker, id, asked, at(1))
    await store.turns.end(a, asked.answer_id, ending(), at(1))
    const rate = (rating: 'up' | 'down') =>
      store.ratings.put(asker, asked.answer_id, { rating, note: null }, at(2))

    await rate('down')
    await rate('down')
    expect(await listed(store, a)).toMatchObject([{ id: asked.id, count: 1 }])
    await rate('up')
    expect(await listed(store, a)).toEqual([])
  })

  test('a question that was declined stays a gap whatever the rating', async () => {
    const started = await start()
    const { store, a, asker, id } = started
    const question_id = await decline(started, 'How do I cancel my order?')
    const { data } = await store.conversations.messages(a, id, { limit: 10 })

    await store.ratings.put(asker, data[1]?.id ?? '', { rating: 'up', note: null }, at(2))

    expect(await listed(store, a)).toMatchObject([{ id: question_id }])
    expect(await store.gaps.catchUp(10)).toBe(0)
  })
})
