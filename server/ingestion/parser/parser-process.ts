/**
 * The parser process: parses untrusted documents and analyses their passages, one at a time, in the
 * order in which they arrive. It ends with the process that started it.
 */
import { writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { analyzePassage } from '../../text/passage.ts'
import { lowerPriority, threadFile } from '../../thread.ts'
import { chunk, type DraftPassage } from '../chunk.ts'
import { extract, type RawDocument } from '../extract.ts'
import { DocumentError } from '../extracted.ts'
import type { AnalyzedPassage, ParseFailure, ParserMessage } from './parser-messages.ts'

/** The service holds the passages of a document until they are stored. */
const MAX_TEXT_LENGTH = 40_000_000

/** Passages in one message: a long document is never held as one message on top of its passages. */
const PASSAGES_AT_ONCE = 256

startWatch()
yieldToStreams()

let last: Promise<void> = Promise.resolve()
process.on('message', (document: RawDocument) => {
  last = last.then(() => parse(document))
})
process.on('disconnect', () => process.exit())
// Terminals and service managers signal every process of the service; only the parent ends this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
send({ kind: 'ready' })

async function parse(document: RawDocument): Promise<void> {
  try {
    const { title, url, media_type, sections, breadcrumbs = [] } = await extract(document)
    const names = { title, breadcrumbs }
    const drafts = chunk(sections)
    refuseTooMuch(drafts)
    while (drafts.length > PASSAGES_AT_ONCE) {
      send({ kind: 'passages', passages: analyzed(drafts.splice(0, PASSAGES_AT_ONCE), names) })
    }
    const passages = analyzed(drafts, names)
    send({ kind: 'parsed', result: { ok: true, title, url, media_type }, passages })
  } catch (error) {
    send({ kind: 'failed', failure: failureOf(error) })
  }
}

function analyzed(
  drafts: DraftPassage[],
  { title, breadcrumbs }: { title: string; breadcrumbs: string[] },
): AnalyzedPassage[] {
  return drafts.map((draft) => {
    const headings = [...breadcrumbs, ...draft.headings].join(' › ')
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

/** A thread of its own, because this one is busy while a document grows. */
function startWatch(): void {
  const watch = new Worker(threadFile('parser-watch', import.meta.url), {
    workerData: { maxMemoryMb: Number(process.argv[2]), parent: process.ppid },
    resourceLimits: {
      maxOldGenerationSizeMb: 16,
      maxYoungGenerationSizeMb: 2,
      codeRangeSizeMb: 8,
      stackSizeMb: 1,
    },
  })
  watch.unref()
}

/** Streams have priority; and when memory runs out, the kernel ends this process first. */
function yieldToStreams(): void {
  lowerPriority(10)
  if (platform() === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}
