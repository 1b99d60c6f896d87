import { expect, test } from 'vitest'
import { matchPassage, weighWords } from '../../server/retrieval/match.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { filler, NO_MATCH, readOf, wordOf } from './words.ts'

const BERTH = wordOf('berth', 3)
const FEE = wordOf('fee', 1, { terms: ['fee', 'charge'] })

test.each([
  ['in the text', { text: 'a berth' }, { passage: 0.75, heading: 0, window: 0.75 }],
  ['in the heading', { heading: 'berth' }, { passage: 0.75, heading: 0.75, window: 0 }],
  ['in both', { heading: 'berth', text: 'fee' }, { passage: 1, heading: 0.75, window: 0.25 }],
  ['by another term', { text: 'the charge' }, { passage: 0.25, heading: 0, window: 0.25 }],
  ['nowhere', { text: 'the quay' }, { passage: 0, heading: 0, window: 0 }],
])('a passage holds the share of the words’ weight that is %s', (_where, passage, shares) => {
  expect(matchPassage(readOf(passage), [BERTH, FEE])).toMatchObject(shares)
})

test('a passage has no share in a question without words, and a whole one in its only word', () => {
  const passage = readOf({ heading: 'fee', text: 'a fee' })

  expect(matchPassage(passage, [])).toEqual(NO_MATCH)
  expect(matchPassage(passage, [FEE])).toMatchObject({ passage: 1, heading: 1, window: 1 })
})

test.each([
  ['asks for all of it', 'berth fee', 1],
  ['has one of two words', 'berth', 0.75],
  ['has a word more', 'berth guest', 0.375],
  ['has nothing of it', 'guest', 0],
  ['is not there', '', 0],
])('a heading that %s is alike to the question accordingly', (_what, heading, likeness) => {
  const match = matchPassage(readOf({ heading, text: 'berth fee' }), [BERTH, FEE])

  expect(match.likeness).toBe(likeness)
})

test('the window holds words that are at most 45 terms from first to last', () => {
  const apart = (terms: number) => readOf({ text: `fee ${filler(terms)} berth` })

  expect(matchPassage(apart(43), [BERTH, FEE]).window).toBe(1)
  expect(matchPassage(apart(44), [BERTH, FEE]).window).toBe(0.75)
})

test('the best window counts, wherever it begins', () => {
  const passage = readOf({ text: `fee ${filler(50)} berth fee fee ${filler(50)} berth` })

  expect(matchPassage(passage, [BERTH, FEE, wordOf('quay', 4)]).window).toBe(0.5)
})

test('a word that is said again and again does not make a window better', () => {
  const passage = readOf({ text: `fee fee fee fee fee ${filler(50)} berth` })

  expect(matchPassage(passage, [BERTH, FEE]).window).toBe(0.75)
})

test('a word that is held is a subject as far as it is rarer elsewhere (hand-computed)', () => {
  const held = readOf({ heading: 'berth', text: 'the fee' })
  const [unlisted, common] = [wordOf('berth', 3), wordOf('the', 1)]

  expect(matchPassage(held, [unlisted]).subject).toBeCloseTo(Math.log(9000) - 3, 9)
  expect(matchPassage(held, [common]).subject).toBe(0)
  expect(matchPassage(held, [wordOf('quay', 3)]).subject).toBe(0)
})

test('in a language whose words are not known every passage has some subject', () => {
  const passage = { ...readOf({ text: 'berth' }), language: null }

  expect(matchPassage(passage, [BERTH])).toEqual({
    ...matchPassage(readOf({ text: 'berth' }), [BERTH]),
    subject: matchPassage(passage, []).subject,
  })
  expect(matchPassage(passage, []).subject).toBeGreaterThan(0)
})

test.each([
  ['side by side', 'big berth fee', 1],
  ['in the other order', 'big fee berth', 1],
  ['four terms apart', `big fee ${filler(3)} berth`, 1],
  ['five terms apart', `big fee ${filler(4)} berth`, 0],
  ['in the heading only', 'big', 0],
])('two words that are %s are neighbours or not', (_how, text, near) => {
  const match = matchPassage(readOf({ heading: 'berth fee', text }), [BERTH, FEE])

  expect(match.near).toBe(near)
})

test('a pair of neighbours weighs as much as its commoner word', () => {
  const words = [wordOf('guest', 6), wordOf('berth', 3), wordOf('fee', 1)]
  const nearIn = (text: string) => matchPassage(readOf({ text }), words).near

  expect(nearIn('guest berth')).toBe(0.75)
  expect(nearIn('berth fee')).toBe(0.25)
  expect(nearIn('guest fee')).toBe(0)
  expect(nearIn(`guest berth ${filler(9)} guest berth fee`)).toBe(1)
  expect(matchPassage(readOf({ text: 'fee' }), [FEE]).near).toBe(0)
})

