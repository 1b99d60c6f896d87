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

/** Plain text: paragraphs between blank lines, below the titles that a rule underlines. */
export function extractPlain(text: string, path: string): Content {
  return readText(text, path, underlinedTitle)
}

const UNDERLINES = '=-'
/** A rule is drawn so much longer or shorter than its title at most. */
const MOST_OFF = 2

/** In a table and above one, the words that a rule underlines are columns. */
function underlinedTitle(lines: string[], at: number): Heading | null {
  const [before = '', title = '', rule = ''] = [lines[at - 1], lines[at]?.trim(), lines[at + 1]]
  const style = isRule(rule) ? UNDERLINES.indexOf(rule[0] ?? '') : -1
  const isTitle = before.trim() === '' && /[\p{L}\p{N}]/u.test(title) && !/\s\s|\t/.test(title)
  if (style < 0 || !isTitle || /^[-*+•]\s/.test(title)) return null
  const off = Math.abs(rule.trim().length - title.length)
  return off > MOST_OFF ? null : { level: style + 1, text: title, lines: 2 }
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
    if (isRule(text)) continue
    const shown = kind === 'code' ? text : escapeTags(text)
    blocks.push({ kind, text: kind === 'paragraph' ? shown.trim() : shown })
  }
  return blocks
}
