import type { AskedPassage, PlacedQuestion } from '../storage/ports/section-questions.ts'
import { splitSentences } from '../text/sentences.ts'

/** The passages of a document before and after it was read again. */
export interface Reread {
  before: AskedPassage[]
  after: AskedPassage[]
}

/** Fate of a question. */
export type Settled =
  | { kind: 'stays' }
  | { kind: 'removed' }
  | { kind: 'moved'; section: string | null; needs_look: boolean }

/** Below this cosine of its old and new text the meaning of a section has moved. */
const SAME_MEANING = 0.8
/** A section of which more sentences are other ones loses what visitors and models asked. */
const MOST_OTHERS = 0.5

/**
 * Decides the fate of a question when its document was read again
 * (docs/behaviour.md#questions-of-sections). `likeness` is the cosine of two texts.
 */
export async function settle(
  question: PlacedQuestion,
  { before, after }: Reread,
  likeness: (one: string, two: string) => Promise<number>,
): Promise<Settled> {
  // Without passages it could not be read, or was left out: nothing is known of its sections.
  if (after.length === 0) return { kind: 'stays' }
  const { section, origin, needs_look } = question
  const old = section === null ? before : before.filter((passage) => passage.section === section)
  const now = section === null ? after : successorsOf(old, after, section)
  const [first] = now
  const isOwners = origin === 'owner'
  if (!first) {
    return isOwners ? { kind: 'moved', section: null, needs_look: true } : { kind: 'removed' }
  }
  const place = section === null ? null : first.section
  const [was, is] = [textOf(old), textOf(now)]
  if (old.length === 0 || was === is) {
    return place === section ? { kind: 'stays' } : { kind: 'moved', section: place, needs_look }
  }
  if (!isOwners && shareOfOthers(was, is) > MOST_OTHERS) return { kind: 'removed' }
  const isMoved = isOwners && (await likeness(was, is)) < SAME_MEANING
  if (place === section && !isMoved) return { kind: 'stays' }
  return { kind: 'moved', section: place, needs_look: needs_look || isMoved }
}

/** The passages that a section has become: of the same id, or else with the same anchor. */
function successorsOf(old: AskedPassage[], after: AskedPassage[], anchor: string): AskedPassage[] {
  const ids = new Set(old.flatMap(({ section_id }) => section_id ?? []))
  const same = after.filter(({ section_id }) => section_id !== null && ids.has(section_id))
  return same.length > 0 ? same : after.filter(({ section }) => section === anchor)
}

function textOf(passages: AskedPassage[]): string {
  return passages.map(({ text }) => text).join('\n\n')
}

/** The share of a text's sentences that another one has not, 0 to 1. */
function shareOfOthers(was: string, is: string): number {
  const known = new Set(sentencesOf(was))
  const sentences = sentencesOf(is)
  return sentences.filter((sentence) => !known.has(sentence)).length / (sentences.length || 1)
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) =>
    text.slice(start, end).replaceAll(/\s+/g, ' ').trim(),
  )
}
