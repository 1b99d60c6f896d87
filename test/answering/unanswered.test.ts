import { expect, test } from 'vitest'
import { finish, scripted, setUp } from './setup.ts'

test('a declined question keeps the passages nearest to it (docs/behaviour.md#usage)', async () => {
  const { model } = scripted([finish])
  const { store, asker, found, whole } = await setUp({ model })

  const { question } = await whole()

  const { data } = await store.usage.unanswered(asker.organization_id, { limit: 10 })
  expect(data).toMatchObject([
    { message_id: question.id, question: question.text, abstention_reason: 'model_declined' },
  ])
  expect(data[0]?.nearest).toEqual(
    found.map(({ source_id, title, url, score }) => ({ source_id, title, url, score })),
  )
})

test('at most the five nearest are kept', async () => {
  const { model } = scripted([finish])
  const texts = ['one', 'two', 'three', 'four', 'five', 'six'].map(
    (pier) => `Pier ${pier} is open.`,
  )
  const { store, asker, found, whole } = await setUp({ model, texts })

  await whole()

  const { data } = await store.usage.unanswered(asker.organization_id, { limit: 10 })
  expect(data[0]?.nearest.map(({ source_id }) => source_id)).toEqual(
    found.slice(0, 5).map(({ source_id }) => source_id),
  )
})

test('an answered question is not among the unanswered', async () => {
  const { model } = scripted([
    'The Starter plan includes 20 GB of storage and three users [1].',
    finish,
  ])
  const { store, asker, whole } = await setUp({ model })

  await whole()

  const { data } = await store.usage.unanswered(asker.organization_id, { limit: 10 })
  expect(data).toEqual([])
})

test('when nothing was found, nothing was near', async () => {
  const { model } = scripted([finish])
  const { store, asker, whole } = await setUp({ model, retrieval: { passages: [] } })

  await whole()

  const { data } = await store.usage.unanswered(asker.organization_id, { limit: 10 })
  expect(data).toMatchObject([{ abstention_reason: 'no_relevant_passages', nearest: [] }])
})
