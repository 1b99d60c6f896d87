/**
 * Splits a passage into the text before, the sentence that supports the claim best, and the text
 * after. The sentence is empty when no word of the claim occurs in the passage.
 */
export function splitAtSupport(passage: string, claim: string): [string, string, string] {
  const words = new Set(significantWords(claim))
  let best = { score: 0, index: passage.length, segment: '' }
  for (const { index, segment } of segmentsOf(passage, 'sentence')) {
    const score = new Set(significantWords(segment).filter((word) => words.has(word))).size
    if (score > best.score) best = { score, index, segment }
  }
  const sentence = best.segment.trimEnd()
  const end = best.index + sentence.length
  return [passage.slice(0, best.index), sentence, passage.slice(end)]
}

/** Words of four letters or more, numbers, and words of non-Latin scripts, which may be short. */
const SIGNIFICANT = /\p{L}{4}|\d|[^\P{L}\p{Script=Latin}]/u

function significantWords(text: string): string[] {
  const words = Array.from(segmentsOf(text, 'word'), ({ segment }) => segment.toLowerCase())
  return words.filter((word) => SIGNIFICANT.test(word))
}

function segmentsOf(text: string, granularity: 'word' | 'sentence') {
  // Firefox has it from version 125 on.
  if (!Intl.Segmenter) return []
  return new Intl.Segmenter(undefined, { granularity }).segment(text)
}
