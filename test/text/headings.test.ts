import { expect, test } from 'vitest'
import { withoutNumber } from '../../server/text/headings.ts'
import { readPassage } from '../../server/text/passage.ts'

test.each([
  ['2.3.4. Screenshot', 'Screenshot'],
  ['2.3 Create', 'Create'],
  ['5. Log files', 'Log files'],
  ['3) Install', 'Install'],
  ['Chapter 10. Photographs', 'Photographs'],
  ['Chapter 53 - Log files', 'Log files'],
  ['Step 2: Set a budget', 'Set a budget'],
  ['Anhang B: Werkzeuge', 'Werkzeuge'],
])('the number of a heading tells its place: %s', (heading, rest) => {
  expect(withoutNumber(heading)).toBe(rest)
})

test.each([
  ['(FAQ 6d) Where is the log?', 'Where is the log?'],
  ['FAQ 12: Where is the log?', 'Where is the log?'],
  ['Q3. Where is the log?', 'Where is the log?'],
  ['Frage: Wo liegt das Protokoll?', 'Wo liegt das Protokoll?'],
])('the label of a question is none of its words: %s', (heading, rest) => {
  expect(withoutNumber(heading)).toBe(rest)
})

test.each([
  '404 Not Found',
  '3 ways to pay',
  '4.6.2',
  'Part of a plan',
  '2018',
  'Step by step',
  'FAQ',
  'Q3 results',
])('a number that tells something stays: %s', (heading) => {
  expect(withoutNumber(heading)).toBe(heading)
})

test('the nearest heading of a passage is compared without its number', () => {
  const { nearest } = readPassage({
    title: '2.3. Create',
    headings: ['2.3. Create', '2.3.4. Screenshot'],
    text: 'A window or the whole screen.',
  })

  expect(nearest).toEqual(['screenshot'])
})
