/** A question's candidates: the features of each in the order of the weights, and its gain. */
export interface Ranking {
  features: Float64Array[]
  /** The measure of an order, given as indexes of candidates, best first. */
  measure: (order: number[]) => number
}

/** Multiples of the prior that are tried for a weight. */
const STEPS = [0, 0.25, 0.5, 0.75, 1, 1.35, 1.8, 2.5]
const ROUNDS = 2
/** What a weight must gain to leave its prior, for each doubling or halving. */
const PRICE = 0.001

/**
 * Weights by coordinate ascent on the mean of the groups' means, so that a large set counts no more
 * than a small one. They start at the prior; its first one, the scale of the others, stays.
 */
export function ascend(groups: Ranking[][], prior: number[]): number[] {
  const weights = [...prior]
  const shared = groups.flatMap((group) =>
    group.map((ranking) => ({ ranking, share: 1 / groups.length / group.length })),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 1; at < prior.length; at += 1) {
      const unit = prior[at] ?? 0
      const others = shared.map(({ ranking }) => scoresOf(ranking, weights.with(at, 0)))
      const gains = STEPS.map((step) =>
        shared.reduce((sum, { ranking, share }, index) => {
          const scores = (others[index] ?? []).map(
            (score, candidate) => score + step * unit * (ranking.features[candidate]?.[at] ?? 0),
          )
          return sum + share * ranking.measure(orderOf(scores))
        }, -priceOf(step)),
      )
      weights[at] = unit * (STEPS[gains.indexOf(Math.max(...gains))] ?? 0)
    }
  }
  return weights
}

function priceOf(step: number): number {
  return PRICE * Math.abs(Math.log2(Math.max(step, 0.125)))
}

/** The mean measure of rankings under weights. */
export function measureOf(rankings: Ranking[], weights: number[]): number {
  const sum = rankings.reduce(
    (total, ranking) => total + ranking.measure(orderOf(scoresOf(ranking, weights))),
    0,
  )
  return sum / rankings.length
}

function scoresOf({ features }: Ranking, weights: number[]): number[] {
  return features.map((values) =>
    values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
  )
}

function orderOf(scores: number[]): number[] {
  return scores.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}
