import { contentTerms } from './content-terms.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'

/** A quantity with the words of the part of its sentence that it belongs to. */
export interface BoundQuantity {
  quantity: Quantity
  /** Spellings of each content word, without numbers. */
  words: string[][]
  /** Those of the part that it stands in. */
  own: string[][]
}

/** No comma within a number or a date, no dash of a range. */
const PARTS =
  /[,;:](?=\s(?!\d))|[()|—]|–(?!\s?\d)|(?<!\p{L})(?:and|but|while|whereas|und|aber|während|et|mais|y|pero|e|ma|och|og|и|а|но)(?!\p{L})/giu

/**
 * The quantities of a sentence. Where several parts of it have some, as in "HTTP on port 80 and
 * HTTPS on port 443", each belongs to the words of its part, otherwise to all.
 */
export function boundQuantities(sentence: string): BoundQuantity[] {
  const source = sentence.normalize('NFKC')
  const { all } = quantitiesOf(source)
  const spoken = withoutTimes(source, all)
  const parts = partsOf(source)
    .map(({ start, end }) => ({
      text: spoken.slice(start, end),
      quantities: all.filter((each) => each.start >= start && each.start < end),
    }))
    .filter(({ quantities }) => quantities.length > 0)
  return parts.flatMap(({ text, quantities }) => {
    const own = wordsIn(text)
    const words = parts.length === 1 ? wordsIn(spoken) : own
    return quantities.map((quantity) => ({ quantity, words, own }))
  })
}

/** With blanks for times of day, whose words ("o'clock") say nothing of them. */
function withoutTimes(source: string, quantities: Quantity[]): string {
  let [spoken, done] = ['', 0]
  for (const { time } of quantities) {
    if (time === null) continue
    spoken += source.slice(done, time.start) + ' '.repeat(time.end - time.start)
    done = time.end
  }
  return spoken + source.slice(done)
}

interface Part {
  start: number
  end: number
}

function partsOf(sentence: string): Part[] {
  const borders = [...sentence.matchAll(PARTS)]
  const starts = [0, ...borders.map(({ 0: border, index }) => index + border.length)]
  const ends = [...borders.map(({ index }) => index), sentence.length]
  return starts.map((start, at) => ({ start, end: ends[at] ?? sentence.length }))
}

function wordsIn(text: string): string[][] {
  return contentTerms(text).filter(([term = '']) => !/^\p{N}/u.test(term))
}
