import MarkdownIt from 'markdown-it'

const reader = new MarkdownIt({ html: true })

/**
 * What a reader sees of a Markdown text, as one line: words of headings, items, cells and code with
 * spaces between the blocks, link texts without their targets, no images and no raw HTML.
 */
export function plainText(markdown: string): string {
  return plainLines(markdown).replace(/\s+/g, ' ').trim()
}

/** The same with its lines kept: an empty line between blocks, a break where the source has one. */
export function plainLines(markdown: string): string {
  const words: string[] = []
  for (const block of reader.parse(markdown, {})) {
    if (block.type === 'fence' || block.type === 'code_block') words.push(block.content)
    for (const inline of block.children ?? []) {
      if (inline.type === 'text' || inline.type === 'code_inline') words.push(inline.content)
      if (inline.type === 'softbreak' || inline.type === 'hardbreak') words.push('\n')
    }
    words.push('\n\n')
  }
  return words.join('')
}
