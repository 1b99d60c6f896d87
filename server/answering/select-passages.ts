import { tokensIn } from '../models/tokens.ts'
import { pathOf } from '../text/structure.ts'

/** How many passages a configured model is shown at most. */
export const MAX_SHOWN = 20
/** The lines around a passage in a prompt, in tokens. */
const FRAME_TOKENS = 40

interface Told {
  title: string
  headings: string[]
  text: string
}

/** The best passages, best first, that fit into so many tokens; the best one in any case. */
export function fitting<Passage extends Told>(passages: Passage[], tokens: number): Passage[] {
  let left = tokens
  return passages.slice(0, MAX_SHOWN).filter(({ title, headings, text }, rank) => {
    const needed = tokensIn(`${title}${pathOf(headings)}${text}`) + FRAME_TOKENS
    if (rank > 0 && needed > left) return false
    left -= needed
    return true
  })
}

/**
 * The passages that fit, in the order in which people read them: those of a document stand
 * together, and documents come in the order of their best passage.
 */
export function selectPassages<Passage extends Told & { document_id: string; position: number }>(
  passages: Passage[],
  tokens: number,
): Passage[] {
  const documents = Map.groupBy(fitting(passages, tokens), ({ document_id }) => document_id)
  return [...documents.values()].flatMap((own) =>
    own.toSorted((one, other) => one.position - other.position),
  )
}
