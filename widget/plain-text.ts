/** Any piece of a text: it has words of its own, or pieces that make it up. */
interface Piece {
  kind?: string
  text?: string
  children?: readonly Piece[]
}

/** What stands between the pieces of a block; nothing does between those of running text. */
const BETWEEN: Record<string, string> = {
  code: '\n',
  quote: '\n',
  list: '\n',
  item: '\n',
  table: '\n',
  row: ', ',
}

/** What a reader hears of a piece: its text without markup and without citation markers. */
export function plainText({ kind = '', text, children }: Piece): string {
  if (kind === 'br') return '\n'
  return text ?? children?.map(plainText).join(BETWEEN[kind] ?? '') ?? ''
}
