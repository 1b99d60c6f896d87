import { lettersOf } from '../../text/letters.ts'
import { plainText } from '../../text/markdown.ts'
import { withoutMarkers } from '../../text/marker-syntax.ts'
import type { Unit } from './passage-units.ts'

/** The beginning of a unit is enough: a long list may have been cut. */
const COMPARED_CHARS = 60

/** Tells the units that an answer has shown. */
export function createTold(answer: string): (unit: Unit) => boolean {
  const shown = lettersOf(withoutMarkers(answer))
  return ({ text }) => shown.includes(lettersOf(plainText(text)).slice(0, COMPARED_CHARS))
}
