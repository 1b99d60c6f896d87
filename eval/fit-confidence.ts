import { probabilityOf } from '../server/retrieval/confidence.ts'
import { ANSWER_CONFIDENCE, CONFIDENCE } from '../server/retrieval/weights.ts'
import type { JudgedExample, Kind } from './collect-judged.ts'
import { fitLogistic } from './logistic.ts'
import { shareOf } from './own-share.ts'
import type { Judgement } from './reliability.ts'

export type SearchWeights = typeof CONFIDENCE
export type AnswerWeights = typeof ANSWER_CONFIDENCE

/** How much the questions of a kind count in a set, in all forms together. */
const SEARCHED: Record<Kind, number> = { real: 1, near: 0.3, foreign: 1 }
const ANSWERED: Record<Kind, number> = { real: 1, near: 0.5, foreign: 0.5 }
/** The total weight of a set in observations, whatever its size. */
const SET_WEIGHT = 60
/**
 * The odds of being right from which on a search is said to answer: at a confidence of 0.5. A wrong
 * answer is worse than a wrong refusal.
 */
const ODDS = 2
/** How often the fit chooses anew which reading of a message is judged. */
const ROUNDS = 3
/**
 * How much a real question counts as one without an answer when another page than its own comes
 * first: what is quoted would be wrong, though a model that reads further may answer it.
 */
const MISLED = 0.15

/**
 * The confidence in what a search found, by logistic regression. Of the readings of a message the
 * best one is fitted, because it decides: at first the message as a whole, then by the weights of
 * the round before.
 */
export function fitSearch(examples: JudgedExample[]): SearchWeights {
  const weightOf = weighing(examples, SEARCHED)
  let fitted: SearchWeights | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const observed = examples.flatMap((example) => {
      const signs = bestReading(example, fitted)
      if (!signs) return []
      const outcome = example.kind !== 'real' ? 0 : example.leads ? 1 : 1 - MISLED
      return [{ signs, outcome, weight: weightOf(example) }]
    })
    const weights = fitted ?? CONFIDENCE
    fitted = fitNamed(observed, weights)
    fitted.bias -= Math.log(ODDS)
  }
  return fitted ?? CONFIDENCE
}

function bestReading({ readings }: JudgedExample, weights: SearchWeights | undefined) {
  const whole = readings.at(-1)
  if (!weights || !whole) return whole
  return readings.reduce((best, signs) =>
    probabilityOf(signs, weights) > probabilityOf(best, weights) ? signs : best,
  )
}

/** The confidence in a chosen text, by how right it is. */
export function fitAnswer(examples: JudgedExample[]): AnswerWeights {
  const weightOf = weighing(examples, ANSWERED)
  const observed = examples.flatMap((example) =>
    example.answer
      ? [{ signs: example.answer, outcome: example.right, weight: weightOf(example) }]
      : [],
  )
  return fitNamed(observed, ANSWER_CONFIDENCE)
}

/** Fits a weight for each sign that weights in use have. */
function fitNamed<Signs extends object>(
  observed: { signs: Signs; outcome: number; weight: number }[],
  inUse: Signs & { bias: number },
): Signs & { bias: number } {
  const names = Object.keys(inUse).filter((name) => name !== 'bias') as (keyof Signs)[]
  const [bias = 0, ...weights] = fitLogistic(
    observed.map(({ signs, ...rest }) => ({
      ...rest,
      features: names.map((name) => Number(signs[name])),
    })),
  )
  const named = names.map((name, at) => [name, weights[at] ?? 0])
  return { bias, ...Object.fromEntries(named) }
}

/** Every kind of a set counts as a whole; sets in visitors' own words count half of all. */
function weighing(examples: JudgedExample[], shares: Record<Kind, number>) {
  const counts = Map.groupBy(examples, groupOf)
  const sets = [...new Set(examples.map(({ set }) => set))]
  return (example: JudgedExample): number => {
    const count = counts.get(groupOf(example))?.length ?? 1
    const share = shareOf(example.set, sets) * sets.length
    return (SET_WEIGHT * share * shares[example.kind]) / count
  }
}

function groupOf({ set, kind }: JudgedExample): string {
  return `${set} ${kind}`
}

/** The confidence in the search, or in the answer, of each example under weights. */
export const judgedBy = {
  search: ({ readings }: JudgedExample, weights: SearchWeights) =>
    Math.max(0, ...readings.map((signs) => probabilityOf(signs, weights))),
  answer: ({ answer }: JudgedExample, weights: AnswerWeights) =>
    answer ? probabilityOf(answer, weights) : 0,
}

/** Of answers to questions in all forms, what is said beside how right they are. */
export function judgementsOf(judged: Map<JudgedExample, number>): Judgement[] {
  const answers = [...judged].filter(([{ answer }]) => answer !== null)
  const weightOf = weighing([...judged.keys()], ANSWERED)
  return answers.map(([example, confidence]) => ({
    confidence,
    answered: example.right,
    weight: weightOf(example),
  }))
}

const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6]

/**
 * By threshold, of real questions as they are the shares that are answered right and wrong, of near
 * misses and foreign ones those that are answered: the means over the sets.
 */
export function curveOf(judged: Map<JudgedExample, number>): string {
  const plain = [...judged].filter(([{ form }]) => form === 'as it is')
  return THRESHOLDS.map((threshold) => {
    const of = (kind: Kind, counts: (example: JudgedExample) => boolean) =>
      meanBySet(
        plain.filter(([example]) => example.kind === kind),
        ([example, confidence]) => confidence >= threshold && counts(example),
      ).toFixed(3)
    return [
      threshold.toFixed(2),
      `right ${of('real', ({ right }) => right >= 0.5)}`,
      `wrong ${of('real', ({ right }) => right < 0.5)}`,
      `near misses answered ${of('near', () => true)}`,
      `foreign answered ${of('foreign', () => true)}`,
    ].join('  ')
  }).join('\n')
}

/** Of real questions that are answered right as they are, the shares declined in other forms. */
export function formTableOf(judged: Map<JudgedExample, number>, threshold: number): string {
  const real = [...judged].filter(([{ kind }]) => kind === 'real')
  const forms = [...new Set(real.map(([{ form }]) => form))]
  return forms
    .map((form) => {
      const own = real.filter(([example]) => example.form === form && example.right >= 0.5)
      const declined = meanBySet(own, ([, confidence]) => confidence < threshold)
      return `${form.padEnd(18)}declined of right answers ${declined.toFixed(3)}`
    })
    .join('\n')
}

function meanBySet(
  judged: [JudgedExample, number][],
  holds: (each: [JudgedExample, number]) => boolean,
): number {
  const sets = [...Map.groupBy(judged, ([{ set }]) => set).values()]
  const shares = sets.map((own) => own.filter(holds).length / own.length)
  return shares.reduce((sum, share) => sum + share, 0) / (shares.length || 1)
}
