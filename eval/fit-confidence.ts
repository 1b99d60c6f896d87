import {
  leadOf,
  meaningSigns,
  probabilityOf,
  type Signs,
  signsOf,
} from '../server/retrieval/confidence.ts'
import { CONFIDENCE } from '../server/retrieval/weights.ts'
import type { Example, Form, Kind } from './collect.ts'
import { orderOf, type RankingWeights, scoresOf } from './fit-ranking.ts'
import { fitLogistic } from './logistic.ts'
import type { Judgement } from './reliability.ts'

export type ConfidenceWeights = typeof CONFIDENCE
const names = Object.keys(CONFIDENCE).filter((name) => name !== 'bias') as (keyof Signs)[]

/** How much the questions of a kind and form count in a set, against its real ones as they are. */
const SHARES: Record<Kind, Partial<Record<Form, number>>> = {
  real: {
    'as it is': 1,
    greeting: 0.35,
    context: 0.35,
    'one typo': 0.35,
    'two typos': 0.15,
    keywords: 0.4,
  },
  near: { 'as it is': 0.3 },
  foreign: { 'as it is': 1, greeting: 0.35, context: 0.35, 'one typo': 0.2, keywords: 0.25 },
}
/** The total weight of a set in observations, whatever its size. */
const SET_WEIGHT = 60
/** How many of the first passages the confidence is judged by, as in `retrieve.ts`. */
const JUDGED = 5
const THRESHOLD = 0.5

/**
 * The odds of being right from which on it is answered: at a confidence of 0.5. A wrong answer is
 * worse than a wrong refusal.
 */
const ODDS = 2

/** How often the fit chooses anew which reading of a message is judged. */
const ROUNDS = 3

/**
 * Weights by logistic regression over what the ranking puts first. Of the readings of a message the
 * best one is fitted, because it decides: at first the message as a whole, then by the weights of
 * the round before.
 */
export function fitConfidence(examples: Example[], ranking: RankingWeights): ConfidenceWeights {
  const counts = Map.groupBy(examples, groupOf)
  const judged = examples.flatMap((example) => {
    const readings = signsOfEach(example, ranking)
    const share = SHARES[example.kind][example.form] ?? 0
    const weight = (SET_WEIGHT * share) / (counts.get(groupOf(example))?.length ?? 1)
    return readings.length === 0 ? [] : [{ readings, weight, outcome: outcomeOf(example, ranking) }]
  })
  let fitted: ConfidenceWeights | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const [bias = 0, ...weights] = fitLogistic(
      judged.map(({ readings, weight, outcome }) => {
        const signs = bestOf(readings, fitted)
        return { features: names.map((name) => signs[name]), outcome, weight }
      }),
    )
    const named = Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
    fitted = { bias: bias - Math.log(ODDS), ...named } as ConfidenceWeights
  }
  return fitted as ConfidenceWeights
}

/**
 * How much a real question counts as one without an answer when another page than its own comes
 * first: what is quoted would be wrong, though a model that reads further may answer it.
 */
const MISLED = 0.15

function outcomeOf(example: Example, ranking: RankingWeights): number {
  if (example.kind !== 'real') return 0
  const [first] = orderOf(example, ranking)
  return (example.candidates[first ?? -1]?.gold ?? -1) < 0 ? 1 - MISLED : 1
}

function bestOf(readings: Signs[], weights: ConfidenceWeights | undefined): Signs {
  const whole = readings.at(-1) as Signs
  if (!weights) return whole
  return readings.reduce((best, signs) =>
    probabilityOf(signs, weights) > probabilityOf(best, weights) ? signs : best,
  )
}

/** The confidence of each example under weights. */
export function judgeAll(
  examples: Example[],
  ranking: RankingWeights,
  weights: ConfidenceWeights,
): Map<Example, number> {
  return new Map(
    examples.map((example) => {
      const readings = signsOfEach(example, ranking)
      return [example, Math.max(0, ...readings.map((signs) => probabilityOf(signs, weights)))]
    }),
  )
}

function signsOfEach(example: Example, ranking: RankingWeights): Signs[] {
  const order = orderOf(example, ranking)
  const first = order.slice(0, JUDGED)
  const lead = leadOf(scoresOf(example, ranking))
  const meaning = meaningSigns(
    order.flatMap((at) => {
      const candidate = example.candidates[at]
      return candidate ? { document_id: candidate.document, likeness: candidate.likeness } : []
    }),
  )
  return example.readings.flatMap((reading) => {
    const matches = first.flatMap((at) => reading.matches[at] ?? [])
    return signsOf({ ...reading, matches, lead, meaning }) ?? []
  })
}

