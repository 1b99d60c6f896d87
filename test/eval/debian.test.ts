import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import {
  createPageMatcher,
  documentOf,
  missingDocuments,
  type Site,
  type SiteQuestion,
  setQuestionsOf,
  siteFolders,
} from '../../eval/debian/site.ts'
import { readLines } from '../../eval/sets.ts'

const sets = join(import.meta.dirname, '../../eval')

function sitesOf(folder: string): Record<string, Site> {
  return parseYaml(readFileSync(join(sets, folder, 'sites.yaml'), 'utf8'))
}

test.each(siteFolders)('every site of %s has a file of questions, and the reverse', (folder) => {
  const files = readdirSync(join(sets, folder)).filter((name) => name.endsWith('.jsonl'))

  expect(files.sort()).toEqual(Object.keys(sitesOf(folder)).map((name) => `${name}.jsonl`))
})

test('a package is a site of one folder only', () => {
  const packages = siteFolders.flatMap((folder) => Object.keys(sitesOf(folder)))

  expect(new Set(packages).size).toBe(packages.length)
})

test.each(
  siteFolders.flatMap((folder) =>
    Object.entries(sitesOf(folder)).map(([name, site]) => ({ folder, name, site })),
  ),
)('the questions to $name differ and name pages of it', ({ folder, name, site }) => {
  const questions = readLines<SiteQuestion>(join(sets, folder, `${name}.jsonl`))
  const isPage = createPageMatcher(site)

  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
  for (const { question, kind, gold } of questions) {
    const pages = Object.entries(gold)
    expect(pages.length > 0, question).toBe(kind !== 'unanswerable')
    for (const [page, headings] of pages) {
      expect(isPage(page), page).toBe(true)
      expect(headings, question).not.toHaveLength(0)
    }
  }
})

test('pages are all of the folder unless globs say which, without the excepted ones', () => {
  const site = { version: '1', folder: 'usr/share/doc/locker' }
  const isAny = createPageMatcher(site)
  const isListed = createPageMatcher({
    ...site,
    pages: '*.html\n{use,faq}/**',
    except: 'index.html faq/old*',
  })

  expect(isAny('deep/below/page.html')).toBe(true)
  expect(
    ['a.html', 'index.html', 'faq/keys.html', 'faq/old-keys.html', 'api/a.html'].filter(isListed),
  ).toEqual(['a.html', 'faq/keys.html'])
})

test('a page is read by the charset that it declares', () => {
  const declared = '<meta charset="iso-8859-2"><p>'
  const bytes = Buffer.concat([Buffer.from(declared), Buffer.of(0xb1)])

  expect(documentOf('faq/keys.html', bytes)).toEqual({
    id: 'faq/keys.html',
    title: '',
    path: 'faq/keys.html',
    url: '/faq/keys.html',
    text: `${declared}ą`,
  })
})

test('a question becomes one of the set, and a page that the corpus lacks is told', () => {
  const questions = setQuestionsOf('debian-locker', [
    { question: 'lost key', kind: 'keywords', gold: { 'keys.html': ['Keys', 'Loss'] } },
    { question: 'can it fly', kind: 'unanswerable', gold: {} },
  ])

  expect(questions).toEqual([
    {
      id: 'debian-locker-0',
      question: 'lost key',
      answerable: true,
      kind: 'doc',
      variety: 'keywords',
      gold: [{ doc: 'keys.html', headings: ['Keys', 'Loss'] }],
    },
    {
      id: 'debian-locker-1',
      question: 'can it fly',
      answerable: false,
      kind: 'doc',
      variety: 'unanswerable',
      gold: [],
    },
  ])
  expect(missingDocuments(questions, [documentOf('a.html', Buffer.of())])).toEqual(['keys.html'])
  expect(missingDocuments(questions, [documentOf('keys.html', Buffer.of())])).toEqual([])
})
