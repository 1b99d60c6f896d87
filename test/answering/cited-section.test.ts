import { expect, test } from 'vitest'
import { citedUrl } from '../../server/answering/cited/cited-section.ts'
import { chunk } from '../../server/ingestion/chunk.ts'
import { contentWordsOf } from '../../server/text/question.ts'

const URL_OF_FIRST = 'https://acme.test/fees#cards'

/** A passage of three sections, the last of which has no place of its own. */
function threeSections() {
  const section = (heading: string, text: string) => ({
    headings: ['Fees', heading],
    fragment: heading === 'Cheques' ? null : heading.toLowerCase(),
    page: null,
    blocks: [{ kind: 'paragraph' as const, text }],
  })
  const passages = chunk([
    section('Cards', 'Cards are free.'),
    section('Transfers', 'A transfer costs one franc.'),
    section('Cheques', 'We take none.'),
  ])
  expect(passages.length).toBe(1)
  return { text: passages[0]?.text ?? '', blocks: passages[0]?.blocks ?? [], url: URL_OF_FIRST }
}

test.each([
  ['Cards are free.', URL_OF_FIRST],
  ['A transfer costs one franc.', 'https://acme.test/fees#transfers'],
  ['No cheques are taken.', URL_OF_FIRST],
  ['Unheard of.', URL_OF_FIRST],
])('a passage of several sections links to the one that is cited: %s', (sentence, url) => {
  expect(citedUrl(threeSections(), () => contentWordsOf(sentence))).toBe(url)
})

test('a passage of one section, or without an address, has no other link', () => {
  const alone = { text: 'Cards are free.', blocks: [], url: URL_OF_FIRST }

  expect(citedUrl(alone, () => [])).toBe(URL_OF_FIRST)
  expect(citedUrl({ ...threeSections(), url: null }, () => [])).toBeNull()
})
