import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMatchCurated } from '../../server/retrieval/curated.ts'
import { type Library, ORGANIZATION, openLibrary, type Page } from './library.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOW = '2026-01-01T00:00:00.000Z'
const signal = new AbortController().signal

/** Questions with three other wordings each, in six languages. */
const written = readFileSync(join(ROOT, 'test/fixtures/curated-questions.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('|'))

/** The documentation of the demo site: its headings are questions of another subject. */
const site: Page[] = globSync('demo-site/knowledge/*.md', { cwd: ROOT }).map((file) => ({
  title: file,
  passages: readFileSync(join(ROOT, file), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ heading: section.split('\n', 1)[0] ?? '', text: section })),
}))

/** Headings that ask what a curated question asks. */
const SAME = new Set([
  'Which browsers does the widget support?',
  'How do I reset a forgotten password?',
])

async function write(library: Library, lists: string[][]): Promise<void> {
  for (const [at, questions] of lists.entries()) {
    await library.store.curatedAnswers.create(ORGANIZATION, {
      id: idOf(at),
      questions,
      text: 'Yes.',
      links: [],
      assistant_ids: null,
      valid_until: null,
      enabled: true,
      created_at: NOW,
    })
  }
}

function idOf(at: number): string {
  return `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
}

function matcher(library: Library, collection_id: string) {
  const match = createMatchCurated({ store: library.store, now: () => NOW })
  const asked = { organization_id: ORGANIZATION, assistant_id: idOf(0) }
  return (question: string) =>
    match({ ...asked, collection_ids: [collection_id], question }, signal)
}

test('a comparison that is cancelled takes no further step', async () => {
  const library = await openLibrary()
  const collection_ids = [await library.add('Site', site.slice(0, 1))]
  await write(library, [['How do I reset my password?']])
  const match = createMatchCurated({ store: library.store, now: () => NOW })
  const asked = { organization_id: ORGANIZATION, assistant_id: idOf(0), collection_ids }
  const gone = new Error('The visitor has left.')

  const compared = match({ ...asked, question: 'Reset my password' }, AbortSignal.abort(gone))

  await expect(compared).rejects.toBe(gone)
})

test('other wordings of a curated question find it, and other questions do not', async () => {
  const library = await openLibrary()
  const collection_id = await library.add('Site', site)
  await write(
    library,
    written.map(([question = '']) => [question]),
  )
  const ask = matcher(library, collection_id)

  const others = site
    .flatMap(({ passages }) => passages.map(({ heading = '' }) => heading))
    .filter((heading) => !SAME.has(heading))
  const given = await Promise.all(others.map(ask))
  const wrong = given.filter(({ match }) => match !== null)
  const found = await Promise.all(
    written.flatMap(([, ...wordings], at) =>
      wordings.map(async (wording) => ({ right: idOf(at), ...(await ask(wording)) })),
    ),
  )
  const matched = found.filter(({ match, right }) => match?.id === right)
  const mistaken = found.filter(({ match, right }) => match !== null && match.id !== right)

  expect(written).toHaveLength(60)
  expect(others.length).toBeGreaterThan(100)
  expect(matched.length / found.length).toBeGreaterThanOrEqual(0.9)
  expect(wrong.length / others.length).toBeLessThanOrEqual(0.005)
  expect(mistaken.length / found.length).toBeLessThanOrEqual(0.01)
})

test('of an answer with several wordings the nearest counts', async () => {
  const library = await openLibrary()
  const collection_id = await library.add('Site', site)
  await write(library, [
    ['How do I cancel my subscription?', 'Where do I see the price of my subscription?'],
    ['How do I change my subscription?'],
  ])
  const { match, nearest } = await matcher(
    library,
    collection_id,
  )('how do I cancel my subscription')

  expect(match).toMatchObject({ id: idOf(0), score: 1 })
  expect(nearest.map(({ id }) => id)).toEqual([idOf(0), idOf(1)])
})

test('a typing error and courtesies change nothing, another subject or a question for a reason does', async () => {
  const library = await openLibrary()
  const collection_id = await library.add('Site', site)
  await write(library, [
    ['How do I cancel my subscription?', 'Subscription: how to end it'],
    ['Do you have parking?'],
  ])
  const ask = matcher(library, collection_id)

  for (const wording of [
    'how do i cancel my subscription',
    'Hi! How do I cancel my subscripton?',
    'end subscription',
  ]) {
    expect((await ask(wording)).match, wording).toMatchObject({ id: idOf(0) })
  }
  for (const other of [
    'How do I cancel my order?',
    'Why was my subscription cancelled?',
    'How do I change the payment of my subscription?',
  ]) {
    expect((await ask(other)).match, other).toBeNull()
  }
  expect((await ask('Is there parking?')).nearest[0]).toMatchObject({
    id: idOf(1),
    question: 'Do you have parking?',
  })
})
