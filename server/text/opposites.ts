import { opposites } from './thesaurus/opposites.ts'

interface Side {
  asked: RegExp
  opposite: RegExp
}

const SIDES: Side[] = opposites
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [one, other] = line.split(' <> ').map(wordsBeginning) as [RegExp, RegExp]
    return [
      { asked: one, opposite: other },
      { asked: other, opposite: one },
    ]
  })

function wordsBeginning(words: string): RegExp {
  const patterns = words
    .split(', ')
    .map((word) =>
      word
        .replace('_', String.raw`(?:e?s|e?d|ing)?(?: [^ .,?!]+){0,3}?`)
        .replace(/\.$/, String.raw`(?![\p{L}\p{M}])`),
    )
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${patterns.join('|')})`, 'iu')
}

/** "Install and uninstall" is on both. */
const AND = /^[^\s]*(?:\s*[/&+]\s*|,?\s+(?:and|or|und|oder|et|ou|y|o)\s+)/iu

/**
 * Tells texts on the opposite of what a question asks for: they name that, and what is asked not
 * at all or after it as its object ("How do I restore a backup?").
 */
export function createOpposes(question: string): (text: string) => boolean {
  const sides = SIDES.filter(
    ({ asked, opposite }) => asked.test(question) && !opposite.test(question),
  )
  return (text) => sides.some((side) => isOpposite(text, side))
}

function isOpposite(text: string, { asked, opposite }: Side): boolean {
  const named = asked.exec(text)
  const against = opposite.exec(text)
  if (!named || !against) return against !== null
  const between = text.slice(against.index + against[0].length, named.index)
  return against.index < named.index && !AND.test(between)
}
