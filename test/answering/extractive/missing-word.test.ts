import { expect, test } from 'vitest'
import { answerFrom, passage } from './model.ts'

const passages = [
  {
    ...passage('To install Moorly, unpack the archive and run the script in it.', 0),
    title: 'Installing Moorly',
  },
  {
    ...passage('Moorly opens a window of time for every boat. To clean up, close the window.', 1),
    title: 'Berths',
  },
  {
    ...passage('To print the plan of the harbour, choose a paper size and a berth.', 2),
    title: 'Printing',
  },
  passage('Every boat has a number, which is painted on its side.', 3),
  passage('The harbour is lit at night, and the gate is closed at ten.', 4),
]

test.each([
  'How do I install Moorly on my iPhone?',
  'how do i install moorly on an iphone',
  'wireguard script for moorly',
])(
  'a question that turns on a name which nothing quoted holds is declined: %s',
  async (question) => {
    expect(await answerFrom(question, passages)).toBe('')
  },
)

test.each([
  ['How do I install Moorly?', 'unpack the archive'],
  // A word that is usual in its language says little when it is missing.
  ['How do I install Moorly on my new laptop?', 'unpack the archive'],
  ['We run everything else in Docker. How do I install Moorly?', 'unpack the archive'],
  ['How do I install Moorly? Many thanks, Anna', 'unpack the archive'],
  ['Please tell me: install Moorly Many thanks, Anna', 'unpack the archive'],
  ['Hello! Just inquisitive – How do I install Moorly?', 'unpack the archive'],
  ['Just inquisitive – install Moorly', 'unpack the archive'],
  ['How do I install Moorly 2024?', 'unpack the archive'],
  // Spelt in another way, and misspelt.
  ['moorly berth cleanup', 'To clean up'],
  ['run the arhcive', 'unpack the archive'],
  ['How do I print the plan of the harbour?', 'choose a paper size'],
])('a question that does not is answered: %s', async (question, told) => {
  expect(await answerFrom(question, passages)).toContain(told)
})

test('a name is held by the quoted text, its title or its headings, written as a name', async () => {
  const question = 'How do I install Moorly on Windows?'
  const text = 'To install Moorly, unpack the archive and run the script in it.'
  const [, ...others] = passages

  const named = { ...passage(text, 0), title: 'Windows' }
  const below = { ...passage(text, 0), title: 'Installing', headings: ['Moorly on Windows'] }
  const inText = { ...passage(`${text} On WINDOWS, open it.`, 0), title: 'Installing' }

  for (const held of [named, below, inText]) {
    expect(await answerFrom(question, [held, ...others])).toContain('unpack the archive')
  }
  expect(
    await answerFrom(question, [{ ...passage(text, 0), title: 'The window' }, ...others]),
  ).toBe('')
})
