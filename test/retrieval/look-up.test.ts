import { expect, test } from 'vitest'
import { idfOf } from '../../server/retrieval/bm25.ts'
import { lookUp } from '../../server/retrieval/look-up.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { indexInMemory } from './memory-index.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

const TEXTS = [
  'The harbour office opens at nine. The harbour is deep.',
  'A mooring costs nine euros.',
  'The Hafengebühren are due in the harbour office.',
  'Wildcards cover every berth.',
]

/** What the index of the texts holds of a question. */
async function lookUpIn(texts: string[], question: string) {
  const passages = texts.map((text, at) => ({
    key: at + 1,
    collection_id: 'guide',
    title: '',
    headings: '',
    text,
  }))
  const index = await indexInMemory(passages, () => createSpellingEmbedding(64))
  return lookUp(
    index,
    { organization_id: 'o', collection_ids: ['guide'] },
    analyzeQuestion(question),
  )
}

test('a word weighs by the passages that hold it, and its term finds them', async () => {
  const { words, terms, like, passages } = await lookUpIn(TEXTS, 'harbour mooring')

  expect(passages).toBe(4)
  expect(words.map(({ idf }) => idf)).toEqual([idfOf(4, 2), idfOf(4, 1)])
  expect(words.map(({ absent }) => absent)).toEqual([false, false])
  expect(terms.map(({ weight }) => weight)).toEqual([idfOf(4, 2), idfOf(4, 1)])
  expect(terms.map(({ lists }) => lists.flatMap(({ keys }) => [...keys]))).toEqual([[1, 3], [2]])
  expect(like).toEqual([])
})

test('a misspelt word is looked up as the one that it is meant for', async () => {
  const right = await lookUpIn(TEXTS, 'wildcard mooring')
  const misspelt = await lookUpIn(TEXTS, 'wildcadr mooring')

  expect(misspelt.terms).toEqual(right.terms)
  expect(misspelt.words.map(({ idf }) => idf)).toEqual(right.words.map(({ idf }) => idf))
  expect(misspelt.words.map(({ absent }) => absent)).toEqual([false, false])
  expect(misspelt.words[0]?.terms).toEqual(right.words[0]?.terms)
})

test('a part of a compound is found among the terms that are alike, and weighs less', async () => {
  const { words, like } = await lookUpIn(TEXTS, 'Was kosten Gebühren?')

  expect(words.find(({ text }) => text === 'gebühren')?.absent).toBe(true)
  expect(like.flatMap(({ lists }) => lists.flatMap(({ keys }) => [...keys]))).toContain(3)
  for (const { weight } of like) {
    expect(weight).toBeGreaterThan(0)
    expect(weight).toBeLessThan(idfOf(4, 1))
  }
})

test('the more n-grams a term shares with an absent word, the more it counts', async () => {
  const { like } = await lookUpIn(
    ['Die Hausbootmiete ist hoch.', 'Der Hausmeister kommt.', 'Das Meer ist weit.'],
    'Hausbootverleih',
  )

  const weights = new Map(like.map(({ weight, lists }) => [lists[0]?.keys[0], weight]))
  expect(weights.get(1) ?? 0).toBeGreaterThan(weights.get(2) ?? 0)
  expect(weights.has(3)).toBe(false)
})

test('a word of which nothing is known stays absent, with the highest weight', async () => {
  const { words, terms, like } = await lookUpIn(TEXTS, 'xyzzyx')

  expect(words.map(({ absent, idf }) => ({ absent, idf }))).toEqual([
    { absent: true, idf: idfOf(4, 0) },
  ])
  expect([...terms, ...like]).toEqual([])
})
