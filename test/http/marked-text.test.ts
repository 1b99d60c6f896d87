import { expect, test } from 'vitest'
import { markedText } from '../../server/http/marked-text.ts'

const PASSAGE = `Close **the doors** & wait.

1. Call [the guard](https://x.test/a-b).
2. Leave.

\`\`\`sh
lock --all
\`\`\``

test.each([
  ['Close the doors & wait.', '<mark id="quote">Close **the doors** &amp; wait.</mark>'],
  [
    'Call the guard. Leave.',
    '1. <mark id="quote">Call [the guard](https://x.test/a-b).\n2. Leave.</mark>',
  ],
  ['Close the … Leave.', '<mark id="quote">Close **the doors** &amp; wait.'],
  ['lock --all', '```sh\n<mark id="quote">lock --all</mark>\n```'],
])('the quotation %j is marked over its markup', (quote, expected) => {
  expect(markedText(PASSAGE, [quote])).toContain(expected)
})

test.each(['lose the doors', 'x.test', 'Leave. … Close', ''])('%j is not marked', (quote) => {
  expect(markedText(PASSAGE, [quote])).not.toContain('<mark')
})

test('several quotations are marked where they do not overlap', () => {
  expect(markedText('One two. Three.', ['Three.', 'One two.', 'two.'])).toBe(
    '<mark id="quote">One two.</mark> <mark>Three.</mark>',
  )
})
