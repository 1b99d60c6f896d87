import { expect, test } from 'vitest'
import type { WeightedWord } from '../../server/retrieval/match.ts'
import {
  type Candidate,
  type Features,
  featuresOf,
  rankByWords,
} from '../../server/retrieval/rank.ts'
import { filler, NO_MATCH, readOf, wordOf } from './words.ts'

const BERTH = wordOf('berth', 3, { terms: ['berth', 'berths'] })
const FEE = wordOf('fee', 1)

/** Candidates of a document each, with the keys 1, 2 and so on. */
function candidatesOf(...passages: { heading?: string; text?: string }[]): Candidate[] {
  return passages.map((passage, at) => ({
    key: at + 1,
    document_id: `document ${at}`,
    title: '',
    headings: [],
    text: passage.text ?? '',
    passage: readOf(passage),
    grams: 0,
    match: NO_MATCH,
    likeness: null,
  }))
}

/** One feature of each candidate. */
function feature(name: keyof Features, candidates: Candidate[], words: WeightedWord[]): number[] {
  return featuresOf(candidates, words).map((features) => features[name])
}

/** BM25 with k1 = 1.2 and b = 0.5. */
function bm25(idf: number, count: number, relativeLength: number): number {
  return (idf * count) / (count + 1.2 * (0.5 + 0.5 * relativeLength))
}

test.each([
  ['a rarer word', { text: 'berth and' }, { text: 'fee and' }, bm25(1, 1, 1) / bm25(3, 1, 1)],
  ['two mentions', { text: 'fee fee' }, { text: 'fee and' }, bm25(1, 1, 1) / bm25(1, 2, 1)],
  [
    'any term of a word',
    { text: 'berth berths' },
    { text: 'berths and' },
    bm25(1, 1, 1) / bm25(1, 2, 1),
  ],
  [
    'a heading',
    { heading: 'fee', text: 'and' },
    { text: 'fee and' },
    bm25(1, 1, 1) / bm25(1, 1.75, 1),
  ],
  [
    'a short passage',
    { text: 'fee' },
    { text: `fee ${filler(2)}` },
    bm25(1, 1, 1.5) / bm25(1, 1, 0.5),
  ],
  [
    'both words',
    { text: 'fee berth' },
    { text: 'fee and' },
    bm25(1, 1, 1) / (bm25(1, 1, 1) + bm25(3, 1, 1)),
  ],
])('%s scores most in BM25, and others a share of it', (_what, best, other, share) => {
  const [first, second] = feature('words', candidatesOf(best, other), [BERTH, FEE])

  expect(first).toBe(1)
  expect(second).toBeCloseTo(share, 9)
})

test('nothing found scores nothing', () => {
  expect(featuresOf(candidatesOf({ text: 'and' }, {}), [BERTH])).toEqual(
    Array.from({ length: 2 }, () => ({
      words: 0,
      grams: 0,
      endings: 0,
      spelling: 0,
      heading: 0,
      likeness: 0,
      window: 0,
      near: 0,
      page: 0,
      agreement: 0,
      meaning: 0,
      unsaid: 0,
    })),
  )
})

test('n-grams of words that inflect count more the fewer passages hold them', () => {
  const words = [
    wordOf('gebühr', 1, { inflects: true, grams: ['_geb', 'bühr'] }),
    wordOf('fee', 1, { grams: ['_fee'] }),
  ]
  const candidates = candidatesOf({ text: 'gebühren' }, { text: 'gebiet fee' }, { text: 'fee' })

  const [rare, common] = [Math.log(1 + 2.5 / 1.5), Math.log(1 + 1.5 / 2.5)]
  const [first, second, third] = feature('endings', candidates, words)
  expect(first).toBe(1)
  expect(second).toBeCloseTo(common / (rare + common), 9)
  expect(third).toBe(0)
})

test('n-grams beyond those of some forty words are not compared', () => {
  const grams = Array.from({ length: 300 }, (_, at) => `<${at}>`)
  const scoreOf = (text: string) =>
    feature('endings', candidatesOf({ text }), [
      wordOf('long', 1, { inflects: true, grams: [...grams, '<last>'] }),
    ])

  expect(scoreOf('<299>')).toEqual([1])
  expect(scoreOf('<last>')).toEqual([0])
})

test('a page scores by its passages, the best one most, and by their headings', () => {
  const pages = ['a', 'a', 'b', 'c']
  const candidates = candidatesOf({ text: 'fee' }, { text: 'fee' }, { text: 'fee' }, {}).map(
    (each, at) => ({ ...each, document_id: pages[at] ?? '' }),
  )
  const headed = candidates.map((each) =>
    each.document_id === 'b' ? { ...each, match: { ...NO_MATCH, heading: 1 } } : each,
  )

  expect(feature('page', candidates, [FEE])).toEqual([1, 1, 1 / 1.5, 0])
  expect(feature('page', headed, [FEE])).toEqual([0.75, 0.75, 1, 0])
})

test('passages about the same agree, the more the more there are', () => {
  const about = (text: string, count: number) => Array.from({ length: count }, () => ({ text }))
  const few = candidatesOf(...about('fee mooring', 3), { text: 'fee pizza' })
  const many = candidatesOf(...about('fee mooring', 29), { text: 'fee pizza' })

  const [mooring = 0, , , pizza = 0] = feature('agreement', few, [FEE])
  expect(mooring).toBeCloseTo(4 / 30, 9)
  expect(pizza).toBeLessThan(mooring / 2)
  expect(feature('agreement', many, [FEE])[0]).toBeCloseTo(1, 9)
})

const NO_WEIGHTS: Features = {
  words: 0,
  grams: 0,
  endings: 0,
  spelling: 0,
  heading: 0,
  likeness: 0,
  window: 0,
  near: 0,
  page: 0,
  agreement: 0,
  meaning: 0,
  unsaid: 0,
}

test('a score is the mean of the features by their weights', () => {
  const [candidate] = candidatesOf({ text: 'fee' })
  const match = {
    ...NO_MATCH,
    heading: 0.5,
    likeness: 0.25,
    window: 0.75,
    near: 0.1,
    spelling: 0.9,
  }
  const candidates = candidate ? [{ ...candidate, grams: 0.6, match }] : []
  const scoreBy = (weights: Partial<Features>) =>
    rankByWords(candidates, [FEE], { ...NO_WEIGHTS, ...weights })[0]?.score

  expect(scoreBy({ heading: 2 })).toBe(0.5)
  expect(scoreBy({ likeness: 2 })).toBe(0.25)
  expect(scoreBy({ window: 1 })).toBe(0.75)
  expect(scoreBy({ near: 1 })).toBe(0.1)
  expect(scoreBy({ spelling: 1 })).toBe(0.9)
  expect(scoreBy({ grams: 1 })).toBe(0.6)
  expect(scoreBy({ words: 1, heading: 3 })).toBe(0.625)
})