test('an absent word is held by the share of its n-grams', () => {
  const whole = wordOf('of', 1, { terms: ['-'], grams: ['_of_'], absent: true })
  const half = wordOf('berths', 2, { terms: ['-'], grams: ['_ber', 'ths_'], absent: true })
  const none = wordOf('quay', 4, { terms: ['-'], absent: true })

  const match = matchPassage(readOf({ text: 'berth of stone' }), [whole, half, none])

  expect(match).toMatchObject({ passage: 0, spelling: 2 / 7, missed: 5 })
})

test('an indexed word is held whole or not, however it is spelt', () => {
  const berth = { ...BERTH, grams: ['_moo', 'ring'] }

  const { spelling, missed } = matchPassage(readOf({ text: 'a berth' }), [berth, FEE])

  expect({ spelling, missed }).toEqual({ spelling: 0.75, missed: 1 })
})

test('a common word is missed by half of its weight', () => {
  const common = wordOf('possible', 4, { common: true })

  expect(matchPassage(readOf({ text: 'the quay' }), [common, FEE]).missed).toBe(3)
  expect(matchPassage(readOf({ text: 'possible' }), [common, FEE]).missed).toBe(1)
})

/** The published formula of BM25, with k1 = 1.2 and b = 0.75. */
function bm25(idf: number, count: number, relativeLength: number): number {
  return (2.2 * idf * count) / (count + 1.2 * (0.25 + 0.75 * relativeLength))
}

test.each([
  ['one occurrence', { text: `berth ${filler(119)}` }, bm25(3, 1, 1)],
  ['a passage twice as long', { text: `berth ${filler(239)}` }, bm25(3, 1, 2)],
  ['two occurrences', { text: `berth ${filler(118)} berth` }, bm25(3, 2, 1)],
  ['one in the heading', { heading: 'berth', text: `berth ${filler(118)}` }, bm25(3, 2, 1)],
  ['two words', { text: `berth ${filler(118)} fee` }, bm25(3, 1, 1) + bm25(1, 1, 1)],
])('the score is the BM25 of a passage beside ones of 120 terms: %s', (_what, passage, score) => {
  expect(matchPassage(readOf(passage), [BERTH, FEE]).score).toBeCloseTo(score, 9)
})

test('the rarer a word, the more it counts, and most when no passage holds it', () => {
  const question = analyzeQuestion('berth fee quay')
  const frequencies = new Map([
    ['berth', 1],
    ['fee', 9],
  ])

  const words = weighWords(question, frequencies, 9)

  expect(words.map(({ absent }) => absent)).toEqual([false, false, true])
  const weights = words.map(({ idf }) => idf)
  expect(weights[0]).toBeCloseTo(Math.log(1 + 8.5 / 1.5), 9)
  expect(weights[1]).toBeCloseTo(Math.log(1 + 0.5 / 9.5), 9)
  expect(weights[2]).toBeCloseTo(Math.log(1 + 9.5 / 0.5), 9)
})

test('where passages have five times as many related words, they stand for the word', () => {
  const [word] = analyzeQuestion('price').words.map((each) => ({
    ...each,
    terms: [...each.terms, 'cost'],
    synonyms: [{ term: 'cost', meaning: 'related' as const }],
  }))
  const question = { ...analyzeQuestion('price'), words: word ? [word] : [] }
  const weighed = (own: number, related: number) => {
    const frequencies = new Map([
      [word?.terms[0] ?? '', own],
      ['cost', related],
    ])
    return weighWords(question, frequencies, 99).map(({ idf, replaced }) => ({ idf, replaced }))
  }

  expect(weighed(2, 9)).toEqual([{ idf: Math.log(1 + 97.5 / 2.5), replaced: false }])
  expect(weighed(2, 10)).toEqual([{ idf: Math.log(1 + 89.5 / 10.5), replaced: true }])
})

test('a joined identifier counts where a passage holds it, and is left out where none does', () => {
  const question = analyzeQuestion('max_berth_fee')
  const joined = question.words.find(({ compound }) => compound)?.terms[0] ?? ''
  const kept = (frequencies: [string, number][]) =>
    weighWords(question, new Map(frequencies), 5).map(({ terms }) => terms[0])

  expect(kept([[joined, 1]])).toContain(joined)
  expect(kept([['berth', 1]])).not.toContain(joined)
  expect(kept([['berth', 1]])).toContain('berth')
})
