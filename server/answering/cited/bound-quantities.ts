import { contentTerms } from './content-terms.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'

/** A quantity with the words of the part of its sentence that it belongs to. */
export interface BoundQuantity {
  quantity: Quantity
  /** Spellings of each content word, without numbers. */
  words: string[][]
}

/** No comma within a number or a date. */
const PARTS =
  /[,;:](?=\s(?!\d))|[()|—–]|(?<!\p{L})(?:and|but|while|whereas|und|aber|während|et|mais|y|pero|e|ma)(?!\p{L})/iu

/**
 * The quantities of a sentence. Where several parts of it have some, as in "HTTP on port 80 and
 * HTTPS on port 443", each belongs to the words of its part, otherwise to all.
 */
export function boundQuantities(sentence: string): BoundQuantity[] {
  const parts = sentence
    .split(PARTS)
    .map((text) => ({ text, quantities: quantitiesOf(text).all }))
    .filter(({ quantities }) => quantities.length > 0)
  return parts.flatMap(({ text, quantities }) => {
    const words = wordsIn(parts.length === 1 ? sentence : text)
    return quantities.map((quantity) => ({ quantity, words }))
  })
}

function wordsIn(text: string): string[][] {
  return contentTerms(text).filter(([term = '']) => !/^\p{N}/u.test(term))
}
