import { writeFileSync } from 'node:fs'
import type { UnitFeatures } from '../server/answering/extractive/unit-features.ts'
import { UNITS } from '../server/answering/extractive/weights.ts'
import { ascend, measureOf, type Ranking } from './ascent.ts'
import { collectUnits, type UnitExample } from './collect-units.ts'
import { familyOf } from './sets.ts'

export type UnitWeights = Record<keyof UnitFeatures, number>
const names = Object.keys(UNITS) as (keyof UnitFeatures)[]

/**
 * Before anything is fitted features count as much as a third of the words, a half, or all of them;
 * what speaks against a unit is below zero.
 */
const PRIORS: UnitWeights = {
  words: 1,
  around: 0.4,
  beside: 0.3,
  context: 0.25,
  heading: 1,
  named: 0.5,
  same: 0.3,
  title: 0.2,
  standing: 1,
  page: 0.2,
  meaning: 0.5,
  defines: 0.75,
  begins: 0.3,
  mentions: 0.5,
  expected: 0.2,
  limit: 0.75,
  steps: 0.3,
  unsaid: -0.4,
  table: -0.3,
  entry: -0.3,
  code: -0.3,
  bare: -0.3,
  pointing: -0.5,
  torn: -0.4,
  history: -0.4,
  short: -0.4,
  long: -0.1,
  opposed: -3,
}

/** A set with fewer examples counts less. */
const ENOUGH = 20

interface Settings {
  sets: string[]
  questions: number
  writes: boolean
}

/** Fits the weights to sets, and tells how they do on sets that were left out. */
export async function reportUnits(data: string, { sets, questions, writes }: Settings) {
  const examples: UnitExample[] = []
  for (const set of sets) {
    process.stderr.write(`${set}\n`)
    examples.push(...(await collectUnits(data, set, questions)))
  }
  const fitted = fitUnits(examples)
  const families = Map.groupBy(examples, ({ set }) => familyOf(set))
  const leftOut = new Map(
    [...families.keys()].map((family) => [
      family,
      fitUnits(examples.filter(({ set }) => familyOf(set) !== family)),
    ]),
  )
  const weights = weightsFile(fitted)
  if (writes) {
    const file = new URL('../server/answering/extractive/weights.ts', import.meta.url)
    writeFileSync(file, weights)
  }
  const table = unitTableOf(examples, {
    'in use': () => UNITS,
    fitted: () => fitted,
    'left out': ({ set }) => leftOut.get(familyOf(set)) ?? fitted,
  })
  return `${weights}\nMean reciprocal rank of the first unit that answers:\n${table}\n`
}

function weightsFile(weights: UnitWeights): string {
  const lines = names.map((name) => `  ${name}: ${Number(weights[name].toFixed(2))},\n`)
  return `import type { UnitFeatures } from './unit-features.ts'

/** Weights of a unit's features, fitted by \`npm run fit -- --units\`. */
export const UNITS: Record<keyof UnitFeatures, number> = {
${lines.join('')}}
`
}

/** Weights of units, by coordinate ascent on the place of the first unit that answers. */
export function fitUnits(examples: UnitExample[]): UnitWeights {
  const sets = [...Map.groupBy(examples, ({ set }) => set).values()]
  const shareOf = (own: UnitExample[]) => Math.min(1, own.length / ENOUGH)
  const total = sets.reduce((sum, own) => sum + shareOf(own), 0)
  const weights = ascend(
    sets.map((own) => ({ rankings: own.map(rankingOf), share: shareOf(own) / total, least: 0 })),
    names.map((name) => PRIORS[name]),
  )
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as UnitWeights
}

/** For each set how near the top the first unit that answers is, for ways to choose weights. */
export function unitTableOf(
  examples: UnitExample[],
  ways: Record<string, (example: UnitExample) => UnitWeights>,
): string {
  const rows = [...Map.groupBy(examples, ({ set }) => set)].map(([set, own]) => ({
    set,
    cells: Object.values(ways).map((weightsOf) =>
      meanOf(own.map((example) => reciprocalRank(example, weightsOf(example)))),
    ),
  }))
  const means = Object.keys(ways).map((_, at) => meanOf(rows.map(({ cells }) => cells[at] ?? 0)))
  return [
    ['', ...Object.keys(ways)],
    ...[...rows, { set: 'mean', cells: means }].map(({ set, cells }) => [
      set,
      ...cells.map((cell) => cell.toFixed(3)),
    ]),
  ]
    .map(
      ([head = '', ...cells]) => head.padEnd(28) + cells.map((each) => each.padStart(10)).join(''),
    )
    .join('\n')
}

function reciprocalRank(example: UnitExample, weights: UnitWeights): number {
  return measureOf(
    [rankingOf(example)],
    names.map((name) => weights[name]),
  )
}

function rankingOf({ units }: UnitExample): Ranking {
  return {
    features: units.map(({ features }) => Float64Array.from(names, (name) => features[name])),
    measure: (order) => 1 / (1 + order.findIndex((at) => units[at]?.isGold)),
  }
}

function meanOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1)
}
