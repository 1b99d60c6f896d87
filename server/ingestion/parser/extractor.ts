import { threadFile } from '../../thread.ts'
import type { RawDocument } from '../extract.ts'
import type {
  AnalyzedPassage,
  ParseFailure,
  ParserMessage,
  ParseSuccess,
} from './parser-messages.ts'
import { type Parser, startParser } from './start-parser.ts'
import { createTurns } from './turns.ts'

export type Extraction =
  | (ParseSuccess & { passages: AnalyzedPassage[] })
  /** `ms`: how long the parser worked on it; `stoppedParser`: it hung over it, or ended. */
  | (ParseFailure & { ms: number; stoppedParser?: true })

/** Whose document it is. */
export interface ParserUse {
  /** Jobs take turns. */
  job: string
  /** Ends the parsing, or the waiting for it, at once. */
  signal: AbortSignal
  /** Called once the document has been parsed for a second and is not done. */
  onSlow?: () => void
}

export interface Extractor {
  /**
   * Parses a document in the parser process. Faults of the document are told in the result. Rejects
   * with the signal's reason when that aborts, and with an error when no parser can be started.
   */
  extract(document: RawDocument, use: ParserUse): Promise<Extraction>
  /** Ends the process and rejects what it has not answered. */
  close(): Promise<void>
}

export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024

/** Most documents take a five-hundredth of this. */
const SLOW_MS = 1000

/**
 * The memory of any kind at which a parser process is ended. Until it is, it grows by up to 60 MiB
 * (measured), which leaves a margin to the 768 MiB that are promised.
 */
const MAX_MEMORY_MB = 640

/** Documents handed to the process ahead, so that it need not wait for this thread between two. */
const AHEAD_DOCUMENTS = 64
const AHEAD_BYTES = 1024 * 1024

/** How long the process may take until it is ready. */
const START_MS = 60_000

const TOO_LARGE: ParseFailure = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'It is larger than 32 MiB.',
}
const TOO_SLOW: ParseFailure = {
  ok: false,
  error_code: 'timeout',
  error_message: 'Reading it took too long.',
}
const TOO_MUCH: ParseFailure = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'Reading it took more memory than a document may.',
}
const BROKEN: ParseFailure = {
  ok: false,
  error_code: 'malformed',
  error_message: 'It is damaged, or written in a way that cannot be read.',
}

interface Options {
  /** For one document. */
  timeoutMs?: number
  maxHeapMb?: number
  maxMemoryMb?: number
  /** An unused process ends after this. */
  idleMs?: number
  file?: URL
}

interface Task extends ParserUse {
  document: RawDocument
  resolve(extraction: Extraction): void
  reject(reason: unknown): void
}

/**
 * One disposable process for untrusted documents (docs/behaviour.md#formats). It starts with the
 * first document and ends when idle. A document that hangs, crashes or exhausts it fails alone: the
 * process is replaced and continues with the next. One process for all jobs keeps the memory of
 * parsers to that of one; jobs take turns, document by document.
 */
