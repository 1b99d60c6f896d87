import { escapeTags } from '../escape-tags.ts'
import { matchAt, type Replaced } from './replaced.ts'

const TEXT = /\{\s*(?:'([^'\n]{0,2000})'|"([^"\n]{0,2000})"|`([^`$]{0,2000})`)\s*\}/y
const EXPRESSION = /\{(?:[^{}<]|\{[^{}<]{0,1000}\}){0,2000}\}/y
const COMMENT = /\{\/\*(?:(?!\{\/\*)[^]){0,20000}?\*\/\}/y

/**
 * An expression of MDX that begins at a place, or null for one that holds elements. Shown is the
 * text of one that is a text alone.
 */
export function expressionAt(source: string, at: number): Replaced | null {
  if (source[at + 1] === '#') return null
  if (matchAt(COMMENT, source, at)) return { shown: '', end: COMMENT.lastIndex }
  const text = matchAt(TEXT, source, at)
  if (text) {
    return { shown: escapeTags(text[1] ?? text[2] ?? text[3] ?? ''), end: TEXT.lastIndex }
  }
  return matchAt(EXPRESSION, source, at) && { shown: '', end: EXPRESSION.lastIndex }
}
