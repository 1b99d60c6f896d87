import { describe, expect, test } from 'vitest'
import type { Trace } from '../../server/contract/trace.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addConversation,
  addKnowledge,
  at,
  backends,
  ending,
  newId,
  openWithOrganizations,
  question,
  readAll,
} from './backends.ts'

const near = { source_id: crypto.randomUUID(), title: 'Paying', url: null, score: 0.4 }
const declined = { abstained: true, abstention_reason: 'model_declined', nearest: [near] }

/** A turn that ends in minute `n`, in a conversation of its own. */
async function addTurn(
  store: Store,
  organization_id: string,
  n: number,
  given: Parameters<typeof ending>[0] = {},
) {
  const { asker, conversation, assistant } = await addConversation(store, organization_id)
  const asked = question()
  await store.turns.begin(asker, conversation.id, asked, at(n))
  await store.turns.end(organization_id, asked.answer_id, ending(given), at(n))
  return { asker, conversation, assistant, asked }
}

/** A trace with passages of these documents. */
function traceOf(cited: string[], found: string[]): Trace {
  const passage = { title: 'Guide', url: null, anchor: null, score: 1, shown: true }
  const passages = [...cited, ...found].map((document_id, at) => ({
    ...passage,
    source_id: newId(),
    document_id,
    cited: at < cited.length,
  }))
  return {
    question_as_searched: 'How do I pay?',
    language: 'en',
    confidence: 1,
    threshold: 0.5,
    passages,
    removed: [],
    model: 'builtin/extractive',
    input_tokens: 0,
    output_tokens: 0,
    timings_ms: { search: 1, first_token: 1, total: 1 },
  }
}

