import { expect, test } from 'vitest'
import { openLibrary } from './library.ts'

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

  expect(wrapped.confidence).toBeGreaterThanOrEqual(plain.confidence - 0.001)
  expect(wrapped.passages[0]?.text).toBe(plain.passages[0]?.text)
})

test('where no sentence asks, the best one is judged', async () => {
  const ask = await openShop()

  const alone = await ask('cancel an order')
  const wrapped = await ask('Good evening everybody. cancel an order. Yours, Ines')

  expect(wrapped.confidence).toBeGreaterThanOrEqual(alone.confidence - 0.001)
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
