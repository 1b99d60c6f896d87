import { expect, test } from 'vitest'
import { inContext, readingsOf } from '../../server/retrieval/asked.ts'
import { openLibrary } from './library.ts'
import { wordOf } from './words.ts'

const SHOP = [
  {
    title: 'Orders',
    passages: [
      { heading: 'Cancel an order', text: 'You can cancel an order until the parcel has left us.' },
      { heading: 'Invoices', text: 'The invoice of an order is in your account as a PDF file.' },
    ],
  },
  {
    title: 'Delivery',
    passages: [
      { heading: 'Parcel lockers', text: 'A locker keeps the parcel for seven days.' },
      { heading: 'Abroad', text: 'We deliver to Norway and Iceland; customs are yours to pay.' },
    ],
  },
]

async function openShop() {
  const library = await openLibrary()
  const id = await library.add('Shop', SHOP)
  return (question: string) => library.ask(question, [id])
}

const QUESTION = 'How long does a locker keep my parcel?'

test.each([
  ['a greeting and thanks', `Dear all, hopefully someone knows: ${QUESTION} Kind regards, Ines`],
  ['a sentence about the asker', `My grandfather lives upstairs and collects stamps. ${QUESTION}`],
  ['a sentence after it', `${QUESTION} We go sailing on Thursday and return in autumn.`],
  ['a sentence of known words', `I have an invoice for an order as a PDF file. ${QUESTION}`],
])('%s takes nothing from the confidence', async (_name, message) => {
  const ask = await openShop()

  const [plain, wrapped] = [await ask(QUESTION), await ask(message)]

  expect(wrapped.confidence).toBeGreaterThanOrEqual(plain.confidence - 0.002)
  expect(wrapped.passages[0]?.text).toBe(plain.passages[0]?.text)
})

test('where no sentence asks, the best one is judged', async () => {
  const ask = await openShop()

  const alone = await ask('cancel an order')
  const wrapped = await ask('Good evening everybody. cancel an order. Yours, Ines')

  expect(wrapped.confidence).toBeGreaterThanOrEqual(alone.confidence - 0.001)
})

test.each(['Many thanks, Ines', 'Have a nice day', 'Vielen Dank', 'Cheers'])(
  'nobody needs a full stop before %s',
  async (courtesy) => {
    const ask = await openShop()

    const alone = await ask('how long does a locker keep my parcel')
    const thanked = await ask(`how long does a locker keep my parcel ${courtesy}`)

    expect(thanked.confidence).toBeGreaterThan(alone.confidence - 0.01)
  },
)

test('a name in capitals is no courtesy', async () => {
  const ask = await openShop()

  const { question } = await ask('Do you deliver parcels to Norway and Iceland')

  expect(new Set(question.words.map(({ clause }) => clause)).size).toBe(1)
})

test('the sentence before counts where the one that asks says nothing', async () => {
  const ask = await openShop()

  const { passages } = await ask('I would like to have something sent to Iceland. Can you do that?')

  expect(passages[0]?.text).toContain('Iceland')
})

test('a word that is common in any text is missed less than a word that names something', async () => {
  const ask = await openShop()

  const common = await ask('Are lockers really possible somewhere?')
  const naming = await ask('Are lockers magnetically frozen purple?')

  expect(common.confidence).toBeGreaterThan(naming.confidence)
})

test('a foreign question stays foreign behind a sentence that the knowledge holds', async () => {
  const ask = await openShop()

  const { confidence } = await ask(
    'Thanks in advance! Which medicine helps against hay fever in spring?',
  )

  expect(confidence).toBeLessThan(0.5)
})

test.each([
  ['meetups', 'Our meet-ups are on Mondays.'],
  ['meet-ups', 'A meetup takes two hours.'],
  ['signups', 'Each sign-up is confirmed.'],
])('%s finds a form that is written apart or in the singular', async (word, text) => {
  const library = await openLibrary()
  const id = await library.add('Club', [
    { title: 'Club', passages: [{ text }, { text: 'We have a bar and a garden.' }] },
  ])

  const { passages } = await library.ask(`When are ${word}?`, [id])

  expect(passages.map((passage) => passage.text)).toEqual([text])
})

test('of a long message that asks nothing the first sentences and the whole are read', () => {
  const words = Array.from({ length: 6 }, (_, clause) =>
    wordOf(`word ${clause}`, 1, { clause, asks: false }),
  )
  const alone = (clause: number) => words.slice(clause, clause + 1)

  expect(readingsOf(words)).toEqual([alone(0), alone(1), alone(2), alone(3), words])
  expect(readingsOf(words.slice(0, 2))).toEqual([alone(0), alone(1), words.slice(0, 2)])
  expect(readingsOf(alone(0))).toEqual([alone(0)])
})

test('a message is read as what it asks, and as a whole', () => {
  const words = [wordOf('locker', 1), wordOf('grandfather', 1, { clause: 1, asks: false })]

  expect(readingsOf(words)).toEqual([words.slice(0, 1), words])
  expect(readingsOf(words.slice(0, 1))).toEqual([words.slice(0, 1)])
})

test.each([
  ['is common in any text', { common: true }],
  ['no passage holds', { absent: true }],
])('a sentence asks nothing whose only word %s', (_what, more) => {
  const words = [wordOf('thing', 1, more), wordOf('locker', 1, { clause: 1, asks: false })]

  expect(readingsOf(words)).toEqual([words.slice(0, 1), words.slice(1), words])
  expect(inContext(words)).toEqual(words)
})

test('in the ranking words around what is asked count less than half', () => {
  const asked = [wordOf('locker', 2), wordOf('parcel', 2)]
  const around = wordOf('grandfather', 2, { clause: 1, asks: false })

  const weighed = inContext([...asked, around])

  expect(weighed.slice(0, 2)).toEqual(asked)
  expect(weighed[2]?.idf).toBeGreaterThan(0)
  expect(weighed[2]?.idf).toBeLessThan(1)
})

test('they count more where what is asked says little alone', () => {
  const around = wordOf('order', 2, { clause: 0, asks: false })
  const asked = [wordOf('wait', 2, { clause: 1 }), wordOf('long', 2, { clause: 1, common: true })]

  expect(inContext([...asked, around])[2]?.idf).toBeGreaterThan(1)
})
