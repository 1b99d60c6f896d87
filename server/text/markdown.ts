import MarkdownIt, { type Token } from 'markdown-it'
import definitionLists from 'markdown-it-deflist'

/*
 * Blocks and words of Markdown, by markdown-it. Quoting needs the places of all parts in the
 * source, which only a tree has (`markdown-tree.ts`). It takes 440 µs for a passage; its blocks,
 * read of each document, take a twenty-fifth of that, and its words, read for each citation on the
 * thread that serves the streams, 37 µs.
 */

const blocks = new MarkdownIt({ html: false }).use(definitionLists)
blocks.core.ruler.enableOnly(['normalize', 'block'])
/** MDX has no indented code. */
const mdxBlocks = new MarkdownIt({ html: false }).use(definitionLists).disable('code')
mdxBlocks.core.ruler.enableOnly(['normalize', 'block'])

/** The `[label]: target` definitions of a text, by `referenceName` of their labels. */
export type References = Record<string, { href: string; title: string }>

/** The blocks of a GitHub-flavoured Markdown text, or of MDX, with their lines, without inlines. */
export function parseBlocks(
  markdown: string,
  { jsx }: { jsx: boolean },
): { tokens: Token[]; references: References } {
  const env: { references?: References } = {}
  const tokens = (jsx ? mdxBlocks : blocks).parse(markdown, env)
  return { tokens, references: env.references ?? {} }
}

/** The name under which a link's label is looked up in `References`. */
export const referenceName = blocks.utils.normalizeReference

/** A text with its entities and escaped characters as they are shown. */
export const withoutEscapes = blocks.utils.unescapeAll

const inlines = new MarkdownIt({ html: false })

/** The words that a reader sees of a heading's inside, as one line, with images' descriptions. */
export function plainInline(markdown: string): string {
  const token = inlines.parseInline(markdown, {})[0]
  const text = (token?.children ?? []).map((child) =>
    child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.content,
  )
  return text.join('').replace(/\s+/g, ' ').trim()
}

const words = new MarkdownIt({ html: true })

/**
 * The words that a reader of a Markdown text sees, as one line: those of headings, items, cells and
 * code with blanks between the blocks, the text of links, no addresses, images or raw HTML.
 */
export function plainText(markdown: string): string {
  return plainLines(markdown).replace(/\s+/g, ' ').trim()
}

/** The same in lines: an empty line between blocks, and the line breaks of the source. */
export function plainLines(markdown: string): string {
  const parts: string[] = []
  for (const block of words.parse(markdown, {})) {
    if (block.type === 'fence' || block.type === 'code_block') parts.push(block.content)
    for (const inline of block.children ?? []) {
      if (inline.type === 'text' || inline.type === 'code_inline') parts.push(inline.content)
      if (inline.type === 'softbreak' || inline.type === 'hardbreak') parts.push('\n')
    }
    parts.push('\n\n')
  }
  return parts.join('')
}
