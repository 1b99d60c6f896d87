import { Worker } from 'node:worker_threads'
import type { NewPassage } from '../storage/store.ts'
import { threadFile, YOUNG_GENERATION } from '../thread.ts'
import type { DraftPassage } from './chunk.ts'
import type { RawDocument } from './extract.ts'
import type { DocumentErrorCode } from './extracted.ts'

/** A passage with what is searched of it: `analyzePassage` of `retrieval/analyze.ts`. */
export type AnalyzedPassage = DraftPassage & Pick<NewPassage, 'terms' | 'grams'>

export type Extraction =
  | { ok: true; title: string; url: string | null; media_type: string; passages: AnalyzedPassage[] }
  | { ok: false; error_code: DocumentErrorCode; error_message: string }

export interface Extractor {
  /** Parses a document in the thread. Never rejects: what goes wrong is said of the document. */
  extract(document: RawDocument): Promise<Extraction>
  /** Ends the thread; what it still owes fails as `internal_error`. */
  close(): Promise<void>
}

export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024

const TOO_LARGE: Extraction = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'It is larger than 32 MiB.',
}
const TOO_SLOW: Extraction = {
  ok: false,
  error_code: 'timeout',
  error_message: 'Reading it took too long.',
}
const TOO_MUCH: Extraction = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'Reading it took more memory than a document may.',
}
const BROKEN: Extraction = {
  ok: false,
  error_code: 'internal_error',
  error_message: 'Reading it failed.',
}

interface Options {
  /** For one document. */
  timeoutMs?: number
  maxHeapMb?: number
  /** An unused thread ends after this. */
  idleMs?: number
  file?: URL
}

/**
 * One disposable thread for documents that nobody vouches for. It starts with the first document and
 * ends when idle. A document that hangs, crashes or exhausts it fails alone: the thread is replaced
 * and goes on with the next. Documents may be handed over ahead; they are parsed in order.
 */
export function createExtractor({
  timeoutMs = 60_000,
  maxHeapMb = 512,
  idleMs = 10_000,
  file = threadFile('extract-worker', import.meta.url),
}: Options = {}): Extractor {
  const waiting: { document: RawDocument; resolve(extraction: Extraction): void }[] = []
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, ...YOUNG_GENERATION },
    })
    started.on('message', (extraction: Extraction) => settle(extraction))
    started.on('error', (error: NodeJS.ErrnoException) =>
      replace(started, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_MUCH : BROKEN),
    )
    started.on('exit', () => replace(started, BROKEN))
    // Only while a document is being parsed may the thread keep the process alive.
    started.unref()
    return started
  }

  /** The document at the head of the queue is done. */
  function settle(extraction: Extraction): void {
    waiting.shift()?.resolve(extraction)
    watch()
  }

  function watch(): void {
    clearTimeout(timer)
    const current = worker
    if (!current) return
    if (waiting.length > 0) {
      current.ref()
      timer = setTimeout(() => replace(current, TOO_SLOW), timeoutMs)
      return
    }
    current.unref()
    timer = setTimeout(() => void close(), idleMs)
    timer.unref()
  }

  /** Fails the document being parsed and hands those behind it to a new thread. */
  function replace(dead: Worker, extraction: Extraction): void {
    if (worker !== dead) return
    worker = null
    void dead.terminate()
    const owed = waiting.shift()
    if (waiting.length > 0) {
      worker = start()
      for (const { document } of waiting) worker.postMessage(document)
    }
    watch()
    owed?.resolve(extraction)
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    const closing = worker
    worker = null
    for (const { resolve } of waiting.splice(0)) resolve(BROKEN)
    await closing?.terminate()
  }

  async function extract(document: RawDocument): Promise<Extraction> {
    if (document.bytes.length > MAX_DOCUMENT_BYTES) return TOO_LARGE
    worker ??= start()
    const current = worker
    return new Promise((resolve) => {
      waiting.push({ document, resolve })
      current.postMessage(document)
      if (waiting.length === 1) watch()
    })
  }

  return { extract, close }
}
