import { expect, test } from 'vitest'
import type { Prompt, PromptTurn } from '../../../server/models/ports.ts'
import { collect, passage, run, textOf } from './model.ts'

test('tokens are counted as words', async () => {
  const events = await run({
    question: 'What does the card cost?',
    passages: [passage('The card costs 15 euros.', 0)],
  })

  expect(events.at(-1)).toEqual({
    type: 'finish',
    reason: 'stop',
    input_tokens: 10,
    output_tokens: 6,
  })
})

test('an aborted answer throws', async () => {
  const prompt: Prompt = {
    task: 'answer',
    system: '',
    turns: [],
    question: 'What does the card cost?',
    passages: [passage('The card costs 15 euros.', 0)],
  }

  await expect(collect(prompt, AbortSignal.abort())).rejects.toThrow('aborted')
})

test('follow-ups are made of headings and definitions, and never repeat the question', async () => {
  const text = textOf(
    await run({
      task: 'follow_ups',
      question: 'How do I reset the router?',
      passages: [
        { number: 1, title: 'Router guide', anchor: 'Resetting the router', text: 'Unplug it.' },
        {
          number: 2,
          title: 'Router guide',
          anchor: 'Guide › Updating the firmware',
          text: 'The firmware is the software inside.',
        },
        {
          number: 3,
          title: 'Router guide',
          anchor: 'Guide › Can I use two routers?',
          text: 'Yes.',
        },
        {
          number: 4,
          title: 'Overview',
          anchor: 'Overview',
          text: 'A mesh network is a group of routers.',
        },
      ],
    }),
  )

  const questions = text.split('\n')
  expect(questions).toContain('How do I update the firmware?')
  expect(questions).toContain('Can I use two routers?')
  expect(questions).toHaveLength(3)
  expect(questions.some((question) => /reset|Overview/i.test(question))).toBe(false)
  expect(questions.every((question) => question.length <= 150)).toBe(true)
})

test('hostile headings do not become suggestions', async () => {
  const text = textOf(
    await run({
      task: 'follow_ups',
      question: 'x',
      passages: [
        {
          number: 1,
          title: `${'Long '.repeat(60)}?`,
          anchor: '<script>alert(1)</script>?',
          text: '# https://evil.test/?',
        },
      ],
    }),
  )

  expect(text).not.toMatch(/[<>]|https?:|Long/)
})

const TURNS: PromptTurn[] = [
  { role: 'user', text: 'How do I install the client on Linux?' },
  { role: 'assistant', text: 'With the package manager. [1]' },
]

test.each([
  ['And on Windows?', 'How do I install the client on Windows?'],
  ['And with Docker?', 'How do I install the client with Docker?'],
  ['What about the server?', 'How do I install the server on Linux?'],
  ['What does it cost?', 'What does the client cost?'],
  ['Und unter Windows?', 'How do I install the client on Linux? Und unter Windows?'],
  ['How long does it take to get a refund?', 'How long does it take to get a refund?'],
  ['Which payment methods do you accept?', 'Which payment methods do you accept?'],
])(
  'a question that leans on the one before is completed by it: %s',
  async (question, completed) => {
    expect(textOf(await run({ task: 'rewrite', question, turns: TURNS }))).toBe(completed)
  },
)

test('a first question is returned unchanged', async () => {
  expect(textOf(await run({ task: 'rewrite', question: 'And then?' }))).toBe('And then?')
})
