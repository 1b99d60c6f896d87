import type { Unit } from './passage-units.ts'
import type { AskedQuestion } from './question-form.ts'
import type { ReadUnit } from './read-units.ts'
import { type ComparedUnit, compareUnits, type UnitFeatures } from './unit-features.ts'
import { UNITS } from './weights.ts'

/** A unit with its score. */
export interface ScoredUnit extends Omit<ComparedUnit, 'features'> {
  unit: Unit
  /** Its position among all units, in reading order. */
  at: number
  /** Higher answers better; comparable within one question only. */
  score: number
  /** It tells what the question asks to be defined. */
  defines: boolean
}

const names = Object.keys(UNITS) as (keyof UnitFeatures)[]

/**
 * Scores every unit for a question, in reading order. A unit of the best passage of which nothing
 * else speaks scores 0.
 */
export function scoreUnits(question: AskedQuestion, units: ReadUnit[]): ScoredUnit[] {
  return compareUnits(question, units).map(({ features, ...unit }, at) => ({
    ...unit,
    unit: (units[at] as ReadUnit).unit,
    at,
    score: Math.max(0, scoreOf(features) - UNITS.standing),
    defines: features.defines > 0,
  }))
}

/** The weighted sum of a unit's features. */
export function scoreOf(features: UnitFeatures, weights = UNITS): number {
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0)
}
