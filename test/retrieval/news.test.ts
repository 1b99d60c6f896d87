import { expect, test } from 'vitest'
import { standingOf } from '../../server/retrieval/news.ts'
import { openLibrary } from './library.ts'

const SITE = 'https://www.example.com'

test.each([
  '/blog/why-winches-jam',
  '/news/',
  '/2025/06/winches',
  '/post/2025-06-04-winches',
  '/docs/changelog',
])('a post counts less than a page that is kept up to date: %s', (path) => {
  expect(standingOf(SITE + path, 'Why do winches jam?')).toBeLessThan(1)
  expect(standingOf(SITE + path, 'Which winches were announced?')).toBe(1)
  expect(standingOf(SITE + path, 'How did winches jam in 2025?')).toBe(1)
})

test.each([null, `${SITE}/docs/winches`, `${SITE}/2025-report`, `${SITE}/blogging-tips`])(
  'a page counts whole: %s',
  (url) => {
    expect(standingOf(url, 'Why do winches jam?')).toBe(1)
  },
)

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