describe.each(backends)('usage on %s (docs/behaviour.md#usage)', (_name, open) => {
  const year = { from: '2026-01-01', to: '2026-12-31' }

  test('sums agree by day, model, assistant and channel', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { assistant } = await addTurn(store, a, 1)
    await addTurn(store, a, 2000, { model: 'other/model' })
    await addTurn(store, a, 2001, declined)
    await addTurn(store, b, 1)

    const report = await store.usage.report(a, year)
    const ofOne = await store.usage.report(a, { ...year, assistant_id: assistant.id })

    const { by_day, by_model, by_assistant, by_channel, totals } = report
    expect(totals).toMatchObject({ questions: 3, answers: 2, abstained: 1, input_tokens: 21 })
    for (const rows of [by_day, by_model, by_assistant, by_channel]) {
      expect(rows.reduce((sum, { questions }) => sum + questions, 0)).toBe(3)
    }
    expect(by_day.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02'])
    expect(ofOne.totals.questions).toBe(1)
  })

  test('what many steps count at once is counted whole, by how it ended', async () => {
    const { store, a, b, another } = await openWithOrganizations(open)
    const stores = [store, await another()]
    const counted = { assistant_id: newId(), channel: 'api', model: 'builtin/extractive' } as const
    const tokens = { input_tokens: 2, output_tokens: 1 }

    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { usage } = stores[n % 2] as Store
        await usage.asked(a, counted, ending(n % 3 === 0 ? declined : {}), at(n))
        await usage.followUps(a, { ...counted, ...tokens }, at(n))
      }),
    )

    const { totals, by_channel, by_day } = await store.usage.report(a, year)
    expect(totals).toMatchObject({ questions: 12, answers: 8, abstained: 4, follow_ups: 12 })
    expect(totals).toMatchObject({ input_tokens: 12 * 9, output_tokens: 12 * 4, failed: 0 })
    expect(by_channel).toEqual([{ channel: 'api', ...totals }])
    expect(by_day).toEqual([{ day: '2026-01-01', ...totals }])
    expect((await store.usage.report(b, year)).totals.questions).toBe(0)
  })

  test('one channel is left out of every count', async () => {
    const { store, a } = await openWithOrganizations(open)
    const counted = { assistant_id: newId(), model: 'builtin/extractive' }
    await store.usage.asked(a, { ...counted, channel: 'widget' }, ending({}), at(1))
    await store.usage.asked(a, { ...counted, channel: 'console' }, ending(declined), at(2))

    const report = await store.usage.report(a, { ...year, except_channel: 'console' })

    expect(report.totals).toMatchObject({ questions: 1, answers: 1, abstained: 0 })
    expect(report.by_channel.map(({ channel }) => channel)).toEqual(['widget'])
    expect(report.by_day).toEqual([{ day: '2026-01-01', ...report.totals }])
  })

  test('days are inclusive on both ends', async () => {
    const { store, a } = await openWithOrganizations(open)
    await addTurn(store, a, 1)
    await addTurn(store, a, 2000)

    const count = async (from: string, to: string) =>
      (await store.usage.report(a, { from, to })).totals.questions

    expect(await count('2026-01-01', '2026-01-02')).toBe(2)
    expect(await count('2026-01-02', '2026-01-02')).toBe(1)
    expect(await count('2026-01-03', '2026-02-02')).toBe(0)
  })

  test('declined questions of one organization are listed newest first, page by page', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const first = await addTurn(store, a, 1, declined)
    const second = await addTurn(store, a, 2, declined)
    await addTurn(store, a, 3)
    await addTurn(store, b, 4, declined)

    const rows = await readAll(1, (paging) => store.usage.unanswered(a, paging))

    expect(rows.map(({ message_id }) => message_id)).toEqual([second.asked.id, first.asked.id])
    expect(rows[0]).toEqual({
      conversation_id: second.conversation.id,
      message_id: second.asked.id,
      assistant_id: second.assistant.id,
      channel: 'api',
      question: 'How do I pay?',
      abstention_reason: 'model_declined',
      asked_at: at(2),
      nearest: [near],
    })
  })

  test('documents are listed by the answers that cite them, and their conversations found', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { document: often, collection } = await addKnowledge(store, a, ['One.'])
    const { document: once } = await addKnowledge(store, a, ['Two.'])
    const { document: found } = await addKnowledge(store, a, ['Three.'])
    const first = await addTurn(store, a, 1, { trace: traceOf([often.id, once.id], [found.id]) })
    const second = await addTurn(store, a, 2000, { trace: traceOf([often.id, often.id], []) })
    await addTurn(store, b, 1, { trace: traceOf([newId()], []) })
    const cited = (filter: { from: string; to: string; assistant_id?: string }) =>
      readAll(1, (paging) => store.usage.citedDocuments(a, filter, paging))
    const citing = async (document_id: string) => {
      const filter = { status: 'active' as const, document_id }
      return (await store.inbox.list(a, filter, { limit: 10 })).data.map(({ id }) => id)
    }

    const { id: document_id, title, url } = often
    expect(await cited(year)).toEqual([
      { document_id, collection_id: collection.id, title, url, answers: 2 },
      expect.objectContaining({ document_id: once.id, answers: 1 }),
    ])
    expect(await cited({ from: '2026-01-02', to: '2026-01-02' })).toMatchObject([{ answers: 1 }])
    expect(await cited({ ...year, assistant_id: first.assistant.id })).toHaveLength(2)
    expect(await citing(often.id)).toEqual([second.conversation.id, first.conversation.id])
    expect(await citing(found.id)).toEqual([])
    await store.conversations.erase(a, second.conversation.id)
    expect(await cited(year)).toMatchObject([{ answers: 1 }, { answers: 1 }])
  })

  test('erasing a conversation removes its questions and keeps its counts', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { asker, conversation } = await addTurn(store, a, 1, declined)

    await store.conversations.delete(asker, conversation.id)

    expect((await store.usage.unanswered(a, { limit: 10 })).data).toEqual([])
    expect((await store.usage.report(a, year)).totals.abstained).toBe(1)
  })
})
