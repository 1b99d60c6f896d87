import { expect, test } from 'vitest'
import { passage, run, textOf } from './model.ts'

const winches = passage(
  'Winches are oiled once a year. Oil them in spring, because the cold hardens grease. Their winch log is `winches/2026-1.log`.\n\nA winch on deck is oiled by the crew, one below by the yard.',
  0,
)
const before = 'Winches are oiled once a year. [1]'

/** What is answered to a follow-up after the answer `before`. */
async function goOn(asked: string, completed: string): Promise<string> {
  const turns = [
    { role: 'user' as const, text: 'How often are winches oiled?' },
    { role: 'assistant' as const, text: before.replace(' [1]', '') },
    { role: 'user' as const, text: asked },
  ]
  return textOf(await run({ question: completed, turns, passages: [winches] }))
}

test.each(['why?', '> why?', 'Why'])('“%s” is answered with the reason alone', async (asked) => {
  const text = await goOn(asked, `How often are winches oiled? ${asked}`)

  expect(text).toBe('Oil them in spring, because the cold hardens grease. [1]')
})

test('a follow-up that asks for nothing else goes on with what was not said', async () => {
  const text = await goOn('more', 'How often are winches oiled? more')

  expect(text).toContain('A winch on deck is oiled by the crew')
  expect(text).not.toContain('once a year')
})

test('a follow-up is answered with what it asks beside the question before', async () => {
  expect(await goOn('and below?', 'How often are winches oiled below?')).toContain('by the yard')
})

test.each([
  ['and in Python?', 'How often are winches oiled and in Python?'],
  ['how much?', 'How often are winches oiled? how much?'],
])('“%s” gets no answer again where the passages do not tell it', async (asked, completed) => {
  expect(await goOn(asked, completed)).toBe('')
})

test('the same question gets the same answer', async () => {
  const question = 'How often are winches oiled?'

  expect(await goOn(question, question)).toContain('Winches are oiled once a year.')
})
