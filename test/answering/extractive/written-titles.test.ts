import { expect, test } from 'vitest'
import { answer, answerFrom, passage } from './model.ts'

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

test('a bold question is a heading of what follows it, in its paragraph and below', async () => {
  const questions = [
    '**Who oils the winch?** The crew oils the winch.\n\nOn Sundays nobody does.',
    '**Where is tea made?**\nIn the galley.',
    '**When does the harbour close?**\n\nIt closes at nine.',
  ]

  expect(await answer('Who oils the winch?', questions.join('\n\n'))).toBe(
    'The crew oils the winch. [1]\n\nOn Sundays nobody does. [1]',
  )
  expect(await answer('Where is tea made?', questions.join('\n\n'))).toBe('In the galley. [1]')
  expect(await answer('When does the harbour close?', questions.join('\n\n'))).toBe(
    'It closes at nine. [1]',
  )
})

test('what answers a bold question goes on in the next passage of its section', async () => {
  const place = { document_id: 'winch', headings: ['Questions'] }
  const text = await answerFrom('How does the winch differ from the crane?', [
    {
      ...passage('**How does the winch differ from the crane?** The winch pulls.', 0),
      ...place,
      position: 4,
    },
    {
      ...passage('The crane lifts.\n\n**Who paints the crane?** The crew does.', 1),
      ...place,
      position: 5,
    },
  ])

  expect(text).toBe('The winch pulls. [1]\n\nThe crane lifts. [2]')
})

test('a section whose heading asks the question may be longer', async () => {
  const told = 'The winch pulls in the rope, and the crane lifts the boat. '.repeat(17).trim()

  const text = await answer('How do they lift boats?', `## How do they lift boats?\n\n${told}`)

  expect(text).toBe(`${told} [1]`)
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
