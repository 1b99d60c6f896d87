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
    quoted: [[{ start: 0, end: 24 }]],
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

async function followUps(
  answered: { question: string; answer?: string },
  ...passages: { headings?: string[]; text: string }[]
): Promise<string[]> {
  const { question, answer = 'Something else. [1]' } = answered
  const text = textOf(
    await run({
      task: 'follow_ups',
      question,
      turns: [
        { role: 'user', text: question },
        { role: 'assistant', text: answer },
      ],
      passages: passages.map(({ headings = [], text }, at) => ({
        number: at + 1,
        title: 'Router guide',
        headings,
        text,
      })),
    }),
  )
  return text.split('\n').filter((line) => line !== '')
}

test('headings are suggested as they are written, those that are questions first', async () => {
  const suggested = await followUps(
    { question: 'Where is the lamp?' },
    { headings: ['2.3 Updating the firmware'], text: 'Install it.' },
    { headings: ['Guide', 'Can I use two routers?'], text: 'Yes.' },
    { headings: ['Passwort zurücksetzen'], text: 'Das geht unter Konto.' },
  )

  expect(suggested).toEqual([
    'Can I use two routers?',
    'Updating the firmware',
    'Passwort zurücksetzen',
  ])
})

test('no follow-up repeats the question, or is answered by what the answer quotes', async () => {
  const question = 'How do I reset the router?'
  const answer = 'Unplug the router. To save the settings, press the button. [1]'

  const suggested = await followUps(
    { question, answer },
    { headings: ['Resetting the router'], text: 'Press the pin.' },
    { headings: ['Saving everything'], text: 'To save the settings, press the button.' },
    { headings: ['Saving everything'], text: 'Only a little more.' },
    { headings: ['Updating the firmware'], text: 'The firmware is new.' },
  )

  expect(suggested).toEqual(['Updating the firmware'])
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
          headings: ['<script>alert(1)</script>?'],
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
  ['And on Windows?', 'How do I install the client on Linux? And on Windows?'],
  ['And with Docker?', 'How do I install the client on Linux? And with Docker?'],
  ['What about the server?', 'How do I install the client on Linux? What about the server?'],
  ['What does it cost?', 'How do I install the client on Linux? What does it cost?'],
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
