import { expect, test } from 'vitest'
import { bestFirst, stretch } from '../../server/retrieval/fuse.ts'

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
