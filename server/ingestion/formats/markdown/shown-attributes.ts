import { type Literal, readLiteral } from './literal.ts'
import { captionMark } from './marks.ts'
import { attribute, type Tag } from './tags.ts'

const CAPTIONS = ['title', 'label', 'heading', 'summary', 'description']
const COMMANDS = ['text', 'code', 'command', 'packages']

/** The attributes that a component shows: a caption, commands to copy, a table of properties. */
export function shownAttributes(tag: Tag): string {
  const captions = CAPTIONS.map((name) => attribute(tag, name)).filter(isSaid)
  const code = COMMANDS.flatMap((name) => commands(tag, name))
  const literals = [...tag.attributes.matchAll(/=\s*\{(?=\s*[[{])/g)].map((match) =>
    readLiteral(tag.attributes.slice(match.index + match[0].length)),
  )
  const lists = literals.flatMap((value) => records(value, 0))
  const parts = [...property(tag), ...captions.map((text) => `**${text}**`)]
  const caption = attribute(tag, 'caption')
  if (caption) parts.push(captionMark + caption)
  if (code.length > 0) parts.push(`\`\`\`\n${code.join('\n')}\n\`\`\``)
  if (lists.length > 0) parts.push(lists.join('\n'))
  parts.push(...literals.filter(isRecord).flatMap(sentences))
  return parts.length > 0 ? `\n\n${parts.join('\n\n')}\n\n` : ''
}

/** What a component within a sentence says in it. */
export function shownInline(tag: Tag): string {
  return ['text', 'label', 'title'].map((name) => attribute(tag, name)).find(isSaid) ?? ''
}

function isSaid(text: string | null): text is string {
  return text !== null && text !== ''
}

/** The name and the type of a parameter that a component describes. */
function property(tag: Tag): string[] {
  const type = attribute(tag, 'type')
  if (!/(?:Field|Param|Property|Prop)$/.test(tag.name) || !type) return []
  const names = ['name', 'path', 'query', 'body', 'header'].map((name) => attribute(tag, name))
  const name = names.find(isSaid)
  return name === undefined ? [] : [`\`${name}\` — \`${type}\``]
}

function commands(tag: Tag, name: string): string[] {
  const plain = attribute(tag, name)
  if (plain !== null) return plain.includes('```') ? [] : [plain]
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*\\{`).exec(tag.attributes)
  const value = match && readLiteral(tag.attributes.slice(match.index + match[0].length))
  const lines = Array.isArray(value) ? value : [value]
  return lines.filter((line) => typeof line === 'string' && !line.includes('```')) as string[]
}

/** Records as list items of their values, with the records in them as lists of their own. */
function records(value: Literal, depth: number): string[] {
  const lines: string[] = []
  for (const record of Array.isArray(value) ? value.filter(isRecord) : []) {
    const words = Object.values(record)
      .filter((entry) => isWord(entry))
      .map(String)
    if (words.length > 0) lines.push(`${'  '.repeat(depth)}- ${asItem(words)}`)
    for (const entry of Object.values(record)) lines.push(...records(entry, depth + 1))
  }
  return lines
}

/** Sentences in a record of texts; its other values are settings, those with braces templates. */
function sentences(value: Literal): string[] {
  if (isRecord(value)) return Object.values(value).flatMap(sentences)
  return typeof value === 'string' && SENTENCE.test(value) ? [value.replace(/\s+/g, ' ')] : []
}
const SENTENCE = /^\p{Lu}[^{}<]*\s[^{}<]*[.!?]$/u

function isWord(value: Literal): boolean {
  return value !== null && value !== '' && typeof value !== 'object'
}

function isRecord(value: Literal): value is { [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first is the name of what the others describe. */
function asItem([name = '', ...rest]: string[]): string {
  const asCode = (text: string) => (text.includes('`') ? text : `\`${text}\``)
  const others = rest.map((text) => (/[<{]/.test(text) ? asCode(text) : text))
  return [asCode(name), ...others].join(' — ').replace(/\s*\n\s*/g, ' ')
}
