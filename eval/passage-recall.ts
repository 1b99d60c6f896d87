/** A question, and the place of the first passage that answers it, from 1; Infinity: not found. */
export interface Found {
  set: string
  /** How it is put: `own words`, `page words` … */
  variety: string
  place: number
}

const DEPTHS = [1, 3, 5, 20]
const SAMPLES = 2000
/** The share of samples outside of an interval, at each end. */
const OUTSIDE = 0.025

/**
 * The shares of questions whose answering passage is among the first 1, 3, 5 and 20, with 95 %
 * intervals (bootstrap: Efron 1979): of each set and of each way to put questions.
 */
export function recallTableOf(found: Found[]): string {
  const rows = [
    ...Map.groupBy(found, ({ set }) => set),
    ...Map.groupBy(found, ({ variety }) => `all ${variety}`),
    ['all', found] as const,
  ]
  const head = `${''.padEnd(28)}${['questions', ...DEPTHS.map((depth) => `R@${depth}`)]
    .map((cell) => cell.padStart(19))
    .join('')}`
  return [head, ...rows.map(([name, own]) => lineOf(name, own))].join('\n')
}

function lineOf(name: string, found: Found[]): string {
  const cells = DEPTHS.map((depth) => {
    const hits = found.map(({ place }) => (place <= depth ? 1 : 0))
    const [low, high] = intervalOf(hits)
    return `${percent(meanOf(hits))} (${percent(low)}–${percent(high)})`
  })
  return (
    name.padEnd(28) + [String(found.length), ...cells].map((cell) => cell.padStart(19)).join('')
  )
}

/** The middle 95 % of the means of samples drawn with replacement; the same ones in each run. */
export function intervalOf(values: number[]): [low: number, high: number] {
  let state = 1
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)] ?? 0
  }
  const means = Array.from({ length: SAMPLES }, () => meanOf(values.map(draw))).sort(
    (one, other) => one - other,
  )
  const at = (share: number) => means[Math.round(share * (SAMPLES - 1))] ?? 0
  return [at(OUTSIDE), at(1 - OUTSIDE)]
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
