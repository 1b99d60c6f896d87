import { expect, test } from 'vitest'
import {
  confidenceOf,
  type Found,
  leadOf,
  matchReadings,
  NO_MEANING,
  probabilityOf,
  readingSigns,
  type Signs,
  signsOf,
} from '../../server/retrieval/confidence.ts'
import { filler, NO_MATCH, readOf, wordOf } from './words.ts'

const BERTH = wordOf('berth', 3)
const FEE = wordOf('fee', 1)
const confidenceIn = (found: Found) => confidenceOf(readingSigns(found))

test('signs are the best of each passage (hand-computed)', () => {
  const words = [BERTH, FEE, wordOf('how', 2, { common: true }), wordOf('eel', 4, { absent: true })]
  const matches = [
    { ...NO_MATCH, score: 5, titled: 0.5, window: 0.4, missed: 6, subject: 3 },
    { ...NO_MATCH, score: 2, titled: 0.9, window: 0.1, missed: 4, subject: 7 },
  ]

  expect(signsOf({ words, indexed: 99, matches, lead: 0.2, meaning: NO_MEANING })).toEqual({
    share: 0.5,
    titled: 0.2,
    subject: 7,
    indexed: Math.log(100),
    missed: Math.sqrt(4 / Math.log(100)),
    lead: 0.2,
    ...NO_MEANING,
  })
})

test('one passage and one word give signs, and a share of 1 at the most', () => {
  const signs = signsOf({
    words: [FEE],
    indexed: 1,
    matches: [{ ...NO_MATCH, score: 2 }],
    lead: 0,
    meaning: NO_MEANING,
  })

  expect(signs).toMatchObject({ share: 1, missed: 0 })
})

test('nothing found, or nothing asked, gives no signs and no confidence', () => {
  const passages = [readOf({ text: 'berth' })]

  expect(
    signsOf({ words: [BERTH], indexed: 9, matches: [], lead: 0, meaning: NO_MEANING }),
  ).toBeNull()
  expect(
    signsOf({ words: [], indexed: 9, matches: [NO_MATCH], lead: 0, meaning: NO_MEANING }),
  ).toBeNull()
  expect(
    confidenceIn({ words: [BERTH], indexed: 9, passages: [], lead: 0, meaning: NO_MEANING }),
  ).toBe(0)
  expect(confidenceIn({ words: [], indexed: 9, passages, lead: 0, meaning: NO_MEANING })).toBe(0)
})

test('a related word is a sign only in place of a word that hardly a passage holds', () => {
  const related = {
    terms: ['fee', 'price'],
    synonyms: [{ term: 'price', meaning: 'related' }],
  } as const
  const heldBy = (replaced: boolean) => {
    const fee = wordOf('fee', 1, {
      terms: [...related.terms],
      synonyms: [...related.synonyms],
      shares: new Map([['price', 0.5]]),
      replaced,
    })
    const passages = [readOf({ text: 'price' })]
    return matchReadings({ words: [fee], indexed: 9, passages, lead: 0, meaning: NO_MEANING })[0]
      ?.matches[0]?.passage
  }

  expect(heldBy(false)).toBe(0)
  expect(heldBy(true)).toBe(0.5)
})

test('no word of a short question counts as common', () => {
  const words = ['help', 'page', 'please', 'hello'].map((text) => wordOf(text, 1, { common: true }))
  const commonOf = (count: number) =>
    matchReadings({
      words: words.slice(0, count),
      indexed: 9,
      passages: [],
      lead: 0,
      meaning: NO_MEANING,
    })[0]?.words.map(({ common }) => common)

  expect(commonOf(3)).toEqual([false, false, false])
  expect(commonOf(4)).toEqual([true, true, true, true])
})

const NO_SIGNS: Signs = {
  share: 0,
  titled: 0,
  subject: 0,
  indexed: 0,
  missed: 0,
  lead: 0,
  ...NO_MEANING,
}

