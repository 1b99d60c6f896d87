import { expect, test } from 'vitest'
import type { PromptPassage } from '../../../server/models/ports.ts'
import { answerFrom, passage } from './model.ts'

const STATED = 'The winch jams in the frost with the message E7.'
const REASON = 'Water freezes on the drum.'
const REMEDY = 'Cover the drum and use the thin grease:'
const CODE = '```\ngrease --thin\n```'

/** A page on a problem: its sections in order, each with its text. */
function page(sections: [heading: string | null, text: string][]): PromptPassage[] {
  return sections.map(([heading, text], at) => ({
    ...passage(text, at),
    title: 'Message E7 of the winch',
    headings: heading === null ? [] : heading.split(' › '),
    position: at,
  }))
}

test.each([
  ['Issue', 'Background', 'Solution'],
  ['Problem', 'Cause', 'How to fix it'],
  ['1. Symptoms', '2. Possible causes', '3. Workaround:'],
  ['Fehlerbild', 'Ursache', 'Lösung'],
  ['Problème', 'Cause', 'Résolution'],
  ['Síntomas', 'Causa', 'Solución'],
])('a question about a problem is answered by its solution: %s, %s, %s', async (...headings) => {
  const [problem, cause, solution] = headings
  const passages = page([
    [problem, STATED],
    [cause, REASON],
    [solution, `${REMEDY}\n\n${CODE}`],
  ])

  expect(await answerFrom('The winch says E7', passages)).toBe(`${REMEDY} [3]\n\n${CODE}`)
})

test('sections of one passage are told apart', async () => {
  const [only] = page([
    ['E7', `## Issue\n\n${STATED}\n\n## Cause\n\n${REASON}\n\n## Solution\n\n${REMEDY}\n\n${CODE}`],
  ])

  expect(await answerFrom('The winch says E7', only ? [only] : [])).toBe(`${REMEDY} [1]\n\n${CODE}`)
})

test('why is answered by the cause, then the solution', async () => {
  const passages = page([
    ['Issue', STATED],
    ['Solution', 'Cover the drum.'],
    ['Cause', REASON],
  ])

  expect(await answerFrom('Why does the winch jam with E7?', passages)).toBe(
    `${REASON} [3]\n\nCover the drum. [2]`,
  )
})

test('what stands under common causes is told with what works around them', async () => {
  const passages = page([
    ['Common Causes', REASON],
    ['Workaround', 'Cover the barrel.'],
  ])

  expect(await answerFrom('The water freezes on the drum', passages)).toBe(
    `${REASON} [1]\n\nCover the barrel. [2]`,
  )
})

test('a solution goes on in the sections below it', async () => {
  const passages = page([
    ['Issue', STATED],
    ['Solution › On the pier', 'Cover the drum.'],
    ['Solution › On a boat', 'Take the drum inside.'],
    ['Learn more', 'Winches are told of in the book of winches.'],
  ])

  expect(await answerFrom('The winch jams with E7', passages)).toBe(
    'Cover the drum. [2]\n\nTake the drum inside. [3]',
  )
})

test('the solution of another page does not answer', async () => {
  const other = { ...passage('Ring the bell.', 1), title: 'Bells', headings: ['Solution'] }

  expect(await answerFrom('The winch jams with E7', [...page([['Issue', STATED]]), other])).toBe(
    `${STATED} [1]`,
  )
})

test('what something is, is told where it stands', async () => {
  const passages = page([
    ['Issue', 'E7 is a message of the winch.'],
    ['Solution', 'Cover the drum.'],
  ])

  expect(await answerFrom('What is E7?', passages)).toBe('E7 is a message of the winch. [1]')
})

test('what a page is on answers nothing', async () => {
  const about = 'Learn how to fix the winch when it jams with E7.'

  expect(await answerFrom('How do I fix the winch?', page([[null, about]]))).toBe('')
})
