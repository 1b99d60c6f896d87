import { plainInline } from '../../text/markdown.ts'
import type { Block } from '../extracted.ts'

const BOLD_LINE = /^(?:\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__)[:：]?$/

/** A line in bold above other blocks stands for a heading: it becomes their title. */
export function nameTitles(blocks: Block[]): void {
  for (const block of blocks.slice(0, -1)) {
    const match = block.kind === 'paragraph' ? BOLD_LINE.exec(block.text) : null
    if (match) block.title ??= plainInline(match[1] ?? match[2] ?? '').replace(/[:：]$/, '')
  }
}
