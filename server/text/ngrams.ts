import { fold, isStopWord, type Word } from './words.ts'

const GRAM_CHARS = 4

/** Character 4-grams of a word between boundary marks: `_str`, `stre`, … `eam_`. */
export function gramsOfWord(word: string): string[] {
  const marked = `_${word}_`
  if (marked.length <= GRAM_CHARS) return [marked]
  const grams: string[] = []
  for (let at = 0; at + GRAM_CHARS <= marked.length; at += 1) {
    grams.push(marked.slice(at, at + GRAM_CHARS))
  }
  return grams
}

/**
 * The words of a text that have n-grams, one of each spelling. Stop words and unspaced scripts have
 * none.
 */
export function spelledWords(words: Word[]): Word[] {
  const bySpelling = new Map<string, Word>()
  for (const word of words) {
    if (word.script !== 'unspaced' && !word.compound && !isStopWord(word, 'english')) {
      bySpelling.set(fold(word.text), word)
    }
  }
  return [...bySpelling.values()]
}
