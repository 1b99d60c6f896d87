import { describe, expect, test } from 'vitest'
import { answer, answerFrom, passage } from './model.ts'

const passages = [
  {
    ...passage(
      'Stop the service. Move the old folder away, and read the copy of the backup in.',
      0,
    ),
    headings: ['How do I restore a backup?'],
  },
  {
    ...passage('Copy the folder to another machine.', 1),
    headings: ['How do I back up the data?'],
  },
  { ...passage('The wallpaper of a tent is chosen in its settings.', 2), headings: ['Tents'] },
  { ...passage('The wallpaper of a boat is chosen by its captain.', 3), headings: ['Boats'] },
]

describe('sentences around a question take nothing from its answer (docs/behaviour.md#small-talk)', () => {
  test.each([
    'hi, how do I back up the data?',
    'Good morning! Could you please help: how do I back up the data? Many thanks, Anna',
    'My cousin restored our caravan and I moved to Lisbon. How do I back up the data?',
    'How do I back up the data? I had to reinstall and restore my laptop twice.',
  ])('%s', async (message) => {
    const plain = await answerFrom('How do I back up the data?', passages)

    expect(plain).toMatch(/^Copy the folder .+ \[2\]$/)
    expect(await answerFrom(message, passages)).toBe(plain)
  })
})

test('sentences around a question tell what it is about', async () => {
  const asked = 'How is the wallpaper chosen?'

  expect(await answerFrom(`We sleep in tents. ${asked}`, passages)).toContain('[3]')
  expect(await answerFrom(`We live on boats. ${asked}`, passages)).toMatch(/^[^[]+captain\. \[4\]/)
})

test('a question that points to a sentence before it is answered as part of its message', async () => {
  const dock = [
    passage('The captain gets a crane, the rope and the winch from the harbour.', 0),
    passage('Before boats are lifted from a frozen dock, the crane is thawed.', 1),
  ]

  const text = await answerFrom(
    'The dock is frozen and no boats are lifted. How does the captain get the crane to do this?',
    dock,
  )

  expect(text).toMatch(/^Before boats are lifted/)
})

test('a question that says little alone is answered as part of its message', async () => {
  const shop = [
    passage('The kitchen is closed for repair, so guests wait for days.', 0),
    passage('Whose renewal failed five times is let in again after an hour.', 1),
  ]

  const text = await answerFrom('My renewal failed five times. How long must I wait?', shop)

  expect(text).toMatch(/^Whose renewal failed/)
})

test('of a message that asks nothing, the sentence that passages answer counts', async () => {
  const message =
    'My brother visited Portugal, Greece and Croatia with eleven colleagues. The lamp stays dark.'

  expect(await answer(message, 'A lamp that stays dark needs a new fuse.')).toContain('[1]')
})

test('a section on the opposite names what is asked for only as its object', async () => {
  const backUp = 'How do I back up the data?'
  const both = {
    ...passage('The data is copied either way.', 0),
    headings: ['Restore and back up'],
  }

  expect(await answerFrom(backUp, passages.slice(0, 1))).toBe('')
  expect(await answerFrom(backUp, [both])).toContain('[1]')
})

test('a procedure and its opposite are told apart around their object', async () => {
  const on = {
    ...passage('Hold the key of the lamp for a second.', 0),
    headings: ['Turn on the lamp'],
  }
  const off = { ...passage('Pull the cord of the lamp twice.', 1), headings: ['Turn off the lamp'] }

  expect(await answerFrom('How do I turn the old lamp off?', [on, off])).toMatch(/^Pull the cord/)
  expect(await answerFrom('How do I turn the old lamp off?', [on])).toBe('')
})

test.each([
  'Complete guide to creating lanterns with the lamp loop.',
  'Get started with lanterns using the lamp loop.',
])('the description of a page points elsewhere: %s', async (description) => {
  const text = await answer('How are lanterns made?', description, 'Lanterns are made of paper.')

  expect(text).toMatch(/^Lanterns are made of paper\. \[2\]$/)
})

test.each(['What is $MAST?', 'What does $MAST mean?'])(
  'a name in code is told with its sign or without: %s',
  async (question) => {
    const files = 'The MAST file is read at the start. What $MAST holds is set in the files.'
    const told = 'Answer: MAST is a variable with the height of the boat.'

    expect(await answer(question, files, told)).toMatch(/^MAST is a variable/)
  },
)

test('a definition is found however its apostrophe is written', async () => {
  const text = await answer(
    "What is Fisher's Rest?",
    'The garden of Fisher’s Rest has a wall. People remember Fisher’s Rest.',
    'Fisher’s Rest is an inn at the lake.',
  )

  expect(text).toContain('an inn at the lake')
})
