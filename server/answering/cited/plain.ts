import MarkdownIt from 'markdown-it'

/**
 * What a reader sees of a Markdown text, as one line: words of headings, items, cells and code with
 * spaces between the blocks, link texts without their targets, no images and no raw HTML.
 */
export function plain(markdown: string): string {
  const blocks = new MarkdownIt({ html: true }).parse(markdown, {})
  const words: string[] = []
  for (const block of blocks) {
    if (block.type === 'fence' || block.type === 'code_block') words.push(block.content)
    for (const inline of block.children ?? []) {
      if (inline.type === 'text' || inline.type === 'code_inline') words.push(inline.content)
      if (inline.type === 'softbreak' || inline.type === 'hardbreak') words.push(' ')
    }
    words.push(' ')
  }
  return words.join('').replace(/\s+/g, ' ').trim()
}
