import { expect, test } from 'vitest'
import { answer } from './model.ts'

const FACT = 'The winch is oiled in spring.'

test.each([
  '**Going further with oil**',
  '***GOING FURTHER* Oiling with a can**',
  '**Figure 13.1. The Winch Oil Editor**',
  '**Figure 2: Winch**',
  '**Winch**',
  'Winch-5',
])('a title or caption that nothing follows is no part of an answer: %s', async (line) => {
  expect(await answer('When is the winch oiled?', `${FACT}\n\n${line}`)).toBe(`${FACT} [1]`)
})

test('the title of a box is not shown above its text', async () => {
  const text = await answer(
    'How do I oil the winch with a script?',
    '**Oiling with a script**\n\nThe script of the winch opens the oil can.',
  )

  expect(text).toBe('The script of the winch opens the oil can. [1]')
})

test('of bold terms and what they mean, only the one that was asked for is told', async () => {
  const text = await answer(
    'What holds the rope of a boat on the quay?',
    '**Anchor**\n\nA weight on the ground.\n\n**Bollard**\n\nA bollard holds the rope of a boat on ' +
      'the quay.\n\n**Cleat**\n\nA piece on the deck.\n\n**Davit**',
  )

  expect(text).toBe('A bollard holds the rope of a boat on the quay. [1]')
})

test('of terms that begin what they mean, only the one that was asked for is told', async () => {
  const text = await answer(
    'Which block lifts the sail with four wheels?',
    'Block-4\n\nBlock-4 has four wheels and lifts the sail.\n\nBlock-6\n\nBlock-6 has six.\n\nBlock-8',
  )

  expect(text).toBe('Block-4 has four wheels and lifts the sail. [1]')
})

test('a bold sentence is told', async () => {
  expect(await answer('When is the winch oiled?', `**${FACT}**`)).toBe(`**${FACT}** [1]`)
})

test('a command in bold is told', async () => {
  const text = await answer(
    'How do I start the winch in German?',
    'To start the winch in German, enter this command.\n\n**LANG=de winch**',
  )

  expect(text).toContain('**LANG=de winch** [1]')
})
