import type { QuestionWeights } from '../../server/retrieval/section-questions.ts'
import { placeOf, type Searched } from './ask.ts'

/** Values that each weight may have. */
const GRID: Record<keyof QuestionWeights, number[]> = {
  words: [0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1],
  meaning: [0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.5],
  meaningFrom: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  said: [0.1, 0.3, 0.5],
}
const NAMES = Object.keys(GRID) as (keyof QuestionWeights)[]
const BEGIN: QuestionWeights = { words: 0.3, meaning: 0.3, meaningFrom: 0.4, said: 0.3 }
const PASSES = 3
/** Price of a unit of weight, so that what gains nothing stays small. */
const PRICE = 0.004
/** Searches in the page's words may lose this much, and each further loss counts twice. */
const KEPT = 0.99

/** Searches whose answering passages are to come first. */
export interface Group {
  /** In the page's words, which find the passage without any question of its section. */
  isPageWords: boolean
  searches: Searched[]
}

/**
 * The weights under which the answering passage comes first most nearly, in the mean over groups of
 * searches, by coordinate ascent on the reciprocal of its place.
 */
export function fitQuestions(groups: Group[]): QuestionWeights {
  let best = BEGIN
  let most = worth(groups, best)
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const name of NAMES) {
      for (const value of GRID[name]) {
        const tried = { ...best, [name]: value }
        const own = worth(groups, tried)
        if (own <= most) continue
        best = tried
        most = own
      }
    }
  }
  return best
}

function worth(groups: Group[], weights: QuestionWeights): number {
  const gains = groups.map(({ isPageWords, searches }) => {
    const mean = meanOf(searches.map((searched) => 1 / placeOf(searched, weights)))
    return { mean, lost: isPageWords ? Math.max(0, KEPT - mean) : 0 }
  })
  const lost = gains.reduce((sum, each) => sum + each.lost, 0)
  return (
    meanOf(gains.map(({ mean }) => mean)) - 2 * lost - PRICE * (weights.words + weights.meaning)
  )
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}
