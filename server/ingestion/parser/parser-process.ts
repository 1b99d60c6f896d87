/**
 * The parser process: parses untrusted documents and analyses their passages, one at a time, in the
 * order in which they arrive. It ends with the process that started it.
 */
import { analyzePassage } from '../../text/passage.ts'
import { chunk, type DraftPassage } from '../chunk.ts'
import { becomeDisposable } from '../disposable.ts'
import { extract, type RawDocument } from '../extract.ts'
import { DocumentError } from '../extracted.ts'
import type { AnalyzedPassage, ParseFailure, ParserMessage } from './parser-messages.ts'

/** The service holds the passages of a document until they are stored. */
const MAX_TEXT_LENGTH = 40_000_000

/** Passages in one message: a long document is never held as one message on top of its passages. */
const PASSAGES_AT_ONCE = 256

becomeDisposable({ maxMemoryMb: Number(process.argv[2]) })

let last: Promise<void> = Promise.resolve()
process.on('message', (document: RawDocument) => {
  last = last.then(() => parse(document))
})
send({ kind: 'ready' })

async function parse(document: RawDocument): Promise<void> {
  try {
    const { title, url, media_type, sections, ...extracted } = await extract(document)
    const { breadcrumbs = [], description = '' } = extracted
    const names = { title, breadcrumbs, description }
    const drafts = chunk(sections)
    refuseTooMuch(drafts)
    while (drafts.length > PASSAGES_AT_ONCE) {
      send({ kind: 'passages', passages: analyzed(drafts.splice(0, PASSAGES_AT_ONCE), names) })
    }
    const passages = analyzed(drafts, names)
    const result = { title, description: description || null, url, media_type }
    send({ kind: 'parsed', result: { ok: true, ...result }, passages })
  } catch (error) {
    send({ kind: 'failed', failure: failureOf(error) })
  }
}

/**
 * What a page says that it is about finds its first passage, and the names of the pages above it
 * find all (docs/behaviour.md#formats).
 */
function analyzed(
  drafts: DraftPassage[],
  names: { title: string; breadcrumbs: string[]; description: string },
): AnalyzedPassage[] {
  const { title, breadcrumbs, description } = names
  return drafts.map((draft) => {
    const about = draft.position === 0 && description !== '' ? [description] : []
    const headings = [...breadcrumbs, ...about, ...draft.headings]
    return Object.assign(draft, analyzePassage({ title, headings, text: draft.text }))
  })
}

function failureOf(error: unknown): ParseFailure {
  if (error instanceof DocumentError) {
    return { ok: false, error_code: error.code, error_message: error.message }
  }
  if (error instanceof RangeError) {
    return {
      ok: false,
      error_code: 'limit_exceeded',
      error_message: 'It is nested too deeply or too large.',
    }
  }
  return {
    ok: false,
    error_code: 'malformed',
    error_message: 'It is damaged, or written in a way that cannot be read.',
  }
}

/** Repeated headers of tables and keys of records can make the text many times its size. */
function refuseTooMuch(passages: DraftPassage[]): void {
  const length = passages.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= MAX_TEXT_LENGTH) return
  throw new DocumentError('limit_exceeded', 'It comes to more than 40 million characters of text.')
}

function send(message: ParserMessage): void {
  process.send?.(message)
}
