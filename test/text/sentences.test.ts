import { expect, test } from 'vitest'
import { splitSentences } from '../../server/text/sentences.ts'

test.each([
  ['full stops', 'One is here. Two is there! Three?', ['One is here.', 'Two is there!', 'Three?']],
  [
    'abbreviations',
    'See Dr. Lee, e.g. on Monday. Then go.',
    ['See Dr. Lee, e.g. on Monday.', 'Then go.'],
  ],
  [
    'a no and a number',
    'No. We close at noon. No. 5 is closed too.',
    ['No.', 'We close at noon.', 'No. 5 is closed too.'],
  ],
  ['an initial', 'Ask J. Smith first. Then wait.', ['Ask J. Smith first.', 'Then wait.']],
  [
    'a page',
    'It is told on p. 12 of the guide. Read it.',
    ['It is told on p. 12 of the guide.', 'Read it.'],
  ],
  [
    'German days',
    'Am 3. Oktober ist zu. Am 4. ist offen.',
    ['Am 3. Oktober ist zu.', 'Am 4. ist offen.'],
  ],
  ['an address', 'Open a.test/?q=a?B. Then sign in.', ['Open a.test/?q=a?B.', 'Then sign in.']],
  ['a missing blank', 'Why use (it)?How to start.', ['Why use (it)?', 'How to start.']],
  [
    'a note in brackets',
    'It is over.[Citation needed] Next.',
    ['It is over.', '[Citation needed] Next.'],
  ],
  [
    'names that begin with a full stop',
    'Keep it as .XCF files. Or (.JPG) and “.Rhistory” ones. Then send it.',
    ['Keep it as .XCF files.', 'Or (.JPG) and “.Rhistory” ones.', 'Then send it.'],
  ],
  ['code', 'Begin with #!/bin/sh here.', ['Begin with #!/bin/sh here.']],
  ['Chinese', '这是一。《这是二》！[注]', ['这是一。', '《这是二》！', '[注]']],
  [
    'wrapped prose',
    'A line that is as long as prose usually is when it is wrapped by an editor\nends here. Next.',
    [
      'A line that is as long as prose usually is when it is wrapped by an editor\nends here.',
      'Next.',
    ],
  ],
  ['lines of their own', 'Monday 9 to 5\nTuesday 8 to 4', ['Monday 9 to 5', 'Tuesday 8 to 4']],
  ['a line that goes on', 'Monday\nand Tuesday', ['Monday\nand Tuesday']],
  ['an empty line', 'A heading\n\nin lower case', ['A heading', 'in lower case']],
])('%s', (_of, text, sentences) => {
  expect(splitSentences(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual(
    sentences,
  )
})

test('the sentences of a text make up all of it', () => {
  const text = '  One. Two e.g. three.\n\n\nFour (  '

  expect(
    splitSentences(text)
      .map(({ start, end }) => text.slice(start, end))
      .join(''),
  ).toBe(text)
})
