import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bestByTerms, idfOf, type WeightedTerm } from '../../server/retrieval/bm25.ts'
import { packCounts, unpackCounts } from '../../server/storage/index/postings.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { analyzeQuestion } from '../../server/text/question.ts'

/** The sentences of this product's documentation, as terms. */
function sentences(): string[] {
  return ['docs', 'demo-site/knowledge'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split(/[.:?!|]\s+|\n\n/))
      .filter((text) => text.length > 40),
  )
}

/** Numbers from 0 to below 1, the same in every run. */
function createRandom() {
  let state = 7
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Passages of two sentences each, so that real words occur as often as they do in texts. */
function createPassages(count: number) {
  const random = createRandom()
  const known = sentences().map((text) => analyzePassage({ title: '', headings: [], text }).terms)
  const pick = () => known[Math.floor(random() * known.length)]?.text.split(' ') ?? []
  return Array.from({ length: count }, () => [...pick(), ...pick()])
}

function createTerms(passages: string[][]): (terms: string[]) => WeightedTerm[] {
  const holders = new Map<string, Map<number, number>>()
  for (const [key, terms] of passages.entries()) {
    for (const term of terms) {
      const counts = holders.get(term) ?? new Map<number, number>()
      holders.set(term, counts.set(key, (counts.get(key) ?? 0) + 1))
    }
  }
  return (terms) =>
    terms.flatMap((term) => {
      const held = [...(holders.get(term) ?? [])]
      const list = {
        keys: Uint32Array.from(held, ([key]) => key),
        counts: Uint8Array.from(held, ([, count]) => packCounts([0, 0, count])),
        lengths: Uint16Array.from(held, ([key]) => passages[key]?.length ?? 0),
      }
      return held.length > 0 ? [{ weight: idfOf(passages.length, held.length), lists: [list] }] : []
    })
}

/** Every passage with any of the terms, best first, by the formula of BM25 as it is published. */
function scoreEach(terms: WeightedTerm[], mean: number) {
  const scores = new Map<number, number>()
  for (const { weight, lists } of terms) {
    for (const { keys, counts, lengths } of lists) {
      for (const [at, key] of keys.entries()) {
        const count = unpackCounts(counts[at] ?? 0)[2]
        const norm = 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / mean)
        scores.set(key, (scores.get(key) ?? 0) + (weight * count * 2.2) / (count + norm))
      }
    }
  }
  return [...scores]
    .map(([key, score]) => ({ key, score }))
    .sort((one, two) => two.score - one.score)
}

test('the best passages are those of scoring every passage, in the vocabulary of real texts', async () => {
  const passages = createPassages(12_000)
  const termsOf = createTerms(passages)
  const mean = passages.reduce((sum, terms) => sum + terms.length, 0) / passages.length
  const questions = sentences().filter((_, at) => at % 9 === 0)

  for (const question of questions) {
    const terms = termsOf(analyzeQuestion(question).terms)
    const all = scoreEach(terms, mean)
    const found = await bestByTerms(terms, { meanLength: mean, limit: 60 })
    const least = all[59]?.score ?? 0
    expect(found.length, question).toBe(Math.min(60, all.length))
    for (const [at, { key, score }] of found.entries()) {
      expect(score, question).toBeCloseTo(all[at]?.score ?? 0, 9)
      expect(all.find((hit) => hit.key === key)?.score, question).toBeGreaterThanOrEqual(
        least - 1e-9,
      )
    }
  }
  expect(questions.length).toBeGreaterThan(100)
})

test('a word in the title counts more than one in the text, and a short passage more than a long one', async () => {
  const list = {
    keys: Uint32Array.of(1, 2, 3),
    counts: Uint8Array.of(packCounts([0, 0, 1]), packCounts([1, 0, 0]), packCounts([0, 0, 1])),
    lengths: Uint16Array.of(20, 20, 15),
  }

  const found = await bestByTerms([{ weight: 1, lists: [list] }], { meanLength: 20, limit: 3 })

  expect(found.map(({ key }) => key)).toEqual([2, 3, 1])
})

/** One list of a term that each passage holds once, in a text of 20 terms unless told. */
function listOf(keys: number[], lengthOf: (at: number) => number = () => 20) {
  return {
    keys: Uint32Array.from(keys),
    counts: Uint8Array.from(keys, () => packCounts([0, 0, 1])),
    lengths: Uint16Array.from(keys, (_, at) => lengthOf(at)),
  }
}

test('a rarer term has the higher inverse document frequency, which is never negative', () => {
  expect(idfOf(10, 1)).toBeCloseTo(Math.log(1 + 9.5 / 1.5), 9)
  expect(idfOf(10, 0)).toBeGreaterThan(idfOf(10, 1))
  expect(idfOf(10, 9)).toBeGreaterThan(idfOf(10, 10))
  expect(idfOf(3, 10)).toBeGreaterThan(0)
})

test.each([1, 2, 3, 4, 5, 9])(
  'of five passages the best %i are found, each once',
  async (limit) => {
    const list = listOf([0, 1, 1023, 1024, 5000], (at) => 50 - at)

    const found = await bestByTerms([{ weight: 0.1, lists: [list] }], { meanLength: 20, limit })

    expect(found.map(({ key }) => key)).toEqual([5000, 1024, 1023, 1, 0].slice(0, limit))
  },
)

test('of equal scores the passage that was stored first comes first', async () => {
  const list = listOf([9, 3, 2000, 4])

  const found = await bestByTerms([{ weight: 1, lists: [list] }], { meanLength: 20, limit: 3 })

  expect(found.map(({ key }) => key)).toEqual([3, 4, 9])
})

test('a passage scores the sum of its terms, in whatever list of a collection they are', async () => {
  const terms = [
    { weight: 1, lists: [listOf([1, 2]), listOf([5])] },
    { weight: 3, lists: [listOf([5, 7])] },
  ]

  const found = await bestByTerms(terms, { meanLength: 20, limit: 9 })

  expect(found.map(({ key }) => key)).toEqual([5, 7, 1, 2])
  expect(found.map(({ score }) => score)).toEqual([4, 3, 1, 1])
})

test.each([
  ['many passages', 5000, 0.01],
  ['many passages, and may decide', 5000, 1.4],
  ['a few', 30, 0.01],
])('a common term that is in %s adds to what rarer ones found', async (_name, count, weight) => {
  const common = listOf(
    Array.from({ length: count }, (_, at) => 3 * at),
    (at) => 10 + (at % 7),
  )
  const rare = listOf([2, 3, 6, 9, 11, 12, 4096])
  const terms = [
    { weight: 4, lists: [rare] },
    { weight, lists: [common] },
  ]

  for (const limit of [1, 3, 7, 8, 20]) {
    const found = await bestByTerms(terms, { meanLength: 20, limit })
    const all = scoreEach(terms, 20).toSorted(
      (one, two) => two.score - one.score || one.key - two.key,
    )
    expect(found.map(({ key }) => key)).toEqual(all.slice(0, limit).map(({ key }) => key))
  }
})
