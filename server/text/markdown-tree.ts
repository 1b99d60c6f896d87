import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

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
