import { expect, test } from 'vitest'
import { documentUrl, passageUrl } from '../../server/ingestion/links.ts'

const NONE = { slug: null, date: null, url: null }

test.each([
  ['docs/00-introduction/index.mdx', 'https://x.test/docs/introduction'],
  ['providers/01-ai/110-deepgram.mdx', 'https://x.test/providers/ai/deepgram'],
  ['README.md', 'https://x.test/'],
  ['a/_index.md', 'https://x.test/a'],
  ['2024-01-02-news.md', 'https://x.test/2024-01-02-news'],
  ['2fa.md', 'https://x.test/2fa'],
  ['what? #1.md', 'https://x.test/what%3F%20%231'],
  ['help/01-intro.adoc', 'https://x.test/help/intro'],
  ['help/01-intro.html', 'https://x.test/help/01-intro.html'],
  ['manuals/2-drill.pdf', 'https://x.test/manuals/2-drill.pdf'],
])('base_url publishes %s at %s', (path, url) => {
  expect(documentUrl(path, { base_url: 'https://x.test' })).toBe(url)
})

test('a base_url keeps its own path, and a slug replaces the last part', () => {
  expect(documentUrl('a/b.md', { base_url: 'https://x.test/docs/' }, { ...NONE, slug: 'c' })).toBe(
    'https://x.test/docs/a/c',
  )
})

test('permalinks fill a template from the front matter, else from the file name', () => {
  const links = {
    base_url: 'https://x.test',
    permalinks: { 'post/*.md': '/{year}/{month}/{day}/{slug}/' },
  }

  expect(documentUrl('post/2019-3-11-acme.md', links)).toBe('https://x.test/2019/03/11/acme/')
  expect(
    documentUrl('post/2019-3-11-acme.md', links, { slug: 's', date: '2020-01-02', url: null }),
  ).toBe('https://x.test/2020/01/02/s/')
  expect(documentUrl('post/deep/a.md', links)).toBe('https://x.test/post/deep/a')
  expect(documentUrl('a.md', { ...links, permalinks: { '*.md': '/{constructor}' } })).toBe(
    'https://x.test/%7Bconstructor%7D',
  )
})

test('the front matter address wins; without any setting there is none', () => {
  expect(documentUrl('a.md', { base_url: 'https://x.test' }, { ...NONE, url: '/own/' })).toBe(
    'https://x.test/own/',
  )
  expect(documentUrl('a.md', {}, { ...NONE, url: 'https://y.test/z' })).toBe('https://y.test/z')
  expect(documentUrl('a.md', {}, { ...NONE, url: 'javascript:alert(1)' })).toBeNull()
  expect(documentUrl('a.md', {}, { ...NONE, url: 'https://ann:secret@y.test/z' })).toBeNull()
  expect(documentUrl('a.md', {})).toBeNull()
})

test('a passage is linked by its heading or its page', () => {
  expect(passageUrl('https://x.test/a', { fragment: 'größe', page: null })).toBe(
    'https://x.test/a#gr%C3%B6%C3%9Fe',
  )
  expect(passageUrl('https://x.test/a.pdf', { fragment: null, page: 4 })).toBe(
    'https://x.test/a.pdf#page=4',
  )
  expect(passageUrl('https://x.test/a', { fragment: null, page: null })).toBe('https://x.test/a')
  expect(passageUrl(null, { fragment: 'a', page: null })).toBeNull()
})