function groupOf({ set, kind, form }: Example): string {
  return `${set} ${kind} ${form}`
}

/**
 * Judgements of questions as they are, in every set with as many real ones as foreign ones,
 * beside what a confidence of one half stands for: odds of `ODDS` among these.
 */
export function judgementsOf(judged: Map<Example, number>): Judgement[] {
  const plain = [...judged].filter(([{ kind, form }]) => form === 'as it is' && kind !== 'near')
  const counts = Map.groupBy(plain, ([example]) => groupOf(example))
  return plain.map(([example, confidence]) => ({
    confidence: asShare(confidence),
    answered: example.kind === 'real',
    weight: 1 / (counts.get(groupOf(example))?.length ?? 1),
  }))
}

/** The share that is answered of questions of such a confidence. */
function asShare(confidence: number): number {
  return (ODDS * confidence) / (ODDS * confidence + 1 - confidence)
}

/** Of each set and form, the shares on the wrong side of the threshold. */
export function shareTableOf(judged: Map<Example, number>): string {
  const columns = Object.entries(SHARES).flatMap(([kind, forms]) =>
    Object.keys(forms).map((form) => ({ kind, form })),
  )
  const sets = [...new Set([...judged.keys()].map(({ set }) => set))]
  const rows = sets.map((set) => ({
    set,
    cells: columns.map(({ kind, form }) => wrongShare(judged, `${set} ${kind} ${form}`, THRESHOLD)),
  }))
  const means = columns.map((_, at) => mean(rows.map(({ cells }) => cells[at])))
  const lineOf = (head: string, cells: string[]) =>
    head.padEnd(18) + cells.map((cell) => cell.padStart(10)).join('')
  return [
    lineOf(
      '',
      columns.map(({ kind }) => kind),
    ),
    lineOf(
      '',
      columns.map(({ form }) => form),
    ),
    ...[...rows, { set: 'mean', cells: means }].map(({ set, cells }) =>
      lineOf(
        set,
        cells.map((cell) => cell?.toFixed(3) ?? '–'),
      ),
    ),
  ].join('\n')
}

/** How long questions are, in words, for a table: a name for each length, and the least of it. */
const LENGTHS = { '1–5': 1, '6–10': 6, '11+': 11 }

/** Of questions of each length as they are, in all sets, the shares on the wrong side. */
export function lengthTableOf(judged: Map<Example, number>): string {
  const plain = [...judged].filter(([{ form }]) => form === 'as it is')
  const byLength = Map.groupBy(plain, ([{ query }]) => lengthOf(query))
  return Object.keys(LENGTHS)
    .map((length) => {
      const own = byLength.get(length) ?? []
      const of = (kind: Kind) => {
        const cases = own.filter(([example]) => example.kind === kind)
        const wrong = cases.filter((each) => isWrong(each, THRESHOLD)).length
        return `${kind} ${(wrong / cases.length).toFixed(3)} of ${cases.length}`
      }
      return `${length.padEnd(6)}${(['real', 'near', 'foreign'] as const).map(of).join('   ')}`
    })
    .join('\n')
}

function lengthOf(query: string): string | undefined {
  const words = query.split(/\s+/).length
  return Object.entries(LENGTHS).findLast(([, least]) => words >= least)?.[0]
}

/** The means over the sets by threshold, and what wrong refusals and wrong answers cost. */
export function curveOf(judged: Map<Example, number>): string {
  const sets = [...new Set([...judged.keys()].map(({ set }) => set))]
  const thresholds = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8]
  return thresholds
    .map((threshold) => {
      const of = (kind: Kind) =>
        mean(sets.map((set) => wrongShare(judged, `${set} ${kind} as it is`, threshold))) ?? 0
      const [real, foreign, near] = [of('real'), of('foreign'), of('near')]
      return [
        `${threshold.toFixed(2)}  real declined ${real.toFixed(3)}`,
        `foreign answered ${foreign.toFixed(3)}`,
        `near misses answered ${near.toFixed(3)}`,
        `cost ${(real + 3 * foreign).toFixed(3)}`,
      ].join('  ')
    })
    .join('\n')
}

function wrongShare(
  judged: Map<Example, number>,
  group: string,
  threshold: number,
): number | undefined {
  const own = [...judged].filter(([example]) => groupOf(example) === group)
  const wrong = own.filter((each) => isWrong(each, threshold))
  return own.length === 0 ? undefined : wrong.length / own.length
}

/** A real question that is declined, or another that is answered. */
function isWrong([{ kind }, value]: [Example, number], threshold: number): boolean {
  return (kind === 'real') === value < threshold
}

function mean(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0
    ? undefined
    : known.reduce((sum, value) => sum + value, 0) / known.length
}
