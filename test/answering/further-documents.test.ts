import { expect, test } from 'vitest'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import { linkTo } from '../../server/answering/offers.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { newId } from '../storage/backends.ts'
import { under } from '../support/passages.ts'
import { finish, read, type SetUp, scripted, setUp, textOf, typesOf } from './setup.ts'

const text = 'The Starter plan includes 20 GB of storage and three users.'
const question = { text: 'What does the Starter plan include?' }

/** A passage of a document of its own. */
function passage(
  title: string,
  score: number,
  given: Partial<RetrievedPassage> = {},
): RetrievedPassage {
  return {
    source_id: newId(),
    document_id: newId(),
    collection_id: newId(),
    title,
    url: `https://acme.test/${title.toLowerCase().replaceAll(' ', '-')}`,
    ...under(null),
    text: 'Accounts are opened by the owner.',
    key: 1,
    position: 0,
    score,
    ...given,
  }
}

const plans = passage('Plans', 0.8, { text })
const prices = passage('Prices', 0.79)
const storage = passage('Storage', 0.75)
const offered = ({ title, url }: RetrievedPassage) => linkTo('document', title, url ?? '')

/** The built-in model, for which a search finds these passages. */
async function finding(passages: RetrievedPassage[], given: Partial<SetUp> = {}) {
  return setUp({ model: createExtractiveModel(), retrieval: { passages }, ...given })
}

test('an answer comes with the documents that were found nearly as good as the cited', async () => {
  const { stream, messages } = await finding([plans, prices, storage])
  const key = { ...question, idempotency_key: 'once' }

  const events = await read(await stream(key))

  const links = [prices, storage].map(offered)
  expect(typesOf(events).slice(-3)).toEqual(['answer.sources', 'answer.links', 'answer.completed'])
  expect(events.at(-2)?.data).toEqual({ links })
  expect(textOf(events)).toBe(`${text.slice(0, -1)}. [1]`)
  expect((await messages())[1]).toMatchObject({ abstained: false, links })
  expect((await read(await stream(key))).at(-2)?.data).toEqual({ links })
})

test.each<[string, RetrievedPassage]>([
  ['was found well behind', passage('Billing', 0.67)],
  ['is the one that is cited', passage('Limits', 0.79, { document_id: plans.document_id })],
  ['has the title of the one that is cited', passage('Plans', 0.79, { url: 'https://a.test/b' })],
  ['has no title for people', passage('pricing_2024.html', 0.79)],
  ['has no public address', passage('Prices', 0.79, { url: null })],
])('a document that %s is not offered', async (_, other) => {
  const { whole } = await finding([plans, other])

  const { answer } = await whole(question)

  expect(answer).toMatchObject({ abstained: false, links: [] })
})

test('two documents are offered at the most, each once', async () => {
  const again = passage('Prices', 0.78, { document_id: prices.document_id })
  const { whole } = await finding([plans, prices, again, storage, passage('Users', 0.74)])

  const { answer } = await whole(question)

  expect(answer.links).toEqual([prices, storage].map(offered))
})

test('a configured model, which has read all passages, gets none offered below its answer', async () => {
  const { model } = scripted([`${text.slice(0, -1)} [1].`, finish])
  const { whole } = await finding([plans, prices], { model })

  const { answer } = await whole(question)

  expect(answer).toMatchObject({ abstained: false, links: [] })
})
