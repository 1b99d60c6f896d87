import { expect, test } from 'vitest'
import { addVectors, bestFirst, mix, stretch } from '../../server/retrieval/fuse.ts'

/** Hits by their key and score. */
function hits(...pairs: [key: number, score: number][]) {
  return pairs.map(([key, score]) => ({ key, score }))
}

test('scores are stretched from 0 to 1, and are 1 where all are equal', () => {
  expect(stretch(hits([1, 6], [2, 4], [3, 2]))).toEqual(hits([1, 1], [2, 0.5], [3, 0]))
  expect(stretch(hits([1, 0.3], [2, 0.3]))).toEqual(hits([1, 1], [2, 1]))
  expect(stretch([])).toEqual([])
})

test('of equal scores the passage that was stored first comes first', () => {
  expect(bestFirst(hits([3, 1], [2, 1], [1, 2], [4, 3]))).toEqual(
    hits([4, 3], [1, 2], [2, 1], [3, 1]),
  )
})

test('one embedding is mixed with the words by its weight', () => {
  const byWords = hits([1, 1], [2, 0.5])
  const vectors = { hits: hits([2, 1], [3, 0.75], [1, 0.5]), weight: 0.25 }

  expect(mix(byWords, vectors)).toEqual(hits([1, 0.75], [2, 0.625], [3, 0.125]))
})

test('several embeddings raise passages towards the best by words, which none overtakes', () => {
  const byWords = hits([1, 0.75], [2, 0.25])
  const rankings = [
    { hits: hits([2, 1], [3, 0.5], [4, -1]), weight: 0.5 },
    { hits: hits([1, 1], [3, 1]), weight: 0.5 },
  ]

  // Of passage 3: a quarter of 0.75, and then half of what is left to 0.75.
  expect(addVectors(byWords, rankings)).toEqual(hits([1, 0.75], [2, 0.5], [3, 0.46875], [4, 0]))
})

test('where no word is found the cosines of embeddings decide', () => {
  const rankings = [{ hits: hits([7, 0.5], [8, 1]), weight: 0.5 }]

  expect(addVectors([], rankings)).toEqual(hits([8, 0.5], [7, 0.25]))
  expect(addVectors(hits([9, 0]), rankings)).toEqual(hits([8, 0.5], [7, 0.25], [9, 0]))
})
