import type { Features } from '../server/retrieval/rank.ts'
import { RANKING } from '../server/retrieval/weights.ts'
import { ascend, measureOf, type Ranking } from './ascent.ts'
import type { Example } from './collect.ts'
import { ndcgOf } from './relevance.ts'

export type RankingWeights = Record<keyof Features, number>
const names = Object.keys(RANKING) as (keyof Features)[]

/**
 * Before anything is fitted most features count a third of the words, which ranks sets that were
 * left out better than weights that were fitted freely to the others. Endings count more: languages
 * without a stemmer depend on them, and no set is in one. So does the page, which is to be
 * chosen before the passage.
 */
const PRIORS: Partial<RankingWeights> = { words: 1, endings: 0.8, page: 0.6 }
const priorOf = (name: keyof Features) => PRIORS[name] ?? 0.35

/** Ranking weights for the real questions among the examples, as they are. */
export function fitRanking(examples: Example[]): RankingWeights {
  const sets = Map.groupBy(examples.filter(isRanked), ({ set }) => set)
  const weights = ascend(
    [...sets.values()].map((set) => set.map(rankingOf)),
    names.map(priorOf),
  )
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as RankingWeights
}

/** Candidates of an example, best first. */
export function orderOf({ candidates }: Example, weights: RankingWeights): number[] {
  return candidates
    .map(({ features }, at) => ({
      at,
      score: names.reduce((sum, name) => sum + weights[name] * features[name], 0),
    }))
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .map(({ at }) => at)
}

/** The score of each candidate, as a search gives it, with its page. */
export function scoresOf({ candidates }: Example, weights: RankingWeights) {
  const total = names.reduce((sum, name) => sum + weights[name], 0)
  return candidates.map(({ features, document }) => ({
    document_id: document,
    score: names.reduce((sum, name) => sum + weights[name] * features[name], 0) / total,
  }))
}

/** The nDCG@10 of each set, a column for each way to choose weights for an example. */
export function rankingTableOf(
  examples: Example[],
  ways: Record<string, (example: Example) => RankingWeights>,
): string {
  const sets = Map.groupBy(examples.filter(isRanked), ({ set }) => set)
  const rows = [...sets].map(([set, own]) => ({
    set,
    cells: Object.values(ways).map((weightsOf) => measured(own, weightsOf)),
  }))
  const means = Object.keys(ways).map(
    (_, at) => rows.reduce((sum, { cells }) => sum + (cells[at] ?? 0), 0) / rows.length,
  )
  const lineOf = (head: string, cells: string[]) =>
    head.padEnd(18) + cells.map((cell) => cell.padStart(10)).join('')
  return [
    lineOf('', Object.keys(ways)),
    ...[...rows, { set: 'mean', cells: means }].map(({ set, cells }) =>
      lineOf(
        set,
        cells.map((cell) => cell.toFixed(3)),
      ),
    ),
  ].join('\n')
}

function measured(examples: Example[], weightsOf: (example: Example) => RankingWeights): number {
  const sum = examples.reduce((total, example) => {
    const weights = weightsOf(example)
    return (
      total +
      measureOf(
        [rankingOf(example)],
        names.map((name) => weights[name]),
      )
    )
  }, 0)
  return sum / examples.length
}

function isRanked({ kind, form }: Example): boolean {
  return kind === 'real' && form === 'as it is'
}

function rankingOf({ candidates, golds, byDocument }: Example): Ranking {
  return {
    features: candidates.map(({ features }) => Float64Array.from(names, (name) => features[name])),
    measure(order) {
      const ranked = order.flatMap((at) => candidates[at] ?? [])
      const counted = byDocument ? firstOfDocuments(ranked) : ranked
      return ndcgOf(
        counted.map(({ gold }) => gold),
        golds,
      )
    },
  }
}

function firstOfDocuments(ranked: Example['candidates']): Example['candidates'] {
  const seen = new Set<string>()
  return ranked.filter(({ document }) => !seen.has(document) && seen.add(document))
}
