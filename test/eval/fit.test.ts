import { expect, test } from 'vitest'
import { ascend, type Ranking } from '../../eval/ascent.ts'
import { fitLogistic, predict } from '../../eval/logistic.ts'
import { goldOf, ndcgOf } from '../../eval/relevance.ts'

/** Two candidates, of which the second is right; the features are those after the first. */
function ranking(wrong: number[], right: number[]): Ranking {
  return {
    features: [Float64Array.of(1, ...wrong), Float64Array.of(0.9, ...right)],
    measure: ([first]) => (first === 1 ? 1 : 0),
  }
}

test('a feature that ranks gains weight, and one that misleads loses it', () => {
  const [scale, helps, misleads] = ascend(
    [ranking([0, 1], [0.2, 0]), ranking([0, 0], [0.2, 0])].map((each) => ({
      rankings: [each],
      share: 0.5,
      least: 0,
    })),
    [1, 0.35, 0.35],
  )

  expect(scale).toBe(1)
  expect(helps).toBeGreaterThan(misleads ?? 1)
})

test('a logistic regression tells what is above a bound', () => {
  const weights = fitLogistic(
    [0, 1, 2, 3].map((value) => ({ features: [value], outcome: value < 2 ? 0 : 1, weight: 1 })),
  )

  expect(predict(weights, [0])).toBeLessThan(0.1)
  expect(predict(weights, [3])).toBeGreaterThan(0.9)
})

test('a passage satisfies the gold entry of its document that it shares half of its words with', () => {
  const gold = [{ doc: 'a', passage: 'the locker keeps a parcel' }, { doc: 'b' }]
  const passages = [
    { doc: 'a', text: 'Keeps a parcel' },
    { doc: 'a', text: 'Something else altogether' },
    { doc: 'b', text: 'Any text' },
    { doc: 'c', text: 'the locker keeps a parcel' },
  ]

  const found = goldOf(passages, { id: '', question: '', answerable: true, kind: 'doc', gold })

  expect(found).toEqual([0, -1, 1, -1])
})

test('nDCG counts each gold entry once, by its rank', () => {
  expect(ndcgOf([0, 0, -1], 1)).toBe(1)
  expect(ndcgOf([-1, 0], 1)).toBeCloseTo(1 / Math.log2(3))
  expect(ndcgOf([-1, -1], 1)).toBe(0)
})
