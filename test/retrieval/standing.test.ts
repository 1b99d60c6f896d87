import { expect, test } from 'vitest'
import { createStanding } from '../../server/retrieval/standing.ts'
import { openLibrary } from './library.ts'

const SITE = 'https://www.example.com'

test.each([
  '/blog/why-winches-jam',
  '/news/',
  '/2025/06/winches',
  '/post/2025-06-04-winches',
  '/docs/changelog',
])('a post counts less than a page that is kept up to date: %s', (path) => {
  expect(
    createStanding('Why do winches jam?')({ url: SITE + path, title: 'Winches' }),
  ).toBeLessThan(1)
  expect(
    createStanding('Which winches were announced?')({ url: SITE + path, title: 'Winches' }),
  ).toBe(1)
  expect(
    createStanding('How did winches jam in 2025?')({ url: SITE + path, title: 'Winches' }),
  ).toBe(1)
})

test.each([null, `${SITE}/docs/winches`, `${SITE}/2025-report`, `${SITE}/blogging-tips`])(
  'a page counts whole: %s',
  (url) => {
    expect(createStanding('Why do winches jam?')({ url, title: 'Winches' })).toBe(1)
  },
)

test.each([
  ['Release notes for winches', `${SITE}/docs/winches-24`],
  ['ReleaseNotes.part', null],
  ['Changelog', null],
  ['What’s new in Winch 3', null],
  ['Winches', `${SITE}/manual/ReleaseNotes.html`],
  ['Winches', `${SITE}/manual/whats_new#later`],
])('notes on what changed count less, unless it is asked: %s %s', (title, url) => {
  expect(createStanding('How do I change the drum?')({ title, url })).toBeLessThan(1)
  expect(createStanding('What is new?')({ title, url })).toBe(1)
  expect(createStanding('What changed in version 3?')({ title, url })).toBe(1)
})

test.each([
  ['Winch Glossary', `${SITE}/docs/gloss`],
  ['Index', `${SITE}/docs/ix01`],
  ['Words', `${SITE}/docs/glossary.html`],
])('a list of terms counts less, unless a term is asked for: %s', (title, url) => {
  expect(createStanding('How do I grease a drum?')({ title, url })).toBeLessThan(1)
  expect(createStanding('What is a drum?')({ title, url })).toBe(1)
  expect(createStanding('Was bedeutet Trommel?')({ title, url })).toBe(1)
})

test.each([
  ['CREATE INDEX', `${SITE}/docs/create-index`],
  ['Home', `${SITE}/index.html`],
])('a page that is no list of terms counts whole: %s', (title, url) => {
  expect(createStanding('How do I grease a drum?')({ title, url })).toBe(1)
})

test('of two passages that say the same, the one of a page comes before that of a post', async () => {
  const { add, ask } = await openLibrary()
  const passages = [{ text: 'A winch jams when its drum is dry.' }]
  const id = await add('Site', [
    { title: 'Winches', url: `${SITE}/blog/winches`, passages },
    { title: 'Winches', url: `${SITE}/docs/winches`, passages },
  ])
  const first = async (question: string) => (await ask(question, [id])).passages[0]?.url

  expect(await first('Why does a winch jam?')).toBe(`${SITE}/docs/winches`)
  expect(await first('Which blog says that a winch jams?')).toBe(`${SITE}/blog/winches`)
})

test('a page comes before release notes and a glossary that say the same', async () => {
  const { add, ask } = await openLibrary()
  const passages = [{ text: 'To grease the drum of a winch, open its cap.' }]
  const titles = ['Release notes', 'Glossary', 'Care']
  const documents = titles.map((title) => ({ title, url: `${SITE}/${title.length}`, passages }))
  const id = await add('Site', documents)

  const { passages: found } = await ask('How do I grease the drum?', [id])

  expect(found[0]?.title).toBe('Care')
})
