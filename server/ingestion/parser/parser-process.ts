/**
 * The parser process: parses untrusted documents and analyses their passages, one at a time, in the
 * order in which they arrive. It ends with the process that started it.
 */
import { writeFileSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { analyzePassage } from '../../text/passage.ts'
import { threadFile } from '../../thread.ts'
import { chunk, type DraftPassage } from '../chunk.ts'
import { extract, type RawDocument } from '../extract.ts'
import { DocumentError } from '../extracted.ts'
import type { ParseFailure, ParserMessage, ParseSuccess } from './parser-messages.ts'

/** The service holds the passages of a document until they are stored. */
const MAX_TEXT_LENGTH = 40_000_000

/** Passages in one message: a long document is never held as one message on top of its passages. */
const PASSAGES_AT_ONCE = 256

startWatch()
lowerPriority()

let last: Promise<void> = Promise.resolve()
process.on('message', (document: RawDocument) => {
  last = last.then(() => parse(document))
})
process.on('disconnect', () => process.exit())
// Terminals and service managers signal every process of the service; only the parent ends this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
send({ kind: 'ready' })

async function parse(document: RawDocument): Promise<void> {
  send({ kind: 'parsed', result: await parsed(document) })
}

async function parsed(document: RawDocument): Promise<ParseSuccess | ParseFailure> {
  try {
    const { title, url, media_type, sections } = await extract(document)
    const drafts = chunk(sections)
    refuseTooMuch(drafts)
    for (let from = 0; from < drafts.length; from += PASSAGES_AT_ONCE) {
      const passages = drafts.slice(from, from + PASSAGES_AT_ONCE).map((passage) => {
        const headings = passage.headings.join(' › ')
        return Object.assign(passage, analyzePassage({ title, headings, text: passage.text }))
      })
      send({ kind: 'passages', passages })
    }
    return { ok: true, title, url, media_type }
  } catch (error) {
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
function lowerPriority(): void {
  setPriority(10)
  if (platform() === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}
