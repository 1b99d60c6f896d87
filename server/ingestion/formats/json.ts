import {
  type Block,
  type Content,
  DocumentError,
  type Section,
  titleFromPath,
} from '../extracted.ts'
import { recordBlock } from './records.ts'

/** Deeper values are left out: nobody reads them, and they would exhaust the stack. */
const MAX_DEPTH = 64

/**
 * JSON as readable lines, `key.path: value`. A list of records gives a block for each; an object a
 * section for each of its keys that holds more than one value. Throws `malformed`.
 */
export function extractJson(text: string, path: string): Content {
  const value = parseJson(text)
  const sections = isRecord(value) ? sectionsOf(value) : [section([], blocksOf(value))]
  return { title: titleFromPath(path), url: null, sections }
}

/** One JSON value a line; each is a record. Throws `malformed`, naming the line. */
export function extractJsonLines(text: string, path: string): Content {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }))
  const blocks = lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => recordBlock(entriesOf(parseJson(line, ` in line ${number}`))))
    .filter((block) => block !== null)
  const sections = [section([], blocks)]
  return { title: titleFromPath(path), url: null, sections }
}

function parseJson(text: string, where = ''): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DocumentError('malformed', `The file is not valid JSON${where}.`, { cause })
  }
}

function sectionsOf(record: Record<string, unknown>): Section[] {
  const scalars = recordBlock(
    Object.entries(record)
      .filter(([, value]) => !isNested(value))
      .map(([key, value]) => [key, String(value ?? '')]),
  )
  const nested = Object.entries(record).filter(([, value]) => isNested(value))
  return [
    section([], scalars ? [scalars] : []),
    ...nested.map(([key, value]) => section([key], blocksOf(value))),
  ].filter(({ blocks }) => blocks.length > 0)
}

function blocksOf(value: unknown): Block[] {
  const values = Array.isArray(value) && value.some(isNested) ? value : [value]
  return values.map((item) => recordBlock(entriesOf(item))).filter((block) => block !== null)
}

function entriesOf(value: unknown): [string, string][] {
  const entries: [string, string][] = []
  const visit = (name: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined || depth > MAX_DEPTH) return
    if (typeof value !== 'object') entries.push([name, String(value)])
    else if (Array.isArray(value) && !value.some(isNested)) entries.push([name, value.join(', ')])
    else
      for (const [key, item] of Object.entries(value))
        visit(name === '' ? key : `${name}.${key}`, item, depth + 1)
  }
  visit('', value, 0)
  return entries
}

function section(headings: string[], blocks: Block[]): Section {
  return { headings, fragment: null, page: null, blocks }
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isNested(value) && !Array.isArray(value)
}
