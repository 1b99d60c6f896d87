import { expect, test } from 'vitest'
import { createFollowUps } from '../../server/answering/follow-ups.ts'
import { at, newId } from '../storage/backends.ts'
import { finish, read, scripted, setUp, sourcesOf, textOf, typesOf } from './setup.ts'

const question = 'Do you have parking?'

async function setUpCurated(given: { text?: string; links?: { title: string; url: string }[] }) {
  const { model, prompts } = scripted([finish])
  const turn = await setUp({ model })
  const { text = 'Yes, **behind** the house.', links = [] } = given
  const answer = await turn.store.curatedAnswers.create(turn.asker.organization_id, {
    id: newId(),
    questions: [question],
    text,
    links,
    assistant_ids: null,
    valid_until: null,
    enabled: true,
    created_at: at(0),
  })
  return { ...turn, answer, prompts }
}

test('a curated answer that an earlier version stored with a script is given without it', async () => {
  const text = 'Yes, [here](javascript:alert%281%29).<img src=x onerror=alert(1)>'
  const { stream } = await setUpCurated({ text })
  const events = await read(await stream({ text: question }))

  expect(textOf(events)).toBe('Yes, here. [1]')
  expect(sourcesOf(events)).toMatchObject([{ snippet: 'Yes, here.' }])
})

test('a curated answer is given as it is written, without a model, and cites itself', async () => {
  const { stream, messages, queries, prompts, answer, store, asker } = await setUpCurated({})
  const events = await read(await stream({ text: 'is there parking?' }))

  expect(typesOf(events)).toEqual([
    'message.created',
    'answer.started',
    'answer.sources',
    'answer.delta',
    'answer.sources',
    'answer.completed',
  ])
  expect(textOf(events)).toBe('Yes, **behind** the house. [1]')
  expect(sourcesOf(events)).toMatchObject([
    { ordinal: 1, title: question, url: null, snippet: answer.text },
  ])
  expect(events.at(-1)?.data).toMatchObject({ status: 'answered', finish_reason: 'stop' })
  expect((await messages())[1]).toMatchObject({ model: 'builtin/curated', abstained: false })
  expect([queries, prompts]).toEqual([[], []])
  const used = await store.curatedAnswers.find(asker.organization_id, answer.id)
  expect(used).toMatchObject({ used_count: 1, last_used_at: at(1), revision: 1 })
  const days = { from: '2026-01-01', to: '2026-01-01' }
  const { totals } = await store.usage.report(asker.organization_id, days)
  expect(totals).toMatchObject({ questions: 1, answers: 1, curated: 1 })
})

test('its links are its citations, with their markers below a table', async () => {
  const links = [
    { title: 'Map', url: 'https://shop.test/map' },
    { title: 'Prices', url: 'https://shop.test/prices' },
  ]
  const text = '| Day | Price |\n| --- | --- |\n| Monday | 2 € |'
  const { stream } = await setUpCurated({ text, links })
  const events = await read(await stream({ text: question }))
  expect(textOf(events)).toBe(`${text}\n\n[1][2]`)
  expect(sourcesOf(events).map(({ title, url }) => ({ title, url }))).toEqual(links)
})

test('it has no follow-ups, and another question goes on to the knowledge', async () => {
  const { whole, store, asker, queries, conversation } = await setUpCurated({})
  const { answer } = await whole({ text: question })
  const suggest = createFollowUps({
    store,
    models: { language: () => scripted([]).model },
    answeredFrom: async () => true,
    newBoundary: () => 'b0undary',
    timeouts: { firstTokenMs: 1000, idleMs: 1000 },
    now: () => at(1),
    report: (error) => {
      throw error
    },
  })
  const caller = { ...asker, channel: 'api' as const, role: null, permissions: new Set<never>() }
  const { signal } = new AbortController()
  expect(await suggest(caller, conversation.id, answer.id, signal)).toEqual({ follow_ups: [] })

  await whole({ text: 'How long are backups kept?' })
  expect(queries).toHaveLength(1)
})
