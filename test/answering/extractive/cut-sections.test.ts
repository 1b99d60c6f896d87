import { expect, test } from 'vitest'
import type { PromptPassage } from '../../../server/models/ports.ts'
import { answerFrom, passage } from './model.ts'

test('a short section that is cut into passages is shown whole, in its order', async () => {
  const text = await answerFrom('oil the winch', [
    part('The harbour master has more tips on oiling the winch.', 1),
    part('Lift the lid. Put ten drops on the drum.', 0, 1),
  ])

  expect(text).toBe(
    'Lift the lid. Put ten drops on the drum. [2]\n\nThe harbour master has more tips on oiling the winch. [1]',
  )
})

test.each([
  ['steps', '1. Lift the lid.\n2. Press the red button.'],
  ['a command', 'Then type `winch --reset` there.'],
])('where an answer to how has no steps, its section goes on to %s', async (_, steps) => {
  const text = await answerFrom('How do I reset the winch?', [
    part(`The winch is reset in the engine room. ${long('Rust')}`, 0),
    part(`${long('Oil')}\n\n${steps}\n\n${long('Paint')}`, 1, 1),
  ])

  expect(text).toContain('engine room')
  expect(text).toContain('[2]')
  expect(text).not.toContain('Paint')
})

test('a part of a section that tells the steps needs no others', async () => {
  const text = await answerFrom('How do I reset the winch?', [
    part(`The winch is reset by \`winch --reset\`. ${long('Rust')}`, 0),
    part(`${long('Oil')}\n\n1. Lift the lid.\n2. Press the red button.`, 1, 1),
  ])

  expect(text).not.toContain('red button')
})

test('a question that does not ask how needs no steps', async () => {
  const text = await answerFrom('winch reset', [
    part(`The winch is reset in the engine room. ${long('Rust')}`, 0),
    part(`${long('Oil')}\n\n1. Lift the lid.\n2. Press the red button.`, 1, 1),
  ])

  expect(text).not.toContain('red button')
})

test('a long script that goes on in the next passage is not shown by half', async () => {
  const lines = (word: string) => `\`\`\`\n${`winch --${word} now\n`.repeat(40)}\`\`\``

  const text = await answerFrom('How do I reset the winch?', [
    part(`The winch is reset in the engine room, by this script:\n\n${lines('first')}`, 0),
    part(`${lines('last')}\n\nThe winch is reset each night.`, 1, 1),
  ])

  expect(text).toBe('The winch is reset each night. [2]')
})

test('a note on steps comes with them', async () => {
  const text = await answerFrom('In which order must the drums be reset?', [
    part('**Note:** The order in which the drums must be reset depends on the wind.', 1),
    part(
      `${long('Rust')}${long('Paint')}\n\nDo as follows:\n\n1. Stop the left one.\n2. Stop the other.`,
      0,
      1,
    ),
  ])

  expect(text).toMatch(/^Do as follows: \[2\]\n\n1\. Stop the left one/)
})

test('what is not next to a passage in its section is not joined to it', async () => {
  const text = await answerFrom('oil the winch', [
    part('The harbour master tells more on oiling the winch.', 2),
    part('Put ten drops on the drum.', 0, 1),
    { ...part('Put ten drops on the rope.', 1, 2), headings: ['The rope'] },
    { ...part('Put ten drops on the sail.', 3, 3), document_id: 'another' },
  ])

  expect(text).toBe('The harbour master tells more on oiling the winch. [1]')
})

function part(text: string, position: number, at = 0): PromptPassage {
  return { ...passage(text, at), document_id: 'winch', headings: ['The winch'], position }
}

/** About eighty words. */
function long(noun: string): string {
  return `${noun} is kept away from the quay, and ${noun} is cleaned by the crew in May. `.repeat(5)
}
