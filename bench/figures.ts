/** A measured figure and its baseline from the same round. */
export interface Figure {
  what: string
  measured: number
  unit: string
  /** The same work without the product; absent for an absolute budget. */
  baseline?: number
  /** The maximum (with `atLeast`, the minimum) of `measured`, or of measured ÷ baseline. */
  budget?: number
  of?: 'measured' | 'ratio'
  atLeast?: boolean
}

/** Median and range of several rounds. */
export interface Spread {
  median: number
  min: number
  max: number
}

/** A figure over all rounds, as `--json` prints it. */
export interface Summary {
  what: string
  unit: string
  measured: Spread
  /** Median of the baseline. */
  baseline?: number
  /** measured ÷ baseline, of the medians. */
  ratio?: number
  budget?: { least?: number; most?: number; of: 'measured' | 'ratio'; held: boolean }
  /**
   * The figure of the other commit, and measured ÷ that: the ratio of the medians, and the range
   * of the ratios of the single rounds. null: the other commit does not have the figure.
   */
  against?: { measured: Spread; ratio: number; ratios: [min: number, max: number] } | null
}

/**
 * Summarizes the rounds of one program; with `other`, beside those of another one. An empty `other`
 * is a program that could not be measured.
 */
export function summarize(rounds: Figure[][], other?: Figure[][]): Summary[] {
  const [first = []] = rounds
  return first.map((figure) => {
    const { what, unit, baseline, budget } = figure
    const values = valuesOf(rounds, what)
    const summary: Summary = { what, unit, measured: spreadOf(values) }
    if (baseline !== undefined) {
      summary.baseline = quantile(valuesOf(rounds, what, 'baseline'), 0.5)
      summary.ratio = summary.measured.median / summary.baseline
    }
    if (budget !== undefined) summary.budget = judge(figure, budget, summary)
    if (other) summary.against = compare(values, valuesOf(other, what))
    return summary
  })
}

function valuesOf(
  rounds: Figure[][],
  what: string,
  name: 'measured' | 'baseline' = 'measured',
): number[] {
  return rounds.flatMap((round) => round.find((figure) => figure.what === what)?.[name] ?? [])
}

function judge(
  { of = 'measured', atLeast = false }: Figure,
  budget: number,
  { measured, ratio = Number.NaN }: Summary,
): NonNullable<Summary['budget']> {
  const judged = of === 'ratio' ? ratio : measured.median
  return atLeast
    ? { least: budget, of, held: judged >= budget }
    : { most: budget, of, held: judged <= budget }
}

function compare(values: number[], others: number[]): NonNullable<Summary['against']> | null {
  if (others.length === 0) return null
  const measured = spreadOf(others)
  const ratios = values.map((value, at) => ratioOf(value, others[at] ?? Number.NaN))
  const { min, max } = spreadOf(ratios)
  return { measured, ratio: ratioOf(spreadOf(values).median, measured.median), ratios: [min, max] }
}

/** Nothing of nothing is the same. */
function ratioOf(value: number, other: number): number {
  return value === other ? 1 : value / other
}

function spreadOf(values: number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) }
}

/** The quantile of the values at `share` (0 to 1). */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
