import {
  type Block,
  type Content,
  createOutline,
  type Section,
  titleFromPath,
} from '../extracted.ts'
import { escapeTags } from './escape-tags.ts'

interface Heading {
  level: number
  text: string
  /** How many lines it takes. */
  lines: number
}

/** Plain text: paragraphs between blank lines, no headings. */
export function extractPlain(text: string, path: string): Content {
  return readText(text, path, () => null)
}

/**
 * reStructuredText as text with headings: lines underlined (and perhaps overlined) with
 * punctuation. The order in which the characters first occur gives their levels.
 */
export function extractRst(text: string, path: string): Content {
  const styles: string[] = []
  const headingAt = (lines: string[], at: number): Heading | null => {
    const over = isRule(lines[at]) && lines[at + 1]?.trim() !== '' && lines[at + 2] === lines[at]
    const title = lines[over ? at + 1 : at]?.trim() ?? ''
    const rule = lines[over ? at + 2 : at + 1] ?? ''
    if (title === '' || isRule(title) || !isRule(rule) || rule.trimEnd().length < title.length)
      return null
    const style = (over ? 'over' : '') + rule[0]
    if (!styles.includes(style)) styles.push(style)
    return { level: styles.indexOf(style) + 1, text: title, lines: over ? 3 : 2 }
  }
  const source = text.replace(/^\.\. (?:_[^\n]*:|[\w-]+::[^\n]*)$/gm, '')
  return readText(source, path, headingAt)
}

function isRule(line: string | undefined): boolean {
  return /^([!-/:-@[-`{-~])\1{2,}\s*$/.test(line ?? '')
}

function readText(
  text: string,
  path: string,
  headingAt: (lines: string[], at: number) => Heading | null,
): Content {
  const lines = text.split('\n')
  const outline = createOutline()
  const sections: Section[] = [{ headings: [], fragment: null, page: null, blocks: [] }]
  let title: string | null = null
  let from = 0
  for (let at = 0; at < lines.length; at++) {
    const heading = headingAt(lines, at)
    if (!heading) continue
    sections.at(-1)?.blocks.push(...paragraphs(lines.slice(from, at)))
    from = at + heading.lines
    at = from - 1
    // The first heading of the first level names the document, not a part of it.
    if (title === null && heading.level === 1) title = heading.text
    else
      sections.push({
        headings: outline.enter(heading.level, heading.text),
        fragment: null,
        page: null,
        blocks: [],
      })
  }
  sections.at(-1)?.blocks.push(...paragraphs(lines.slice(from)))
  return {
    title: title ?? titleFromPath(path),
    url: null,
    sections: sections.filter((section) => section.blocks.length > 0),
  }
}

/** Blocks between blank lines. A fence is kept whole; lines with a bullet are a list. */
function paragraphs(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (const match of lines
    .join('\n')
    .matchAll(/^```\n[^]*?\n```$|^[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/gm)) {
    const text = match[0].trimEnd()
    const kind = text.startsWith('```')
      ? 'code'
      : /^\s*[-*+•]\s/.test(text)
        ? 'bullets'
        : /^\s*\d+[.)]\s/.test(text)
          ? 'steps'
          : 'paragraph'
    const shown = kind === 'code' ? text : escapeTags(text)
    blocks.push({ kind, text: kind === 'paragraph' ? shown.trim() : shown })
  }
  return blocks
}
