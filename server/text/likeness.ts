import { contentWordsOf } from './question.ts'

/** A word that is common in any text tells half as much of a subject as another. */
const COMMON_WEIGHT = 0.5

/**
 * Questions are alike when the weights of the words that both have are this share of the weights of
 * all words of both. Of 900 messages to two shops, half of them sorted into intents, 216 share a
 * group with another one, and two lie with another intent (`RARE`, `FREQUENT`; 128 without).
 */
export const ALIKE = 0.55

/** From so many gaps on it is known which words are rare among them, and which frequent. */
const ENOUGH_GAPS = 20
/** Of more gaps, words are counted as of so many: more would take longer and tell no more. */
export const COUNTED_GAPS = 250
/** A word that no other gap has, as a town, hardly tells one from another. */
const RARE = 0.35
/** Nor does one that more than this share of the gaps have, and some, as “order” in a shop. */
const MANY = 0.08
const AT_LEAST = 4
const FREQUENT = 0.5
/** In so many gaps a word is frequent, however many there are. */
export const COUNTED_WORDS = COUNTED_GAPS * MANY + 1

/** What a weight counts for at least. */
export const LEAST_COUNTED = RARE

/** Words of a question with what each tells. */
export type Subject = Record<string, number>

/** What of its weight a word counts that so many others of the gaps have. */
export function countedOf(others: number, gaps: number): number {
  if (gaps < ENOUGH_GAPS) return 1
  if (others === 0) return RARE
  return others > Math.max(AT_LEAST, MANY * gaps) ? FREQUENT : 1
}

/** How alike two subjects are, 0 to 1; `counted` is what a word counts that one of them has. */
export function likenessOf(
  asked: Subject,
  leader: Subject,
  counted: (word: string, of: 'asked' | 'leader') => number,
): number {
  let shared = 0
  let all = 0
  for (const [word, weight] of Object.entries(asked)) {
    const counts = weight * counted(word, 'asked')
    all += counts
    if (word in leader) shared += counts
  }
  for (const [word, weight] of Object.entries(leader)) {
    if (!(word in asked)) all += weight * counted(word, 'leader')
  }
  return all === 0 ? 0 : shared / all
}

/** The stems of a question's content words, with what each tells of its subject. */
export function subjectOf(question: string): Subject {
  return Object.fromEntries(
    contentWordsOf(question).map(({ terms, text, common }) => [
      terms[0] ?? text,
      common ? COMMON_WEIGHT : 1,
    ]),
  )
}
