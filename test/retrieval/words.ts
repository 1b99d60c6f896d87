import type { PassageMatch, WeightedWord } from '../../server/retrieval/match.ts'
import type { ReadPassage } from '../../server/text/passage.ts'

/** A question's word that is its only term. */
export function wordOf(text: string, idf: number, more: Partial<WeightedWord> = {}): WeightedWord {
  return {
    text,
    terms: [text],
    grams: [],
    inflects: false,
    compound: false,
    common: false,
    clause: 0,
    asks: true,
    idf,
    absent: false,
    replaced: false,
    shares: new Map(),
    ...more,
  }
}

/** A passage whose terms are these words, which spaces part. */
export function readOf({ heading = '', title = '', text = '' }): ReadPassage {
  const words = (line: string) => line.split(' ').filter((word) => word !== '')
  return {
    language: 'english',
    heading: words(heading),
    text: words(text),
    nearest: words(heading),
    titles: [words(title), words(heading)],
    spelling: `_${[...words(heading), ...words(text)].join('_')}_`,
  }
}

/** So many words that no question asks for. */
export function filler(count: number): string {
  return Array.from({ length: count }, () => 'and').join(' ')
}

/** How a passage matches that holds nothing of a question. */
export const NO_MATCH: PassageMatch = {
  passage: 0,
  heading: 0,
  likeness: 0,
  titled: 0,
  window: 0,
  near: 0,
  spelling: 0,
  score: 0,
  missed: 0,
  subject: 0,
}
