/** A question's candidates: the features of each in the order of the weights, and its gain. */
export interface Ranking {
  features: Float64Array[]
  /** The measure of an order, given as indexes of candidates, best first. */
  measure: (order: number[]) => number
}

/** Questions that count together. */
export interface Group {
  rankings: Ranking[]
  /** Weight of the mean of their measures; the shares of all groups add up to 1. */
  share: number
  /** The mean that it must not fall below. */
  least: number
}

/** Multiples of the prior that are tried for a weight. */
const STEPS = [0, 0.25, 0.5, 0.75, 1, 1.35, 1.8, 2.5]
const ROUNDS = 2
/** What a weight must gain to leave its prior, for each doubling or halving. */
const PRICE = 0.001

/** Cost of a loss below the least of a group, beside a gain of another: it is a bound. */
const LOSS = 30

/**
 * Weights by coordinate ascent on the means of the groups, so that a large set counts no more than
 * a small one. They start at the prior; its first one, the scale of the others, stays.
 */
export function ascend(groups: Group[], prior: number[]): number[] {
  const weights = [...prior]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 1; at < prior.length; at += 1) {
      const unit = prior[at] ?? 0
      const gains = STEPS.map((step) => -priceOf(step))
      for (const group of groups) {
        const means = meansOf(group, weights, { at, values: STEPS.map((step) => step * unit) })
        means.forEach((mean, step) => {
          gains[step] = (gains[step] ?? 0) + group.share * worth(mean, group.least)
        })
      }
      weights[at] = unit * (STEPS[gains.indexOf(Math.max(...gains))] ?? 0)
    }
  }
  return weights
}

function worth(mean: number, least: number): number {
  return mean + LOSS * Math.min(0, mean - least)
}

/** The means of a group for each value that one of the weights may have. */
function meansOf(
  { rankings }: Group,
  weights: number[],
  { at, values }: { at: number; values: number[] },
): number[] {
  const sums = values.map(() => 0)
  for (const ranking of rankings) {
    const others = scoresOf(ranking, weights.with(at, 0))
    values.forEach((value, step) => {
      const scores = others.map(
        (score, candidate) => score + value * (ranking.features[candidate]?.[at] ?? 0),
      )
      sums[step] = (sums[step] ?? 0) + ranking.measure(orderOf(scores))
    })
  }
  return sums.map((sum) => sum / rankings.length)
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
