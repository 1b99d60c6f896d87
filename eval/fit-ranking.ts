import type { Features } from '../server/retrieval/rank.ts'
import { RANKING } from '../server/retrieval/weights.ts'
import { ascend, measureOf, type Ranking } from './ascent.ts'
import type { RankedExample as Example } from './collect-ranked.ts'
import { shareOf } from './own-share.ts'
import type { Found } from './passage-recall.ts'
import { ndcgOf } from './relevance.ts'

export type RankingWeights = Record<keyof Features, number>
const names = Object.keys(RANKING) as (keyof Features)[]

/**
 * Before anything is fitted most features count a third of the words, which ranks sets that were
 * left out better than weights that were fitted freely to the others. Endings count more: languages
 * without a stemmer depend on them, and no set is in one. So do headings, the page, which is to be
 * chosen before the passage, and meaning, of which half of the questions need much.
 */
const PRIORS: Partial<RankingWeights> = {
  words: 1,
  endings: 0.8,
  heading: 0.8,
  page: 0.6,
  meaning: 0.7,
  unsaid: 1.4,
}
const priorOf = (name: keyof Features) => PRIORS[name] ?? 0.35

/** Without what embeddings say: no set may be ranked worse than by words alone. */
const WORDS_ALONE: RankingWeights = { ...RANKING, meaning: 0, unsaid: 0 }

/** So much of its nDCG under the weights in use a set may lose for the others. */
const TOLERATED = 0.003

/** The nDCG of a set that new weights are to keep: that by words alone, and that in use. */
function leastOf(questions: Example[]): number {
  const inUse = measured(questions, () => RANKING)
  return Math.max(
    measured(questions, () => WORDS_ALONE),
    inUse - TOLERATED,
  )
}

/** Ranking weights for the questions of examples. */
export function fitRanking(examples: Example[]): RankingWeights {
  const sets = [...Map.groupBy(examples, ({ set }) => set)]
  const weights = ascend(
    sets.map(([set, questions]) => ({
      rankings: questions.map(rankingOf),
      share: shareOf(
        set,
        sets.map(([name]) => name),
      ),
      least: leastOf(questions),
    })),
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

/** The nDCG@10 of each set, a column for each way to choose weights for an example. */
export function rankingTableOf(
  examples: Example[],
  ways: Record<string, (example: Example) => RankingWeights>,
): string {
  const sets = Map.groupBy(examples, ({ set }) => set)
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

/** The places of the passages that answer, where sets name their headings. */
export function placesOf(
  examples: Example[],
  weightsOf: (example: Example) => RankingWeights,
): Found[] {
  return examples
    .filter(({ namesPassages }) => namesPassages)
    .map((example) => {
      const order = orderOf(example, weightsOf(example))
      const at = order.findIndex((at) => (example.candidates[at]?.answers ?? -1) >= 0)
      return { set: example.set, variety: example.variety ?? '', place: at < 0 ? Infinity : at + 1 }
    })
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

function rankingOf({ candidates, golds, byDocument, namesPassages }: Example): Ranking {
  return {
    features: candidates.map(({ features }) => Float64Array.from(names, (name) => features[name])),
    measure(order) {
      const ranked = order.flatMap((at) => candidates[at] ?? [])
      const counted = byDocument ? firstOfDocuments(ranked) : ranked
      const documents = ndcgOf(
        counted.map(({ gold }) => gold),
        golds,
      )
      if (!namesPassages) return documents
      const passages = ndcgOf(
        ranked.map(({ answers }) => answers),
        golds,
      )
      return (documents + passages) / 2
    },
  }
}

function firstOfDocuments(ranked: Example['candidates']): Example['candidates'] {
  const seen = new Set<string>()
  return ranked.filter(({ document }) => !seen.has(document) && seen.add(document))
}
