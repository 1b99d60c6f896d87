import MarkdownIt from 'markdown-it'
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/*
 * Two readers of Markdown. The tree of mdast knows where each part is in the source, which quoting
 * needs. It takes 440 µs for a passage, and markdown-it 37 µs: words alone are read for each
 * citation, and on the thread that serves the streams.
 */

const extensions = [gfm()]
const mdastExtensions = [gfmFromMarkdown()]

/** The tree of a GitHub-flavoured Markdown text, with the places of its parts in the source. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions, mdastExtensions })
}

const WITHOUT_EMPHASIS = { disable: { null: ['attention'] } }

/**
 * The tree of a CommonMark text without emphasis, which changes no link and may take quadratic
 * time.
 */
export function parseWithoutEmphasis(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [WITHOUT_EMPHASIS] })
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