export function createExtractor({
  timeoutMs = 60_000,
  maxHeapMb = 512,
  maxMemoryMb = MAX_MEMORY_MB,
  idleMs = 10_000,
  file = threadFile('parser-process', import.meta.url),
}: Options = {}): Extractor {
  const waiting = createTurns<Task>()
  /** In the process, the first of them being parsed. */
  let handed: Task[] = []
  /** Of the document being parsed. */
  let passages: AnalyzedPassage[] = []
  let parser: Parser | null = null
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  let slowTimer: NodeJS.Timeout | undefined
  /** When parsing of the first document began. */
  let since = 0

  function start(): Parser {
    isReady = false
    /** A process that was replaced may still be heard of. */
    const ifCurrent =
      <Args extends unknown[]>(react: (...args: Args) => void) =>
      (...args: Args) => {
        if (started === parser) react(...args)
      }
    const started = startParser(
      file,
      { maxHeapMb, maxMemoryMb },
      {
        message: ifCurrent(receive),
        error: ifCurrent(failAll),
        end: ifCurrent(({ reason, isViolent }) => {
          if (isReady) replace(isViolent ? TOO_MUCH : BROKEN)
          else failAll(new Error(`The parser process ended at its start: ${reason}.`))
        }),
      },
    )
    return started
  }

  function receive(message: ParserMessage): void {
    switch (message.kind) {
      case 'ready':
        isReady = true
        begin()
        return
      case 'passages':
        passages.push(...message.passages)
        return
      case 'parsed':
        passages.push(...message.passages)
        finish({ ...message.result, passages })
        return
      case 'failed':
        finish(timed(message.failure))
    }
  }

  /** Ends the first of the documents handed over. */
  function finish(extraction: Extraction): void {
    const done = handed.shift()
    begin()
    handOver()
    done?.resolve(extraction)
  }

  /** To be called when another document becomes the first of those handed over, or none is left. */
  function begin(): void {
    clearTimers()
    passages = []
    since = performance.now()
    if (!parser) return
    parser.keepAlive(handed.length > 0)
    if (handed.length === 0) {
      timer = setTimeout(kill, idleMs)
      timer.unref()
    } else if (isReady) {
      slowTimer = setTimeout(() => handed[0]?.onSlow?.(), SLOW_MS)
      timer = setTimeout(() => replace(TOO_SLOW), timeoutMs)
    } else {
      timer = setTimeout(() => failAll(new Error('The parser process did not start.')), START_MS)
    }
  }

  function handOver(): void {
    const wasIdle = handed.length === 0
    for (let task = waiting.take(fits); task; task = waiting.take(fits)) {
      handed.push(task)
      parser ??= start()
      parser.send(task.document)
    }
    if (wasIdle) begin()
  }

  function fits({ document }: Task): boolean {
    if (handed.length === 0) return true
    const bytes = handed.reduce((sum, task) => sum + task.document.bytes.length, 0)
    return handed.length < AHEAD_DOCUMENTS && bytes + document.bytes.length <= AHEAD_BYTES
  }

  /** Fails the document being parsed and hands those behind it to a new process. */
  function replace(failure: ParseFailure): void {
    const failed = handed.shift()
    const extraction = { ...timed(failure), stoppedParser: true } as const
    restart()
    failed?.resolve(extraction)
  }

  function timed(failure: ParseFailure) {
    return { ...failure, ms: performance.now() - since }
  }

  function restart(): void {
    kill()
    if (handed.length > 0) {
      parser = start()
      for (const { document } of handed) parser.send(document)
    }
    begin()
    handOver()
  }

  function kill(): void {
    clearTimers()
    parser?.kill()
    parser = null
  }

  function clearTimers(): void {
    clearTimeout(timer)
    clearTimeout(slowTimer)
  }

  /** Rejects aborted tasks; documents of other jobs are parsed as if those had never been there. */
  function dropAborted(): void {
    const isAborted = ({ signal }: Task) => signal.aborted
    const dropped = [...handed.filter(isAborted), ...waiting.remove(isAborted)]
    const before = handed.length
    handed = handed.filter((task) => !isAborted(task))
    if (handed.length < before) restart()
    for (const { signal, reject } of dropped) reject(signal.reason)
  }

  function failAll(reason: unknown): void {
    const failed = [...handed, ...waiting.remove(() => true)]
    handed = []
    kill()
    for (const { reject } of failed) reject(reason)
  }

  async function extract(document: RawDocument, use: ParserUse): Promise<Extraction> {
    const { signal } = use
    signal.throwIfAborted()
    if (document.bytes.length > MAX_DOCUMENT_BYTES) return { ...TOO_LARGE, ms: 0 }
    const abort = () => dropAborted()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        waiting.add({ ...use, document, resolve, reject })
        handOver()
      })
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  return {
    extract,
    async close() {
      const closing = parser
      failAll(new Error('The extractor has been closed.'))
      await closing?.exited()
    },
  }
}
