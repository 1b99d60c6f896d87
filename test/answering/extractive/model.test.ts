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

test.each([
  ['Updating the firmware', 'Install it.', 'How do I update the firmware?'],
  ['How to cancel the contract', 'Write to us.', 'How do I cancel the contract?'],
  ['Guide › Can I use two routers?', 'Yes.', 'Can I use two routers?'],
  ['Track a parcel', 'Enter its number.', 'How do I track a parcel?'],
  ['What are buttons R and All for?', 'R and all others.', 'What are buttons R and All for?'],
  ['Run a Scan', 'The scan takes a minute.', 'How do I run a scan?'],
  ['Rate Limits', 'There are ten of them.', 'What are the rate limits?'],
  ['Refund policy', 'Thirty days.', 'What is the refund policy?'],
  ['Passwort zurücksetzen', 'Das geht unter Konto.', 'Passwort zurücksetzen – wie geht das?'],
  [
    'Réinitialiser le mot de passe',
    'Vous le trouvez dans le compte.',
    'Comment réinitialiser le mot de passe ?',
  ],
  [
    'Restablecer la contraseña',
    'Se hace en los ajustes y en la cuenta.',
    '¿Cómo restablecer la contraseña?',
  ],
])('a heading becomes a follow-up: %s', async (path, text, followUp) => {
  const headings = path.split(' › ')
  expect(await followUps({ question: 'Where is the lamp?' }, { headings, text })).toEqual([
    followUp,
  ])
})

test.each([
  ['To reset your router, press the button.', 'How do I reset my router?'],
  ['You can cancel the contract at any time.', 'Can I cancel the contract at any time?'],
  ['You need to register the router.', 'Do I need to register the router?'],
  ['If you lose your card, call the desk.', 'What if I lose my card?'],
  ['If you want to move the router, unplug it first.', 'How do I move the router?'],
  ['If you are bound by contract, write to us.', 'What if I am bound by contract?'],
  ['A spare antenna costs 15 euros.', 'How much does a spare antenna cost?'],
  ['A mesh network is a group of routers.', 'What is a mesh network?'],
  ['Um das Passwort zu ändern, öffnen Sie das Konto.', 'Wie kann ich das Passwort ändern?'],
  ['Um das Gerät zurückzusetzen, halten Sie die Taste.', 'Wie kann ich das Gerät zurücksetzen?'],
  ['Sie können Ihren Vertrag jederzeit kündigen.', 'Kann ich meinen Vertrag jederzeit kündigen?'],
  ['Pour annuler le contrat, écrivez-nous.', 'Comment annuler le contrat ?'],
  ['Para cancelar el contrato, escriba una carta.', '¿Cómo cancelar el contrato?'],
])('a sentence becomes a follow-up: %s', async (text, followUp) => {
  expect(await followUps({ question: 'Where is the lamp?' }, { text })).toEqual([followUp])
})

test.each([
  'The firmware',
  'Overview',
  'Create Embeddings Table',
  'Embedding Events',
  'Buying and returning routers',
  'If you have not bought a card, buy one.',
  'If you prefer to use wires, use wires.',
  'You can provide any set of names.',
  'You can import readRouterTable from the shop.',
  'You can read about this here.',
  'To date, no router was lost.',
  'If you want to, then do so.',
  '```\n# Mount the disk\n```',
])('what makes no good question makes none: %s', async (text) => {
  const isHeading = !/[.`]/.test(text)
  const passage = { headings: [isHeading ? text : 'Notes'], text: `${text}\n\nThe lamp is on.` }

  expect(await followUps({ question: 'Where is the lamp?' }, passage)).toEqual([])
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

  expect(suggested).toEqual(['How do I update the firmware?'])
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

test.each([
  ['If you can moor the boat, then do.', []],
  [
    'You must avoid mooring the boat except when the wind is low.',
    ['Do I need to avoid mooring the boat?'],
  ],
  ['You must ask for the key of, or the card for, the boat.', []],
  ['You can usually moor at the pier.', []],
  ['You can allow [the address] at the pier.', []],
  ['You can begin a tour from either the north or the south pier.', []],
])('no question is made of a part of a phrase: %s', async (text, suggested) => {
  expect(await followUps({ question: 'What does the lamp cost?' }, { text })).toEqual(suggested)
})

test.each(['Track corner mode', 'Test bench', 'Filter codes', 'Processing time'])(
  'no question is made of a heading whose first word is a noun as well: %s',
  async (heading) => {
    expect(
      await followUps(
        { question: 'What does the lamp cost?' },
        { headings: [heading], text: 'It is red.' },
      ),
    ).toEqual([])
  },
)

test.each(['Updating the firmware of the', 'Create a boat from'])(
  'no question is made of a heading that breaks off: %s',
  async (heading) => {
    expect(
      await followUps(
        { question: 'What does the lamp cost?' },
        { headings: [heading], text: 'It is red.' },
      ),
    ).toEqual([])
  },
)
