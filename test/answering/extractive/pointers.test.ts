import { expect, test } from 'vitest'
import { answer } from './model.ts'

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
