import { ALIKE, countedOf, likenessOf, type Subject, subjectOf } from '../../text/likeness.ts'

/** A question without a good answer. */
export interface GapQuestion {
  organization_id: string
  assistant_id: string
  question_id: string
  text: string
  asked_at: string
}

/** A question of a gap with its words. */
export function readGapQuestion({ text, ...question }: GapQuestion): ReadGapQuestion {
  return { ...question, read: readGapWords(text) }
}

/** Gaps whose leaders are compared with a question in full. */
export const MAX_LIKELY = 10

/** The subject of a question, and how its gap stores it. */
export interface GapWords {
  subject: Subject
  words: string
  weight: number
}

/** A question whose words are read, so that the step that stores it reads no text. */
export type ReadGapQuestion = Omit<GapQuestion, 'text'> & { read: GapWords }

/** Reads the words of a question, before the step that adds it to a gap. */
export function readGapWords(question: string): GapWords {
  const subject = subjectOf(question)
  return { subject, words: JSON.stringify(subject), weight: weightOf(subject) }
}

export function weightOf(subject: Subject): number {
  return Object.values(subject).reduce((sum, each) => sum + each, 0)
}

/** What a word counts that an asked question has, or the leader of a gap. */
export type Counted = (word: string, of: 'asked' | 'leader') => number

/**
 * What a word counts among `gaps` gaps of an assistant, of which `having` have it: its own leader
 * is one of them.
 */
export function countedAmong(gaps: number, having: (word: string) => number): Counted {
  return (word, of) => countedOf(of === 'leader' ? having(word) - 1 : having(word), gaps)
}

/** The words of a subject with what they weigh and count, and what all of them count. */
export function weighed(subject: Subject, counted: Counted) {
  const words = Object.entries(subject).map(([word, weight]) => {
    return { word, weight, counts: weight * counted(word, 'asked') }
  })
  return { words, all: words.reduce((sum, { counts }) => sum + counts, 0) }
}

/** A gap whose leader may be alike, with the leader's words. */
export interface Likely {
  number: number
  words: string
}

/** The number of the gap whose leader is most like a question; undefined: none is alike. */
export function mostAlike(subject: Subject, likely: Likely[], counted: Counted) {
  const alike = likely
    .map(({ number, words }) => {
      return { number, likeness: likenessOf(subject, JSON.parse(words) as Subject, counted) }
    })
    .filter(({ likeness }) => likeness >= ALIKE)
  return alike.toSorted((one, two) => two.likeness - one.likeness)[0]?.number
}
