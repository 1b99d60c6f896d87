import { describe, expect, test } from 'vitest'
import type { Trace } from '../../server/contract/trace.ts'
import type { InboxFilter } from '../../server/storage/ports/inbox.ts'
import type { Ending } from '../../server/storage/ports/turns.ts'
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
  readAll,
} from './backends.ts'

const ACTIVE: InboxFilter = { status: 'active' }

describe.each(backends)('the inbox on %s (docs/behaviour.md#inbox)', (_, open) => {
  async function start() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const { asker, assistant } = await addConversation(store, a)
    let minute = 0
    /** A conversation with one turn in it. */
    const talk = async (text: string, answer: Partial<Ending> = {}) => {
      minute += 1
      const { id } = await begin(store, asker, assistant.id, at(minute))
      const asked = question({ text })
      await store.turns.begin(asker, id, asked, at(minute))
      await store.turns.end(a, asked.answer_id, ending({ text: 'Done.', ...answer }), at(minute))
      return { id, asked, answer_id: asked.answer_id }
    }
    const search = (q: string, filter = ACTIVE, limit = 100) =>
      readAll(limit, (paging) => store.inbox.search(a, q, filter, paging))
    const found = async (q: string, filter = ACTIVE, limit = 100) =>
      (await search(q, filter, limit)).map(({ id }) => id)
    return { store, a, b, another, asker, assistant, talk, search, found }
  }

  test('conversations that hold every word are found, the most relevant first', async () => {
    const { talk, found } = await start()
    const told = await talk('Is there a warranty?', { text: 'An invoice proves the warranty.' })
    const asked = await talk('Does the warranty need an invoice?')
    await talk('Where is my invoice?')
    const newer = await talk('Does the warranty need an invoice?')

    const all = [newer.id, asked.id, told.id]
    expect(await found('invoice warranty')).toEqual(all)
    expect(await found('warranty INVOICE', ACTIVE, 1)).toEqual(all)
    expect(await found('invoice guarantee')).toEqual([])
  })

  test('the beginning of a word finds it, and more of a filter finds less', async () => {
    const { talk, found } = await start()
    const first = await talk('Where are the deliveries?')
    const second = await talk('Deliver it tomorrow.', { abstained: true })

    expect(await found('deliv')).toEqual([second.id, first.id])
    expect(await found('deliveries')).toEqual([first.id])
    expect(await found('deliv', { ...ACTIVE, outcome: 'answered' })).toEqual([first.id])
    expect(await found('deliv', { ...ACTIVE, to: '2025-12-31' })).toEqual([])
  })

  test('of many words that begin alike the one that was written is found', async () => {
    const { talk, found } = await start()
    const words = Array.from({ length: 240 }, (_, n) => `wor${String(n).padStart(3, '0')}`)
    await talk(words.slice(0, 120).join(' '))
    await talk(words.slice(120).join(' '))
    const exact = await talk('wor')

    expect(await found('wor')).toContain(exact.id)
  })

  test('words of a later turn are found too, and of an erased conversation none', async () => {
    const { store, a, asker, talk, found } = await start()
    const kept = await talk('How long does shipping take?')
    const erased = await talk('How long does shipping take?')
    const further = question({ text: 'And to islands?' })
    await store.turns.begin(asker, kept.id, further, at(20))
    await store.turns.end(a, further.answer_id, ending(), at(20))
    expect(await found('shipping islands')).toEqual([kept.id])

    await store.conversations.delete(asker, erased.id)

    expect(await found('shipping')).toEqual([kept.id])
    await store.conversations.erase(a, kept.id)
    expect(await found('shipping')).toEqual([])
  })

  test('a mark is set, replaced and taken away, and the next question takes it away', async () => {
    const { store, a, asker, talk } = await start()
    const { id } = await talk('How do I pay?')
    const by = { type: 'service' as const, id: newId() }
    const handling = { handled: true, note: 'Called.', by, at: at(5) }
    const handled = async () => (await store.inbox.open(a, id, undefined))?.handled

    expect(await store.inbox.setHandling(a, id, handling, undefined)).toEqual({
      handled: true,
      note: 'Called.',
      by: { type: 'api_key', id: by.id, name: null },
      at: at(5),
    })
    await store.inbox.setHandling(a, id, { ...handling, note: null, at: at(6) }, undefined)
    expect(await handled()).toMatchObject({ note: null, at: at(6) })
    const listed = await store.inbox.list(a, { ...ACTIVE, handled: true }, { limit: 9 })
    expect(listed.data.map((row) => row.id)).toEqual([id])

    const further = question()
    await store.turns.begin(asker, id, further, at(7))
    await store.turns.end(a, further.answer_id, ending(), at(7))
    expect(await handled()).toBeNull()

    await store.inbox.setHandling(a, id, handling, undefined)
    expect(
      await store.inbox.setHandling(a, id, { ...handling, handled: false }, undefined),
    ).toEqual({ handled: false, note: null, by: null, at: null })
    expect(await handled()).toBeNull()
  })

  test("another organization's or channel's conversations are neither shown nor marked", async () => {
    const { store, a, b, talk } = await start()
    const { id } = await talk('How do I pay?')
    const by = { type: 'user' as const, id: newId() }
    const handling = { handled: true, note: null, by, at: at(5) }

    expect((await store.inbox.list(b, ACTIVE, { limit: 9 })).data).toEqual([])
    expect((await store.inbox.search(b, 'pay', ACTIVE, { limit: 9 })).data).toEqual([])
    expect(await store.inbox.open(b, id, undefined)).toBeNull()
    expect(await store.inbox.open(a, id, 'widget')).toBeNull()
    expect(await store.inbox.setHandling(b, id, handling, undefined)).toBeNull()
    expect(await store.inbox.setHandling(a, id, handling, 'widget')).toBeNull()
    expect(await store.inbox.open(a, id, 'api')).toMatchObject({ handled: null })
  })

  test('ratings at the same moment are counted exactly', async () => {
    const { store, a, asker, another, talk } = await start()
    const { id, answer_id } = await talk('How do I pay?')
    const stores = [store, await another()]

    await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const rating = n % 3 === 0 ? ('up' as const) : ('down' as const)
        return stores[n % 2]?.ratings.put(asker, answer_id, { rating, note: null }, at(5))
      }),
    )

    const last = (await store.ratings.find(asker, answer_id))?.rating
    expect(await store.inbox.open(a, id, undefined)).toMatchObject({
      ratings: { up: Number(last === 'up'), down: Number(last === 'down') },
      answers: [{ message_id: answer_id, rating: { rating: last, note: null } }],
    })
    await store.ratings.clear(asker, answer_id)
    expect(await store.inbox.open(a, id, undefined)).toMatchObject({ ratings: { up: 0, down: 0 } })
  })

  test('a trace is found in its conversation and organization, and swept there', async () => {
    const { store, a, b, asker, assistant, talk } = await start()
    const trace = { passages: [], model: 'builtin/extractive' } as unknown as Trace
    const { id, answer_id } = await talk('How do I pay?', { trace })
    const elsewhere = await begin(store, { ...askerOf(a), owner: asker.owner }, assistant.id)

    expect(await store.traces.find(a, id, answer_id, at(1))).toEqual({ trace, channel: 'api' })
    expect(await store.traces.find(a, id, answer_id, at(2))).toBeNull()
    expect(await store.traces.find(b, id, answer_id, at(0))).toBeNull()
    expect(await store.traces.find(a, elsewhere.id, answer_id, at(0))).toBeNull()
    expect(await store.traces.sweep(b, at(9))).toBe(0)
    expect(await store.traces.sweep(a, at(9))).toBe(1)
    expect(await store.traces.find(a, id, answer_id, at(0))).toBeNull()
  })
})
