/** An observation: its features, its label (1, 0 or how likely 1 is) and its weight. */
export interface Observation {
  features: number[]
  outcome: number
  weight: number
}

const ROUNDS = 10
/** L2 regularization: keeps the weights of uninformative or redundant features near 0. */
const RIDGE = 0.01

/** Weights of a logistic regression, the intercept first, by Newton's method. */
export function fitLogistic(observations: Observation[]): number[] {
  const size = (observations[0]?.features.length ?? 0) + 1
  let weights = Array.from({ length: size }, () => 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = newtonStep(observations, weights)
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
  }
  return weights
}

/** Probability (0 to 1) of features under fitted weights. */
export function predict(weights: number[], features: number[]): number {
  return 1 / (1 + Math.exp(-dot(weights, [1, ...features])))
}

function newtonStep(observations: Observation[], weights: number[]): number[] {
  const gradient = weights.map((weight) => -RIDGE * weight)
  const curvature = weights.map((_, row) =>
    weights.map((_, column): number => (row === column ? RIDGE : 0)),
  )
  for (const { features, outcome, weight } of observations) {
    const inputs = [1, ...features]
    const probability = predict(weights, features)
    inputs.forEach((input, row) => {
      gradient[row] = (gradient[row] ?? 0) + weight * (outcome - probability) * input
      const line = curvature[row] ?? []
      const slope = weight * probability * (1 - probability) * input
      inputs.forEach((other, column) => {
        line[column] = (line[column] ?? 0) + slope * other
      })
    })
  }
  return solve(curvature.map((line, row) => [...line, gradient[row] ?? 0]))
}

/** Solves linear equations by Gaussian elimination; each row ends with its right-hand side. */
function solve(rows: number[][]): number[] {
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    const largest = rows
      .slice(pivot)
      .toSorted((a, b) => Math.abs(b[pivot] ?? 0) - Math.abs(a[pivot] ?? 0))[0] as number[]
    rows[rows.indexOf(largest)] = rows[pivot] as number[]
    rows[pivot] = largest
    for (const row of rows) {
      if (row === largest) continue
      const factor = (row[pivot] ?? 0) / (largest[pivot] ?? 1)
      for (let at = pivot; at < row.length; at += 1) {
        row[at] = (row[at] ?? 0) - factor * (largest[at] ?? 0)
      }
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}

function dot(one: number[], other: number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