test('the probability is that of a logistic model', () => {
  const weights = { ...NO_SIGNS, bias: -1, share: 2, missed: -4 }
  const probability = (signs: Partial<Signs>) => probabilityOf({ ...NO_SIGNS, ...signs }, weights)

  expect(probability({ share: 0.5 })).toBe(0.5)
  expect(probability({ share: 1, titled: 1 })).toBeCloseTo(1 / (1 + Math.exp(-1)), 9)
  expect(probability({ share: 1, missed: 1 })).toBeCloseTo(1 / (1 + Math.exp(3)), 9)
})

const QUAY = wordOf('quay', 3)

test.each([
  ['hold a word that was missing', 'berth', `berth ${filler(9)} quay`],
  ['hold a rarer word instead', 'fee', 'berth'],
])('confidence rises when passages %s', (_what, less, more) => {
  const words = [BERTH, FEE, QUAY]
  const confidence = (text: string) =>
    confidenceIn({
      words,
      indexed: 50,
      passages: [readOf({ text: `${filler(20)} ${text}` })],
      lead: 0,
      meaning: NO_MEANING,
    })

  expect(confidence(more)).toBeGreaterThan(confidence(less))
})

test('confidence rises when the words that are held are rare elsewhere', () => {
  const confidence = (text: string) =>
    confidenceIn({
      words: [wordOf(text, 3)],
      indexed: 50,
      passages: [readOf({ text })],
      lead: 0,
      meaning: NO_MEANING,
    })

  expect(confidence('berth')).toBeGreaterThan(confidence('time'))
})

test('a passage more never lowers the confidence', () => {
  const words = [BERTH, FEE, QUAY]
  const texts = ['berth', `fee ${filler(60)} quay`, 'berth quay', 'fee', filler(10)]
  const passages = texts.map((text) => readOf({ text }))

  const rising = passages.map((_, at) =>
    confidenceIn({
      words,
      indexed: 50,
      passages: passages.slice(0, at + 1),
      lead: 0,
      meaning: NO_MEANING,
    }),
  )

  expect(rising).toEqual(rising.toSorted((one, other) => one - other))
})

test('confidence rises when the title of a page asks the question, whatever the section', () => {
  const words = [BERTH, FEE]
  const confidence = (title: string) =>
    confidenceIn({
      words,
      indexed: 50,
      passages: [readOf({ title, heading: 'overview', text: 'berth fee' })],
      lead: 0,
      meaning: NO_MEANING,
    })

  expect(confidence('berth fee')).toBeGreaterThan(confidence('guide'))
})

test('of many passages a further one says nothing more', () => {
  const confidence = (indexed: number) =>
    confidenceIn({
      words: [BERTH, FEE],
      indexed,
      passages: [readOf({ text: 'berth fee' })],
      lead: 0,
      meaning: NO_MEANING,
    })

  expect(confidence(500)).toBeLessThan(confidence(100))
  expect(confidence(100_000)).toBe(confidence(1000))
})

test('confidence rises with the lead of the first page', () => {
  const words = [BERTH, FEE]
  const confidence = (lead: number) =>
    confidenceIn({
      words,
      indexed: 50,
      passages: [readOf({ text: 'berth fee' })],
      lead,
      meaning: NO_MEANING,
    })

  expect(confidence(0.3)).toBeGreaterThan(confidence(0))
})

test('the lead is what the first page has before the best of the three after it', () => {
  const of = (document_id: string, score: number) => ({ document_id, score })
  const first = [of('b', 0.5), of('a', 0.9), of('a', 0.8)]

  expect(leadOf([])).toBe(0)
  expect(leadOf([of('a', 0.9)])).toBe(0.9)
  expect(leadOf(first)).toBeCloseTo(0.4)
  expect(leadOf([...first, of('b', 0.4), of('c', 0.3), of('d', 0.1), of('e', 0.1)])).toBeCloseTo(
    0.6,
  )
  expect(leadOf([of('a', 0.9), of('a', 0.8), of('a', 0.6)])).toBeCloseTo(0.2)
})
