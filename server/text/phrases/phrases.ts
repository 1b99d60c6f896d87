/**
 * What people write beside their questions, in one language. Each rule describes a phrase by its
 * words in any order: groups joined by `+`, of each of which one word must occur; the words after
 * `~` may occur. `_` joins words that stand together. Accents and doubled letters need not be
 * listed.
 */
export interface Phrases {
  /** Words that may stand anywhere, and mean nothing alone. */
  filler: string
  greeting: string[]
  /** That a question is taken back, or that its answer was found elsewhere. */
  dismissal: string[]
  /** Also praise, and words that only acknowledge. */
  thanks: string[]
  goodbye: string[]
  /** Who or what the assistant is, and how it is. */
  identity: string[]
  /** What it can do, and wishes for help that name no subject. */
  abilities: string[]
  /** That something does not work, without a word on what. */
  trouble: string[]
  /** That the assistant or its answer is of no use. */
  complaint: string[]
  /** A wish for a person, also for a number to call. */
  person: string[]
}

/** Of several in one text, the last one here is answered. */
export const acts = [
  'greeting',
  'dismissal',
  'thanks',
  'goodbye',
  'identity',
  'abilities',
  'trouble',
  'complaint',
  'person',
] as const
export type Act = (typeof acts)[number]
