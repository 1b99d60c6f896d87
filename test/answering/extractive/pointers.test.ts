import { expect, test } from 'vitest'
import { answer, answerFrom, passage } from './model.ts'

const fact = 'A berth costs 20 euros a night.'

test.each([
  ['a line of links', '[Prices of a berth](https://a.test/p) · [Book a berth](https://a.test/b)'],
  ['the caption of a picture', 'How to pay for a berth'],
  ['a cross reference', 'For detailed information about the costs of a berth, see the price list.'],
  ['another one', 'You can read more about what a berth costs in our news.'],
  ['a third one', 'To get started with berths, please visit our page.'],
])('%s is no part of an answer', async (_, pointer) => {
  expect(await answer('What does a berth cost?', `${fact}\n\n${pointer}`)).toBe(`${fact} [1]`)
})

test('a list of nothing but links answers only where several things are asked for', async () => {
  const links = '- [Berths](https://a.test/b)\n- [Winches](https://a.test/w)'

  expect(await answer('What is a berth?', links, 'Boats lie in a berth.')).toBe(
    'Boats lie in a berth. [2]',
  )
  expect(await answer('Which pages are on berths and winches?', links)).toContain('Winches')
})

test.each(['© 2026 The berth company.', 'for a berth.'])(
  'what is no sentence of the text is left out: %s',
  async (rest) => {
    expect(await answer('What does a berth cost?', `${fact}\n\n${rest}`)).toBe(`${fact} [1]`)
  },
)

test('another page that only names what is asked adds nothing', async () => {
  const prices = {
    ...passage(fact, 0),
    headings: ['What does a berth for a guest cost?'],
    score: 1,
  }
  const news = { ...passage('A berth for a guest was built, at no cost to us.', 1), score: 1 }

  expect(await answerFrom('What does a berth for a guest cost?', [prices, news])).toBe(
    `${fact} [1]`,
  )
})

test.each([
  'FIXME: is a winch needed here? (The winch runs already)',
  'To open this winch command...',
])('what is no sentence for readers is no part of an answer: %s', async (remark) => {
  const text = await answer(
    'How do I stop the winch?',
    `${remark}\n\nPull the lever to stop the winch.`,
  )

  expect(text).toBe('Pull the lever to stop the winch. [1]')
})
