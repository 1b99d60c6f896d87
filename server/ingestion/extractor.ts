import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { NewPassage } from '../storage/store.ts'
import { threadFile } from '../thread.ts'
import type { DraftPassage } from './chunk.ts'
import type { RawDocument } from './extract.ts'
import type { DocumentErrorCode } from './extracted.ts'

/** A passage with what is searched of it: `analyzePassage` of `retrieval/analyze.ts`. */
export type AnalyzedPassage = DraftPassage & Pick<NewPassage, 'terms' | 'grams'>

interface Success {
  ok: true
  title: string
  url: string | null
  media_type: string
}
interface Failure {
  ok: false
  error_code: DocumentErrorCode
  error_message: string
}

/** How a document came out, said once its passages have been sent. */
export type Parsed = Success | Failure

export type Extraction =
  | (Success & { passages: AnalyzedPassage[] })
  /** `ms`: how long the parser was at it. */
  | (Failure & { ms: number })

/** What the parser process sends: `ready` once, then for each document its passages and how it came out. */
export type ParserMessage =
  | { kind: 'ready' }
  | { kind: 'passages'; passages: AnalyzedPassage[] }
  | { kind: 'parsed'; result: Parsed }

/** Whose document it is. */
export interface ParserUse {
  /** Jobs take turns. */
  job: string
  /** Ends the parsing, or the waiting for it, at once. */
  signal: AbortSignal
  /** Called once the document has been parsed for a fifth of a second and is not done. */
  onSlow?: () => void
}

/** Most documents take a hundredth of this. */
const SLOW_MS = 200

export interface Extractor {
  /**
   * Parses a document in the parser process. What is wrong with the document is said in the result.
   * Rejects with the signal's reason when that aborts, and with an error when no parser can be started.
   */
  extract(document: RawDocument, use: ParserUse): Promise<Extraction>
  /** Ends the process; what it still owes is rejected. */
  close(): Promise<void>
}

export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024

/**
 * What a parser process may take of any kind of memory before it is ended. It grows on for up to
 * 60 MiB until it is (measured), which leaves a margin to the 768 MiB that are promised.
 */
const MAX_MEMORY_MB = 640

/** Documents handed to the process ahead, so that it need not wait for this thread between two of them. */
const AHEAD_DOCUMENTS = 64
const AHEAD_BYTES = 1024 * 1024

/** How long the process may take until it is ready. */
const START_MS = 60_000

const TOO_LARGE: Failure = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'It is larger than 32 MiB.',
}
const TOO_SLOW: Failure = {
  ok: false,
  error_code: 'timeout',
  error_message: 'Reading it took too long.',
}
const TOO_MUCH: Failure = {
  ok: false,
  error_code: 'limit_exceeded',
  error_message: 'Reading it took more memory than a document may.',
}
const BROKEN: Failure = {
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
 * One disposable process for documents that nobody vouches for (docs/behaviour.md#formats). It starts
 * with the first document and ends when idle. A document that hangs, crashes or exhausts it fails
 * alone: the process is replaced and goes on with the next. One process for all jobs keeps the memory
 * of parsers to that of one; jobs take turns, document by document.
 */
export function createExtractor({
  timeoutMs = 60_000,
  maxHeapMb = 512,
  maxMemoryMb = MAX_MEMORY_MB,
  idleMs = 10_000,
  file = threadFile('parser-process', import.meta.url),
}: Options = {}): Extractor {
  /** By job, in the order of their turns. */
  const waiting = new Map<string, Task[]>()
  /** In the process, the first of them being parsed. */
  let handed: Task[] = []
  /** Of the document being parsed. */
  let passages: AnalyzedPassage[] = []
  let parser: ChildProcess | null = null
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  let slowTimer: NodeJS.Timeout | undefined
  /** When the document being parsed began to be. */
  let since = 0

  function start(): ChildProcess {
    const started = fork(fileURLToPath(file), [String(maxMemoryMb)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--max-semi-space-size=8'],
      // Settings and keys of the service are none of a parser's business.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    isReady = false
    started.on('message', (message: ParserMessage) => {
      if (started === parser) receive(message)
    })
    const fail = (error: unknown) => {
      if (started === parser) failAll(error)
    }
    started.on('error', fail)
    ended(started).then(({ reason, isViolent }) => {
      if (!isReady) return fail(new Error(`The parser process ended at its start: ${reason}.`))
      return started === parser && replace(isViolent ? TOO_MUCH : BROKEN)
    }, fail)
    return started
  }

  function receive(message: ParserMessage): void {
    switch (message.kind) {
      case 'ready':
        isReady = true
        begin()
        return
      case 'passages':
        for (const passage of message.passages) passages.push(passage)
        return
      case 'parsed': {
        const { result } = message
        const extraction = result.ok ? { ...result, passages } : timed(result)
        const done = handed.shift()
        begin()
        handOver()
        done?.resolve(extraction)
      }
    }
  }

  /** The first of the handed documents is another, or there is none. */
  function begin(): void {
    clearTimeout(timer)
    clearTimeout(slowTimer)
    passages = []
    since = performance.now()
    if (!parser) return
    if (handed.length > 0) {
      keepAlive(parser, true)
      if (isReady) {
        slowTimer = setTimeout(() => handed[0]?.onSlow?.(), SLOW_MS)
        timer = setTimeout(() => replace(TOO_SLOW), timeoutMs)
      } else {
        timer = setTimeout(() => failAll(new Error('The parser process did not start.')), START_MS)
      }
      return
    }
    // Only while a document is being parsed may the process keep this one alive.
    keepAlive(parser, false)
    timer = setTimeout(kill, idleMs)
    timer.unref()
  }

  function handOver(): void {
    const wasIdle = handed.length === 0
    for (let task = nextTask(); task; task = nextTask()) {
      handed.push(task)
      parser ??= start()
      send(parser, task)
    }
    if (wasIdle) begin()
  }

  /** Takes the next document of the job whose turn it is, unless enough has been handed over. */
  function nextTask(): Task | undefined {
    for (const [job, [task, ...behind]] of waiting) {
      if (!task || !fits(task)) return undefined
      waiting.delete(job)
      if (behind.length > 0) waiting.set(job, behind)
      return task
    }
    return undefined
  }

  function fits({ document }: Task): boolean {
    if (handed.length === 0) return true
    const bytes = handed.reduce((sum, task) => sum + task.document.bytes.length, 0)
    return handed.length < AHEAD_DOCUMENTS && bytes + document.bytes.length <= AHEAD_BYTES
  }

  /** Fails the document being parsed and hands those behind it to a new process. */
  function replace(failure: Failure): void {
    const owed = handed.shift()
    const extraction = timed(failure)
    restart()
    owed?.resolve(extraction)
  }

  function timed(failure: Failure): Extraction {
    return { ...failure, ms: performance.now() - since }
  }

  function restart(): void {
    kill()
    if (handed.length > 0) {
      const again = start()
      for (const task of handed) send(again, task)
      parser = again
    }
    begin()
    handOver()
  }

  function kill(): void {
    clearTimeout(timer)
    clearTimeout(slowTimer)
    parser?.kill('SIGKILL')
    parser = null
  }

  /** Rejects what has been aborted; the other jobs' documents are parsed as if it had never been there. */
  function dropAborted(): void {
    const isKept = ({ signal }: Task) => !signal.aborted
    const dropped = [...handed, ...[...waiting.values()].flat()].filter((task) => !isKept(task))
    for (const [job, tasks] of waiting) {
      const kept = tasks.filter(isKept)
      if (kept.length > 0) waiting.set(job, kept)
      else waiting.delete(job)
    }
    const before = handed.length
    handed = handed.filter(isKept)
    if (handed.length < before) restart()
    for (const { signal, reject } of dropped) reject(signal.reason)
  }

  function failAll(reason: unknown): void {
    const owed = [...handed, ...[...waiting.values()].flat()]
    handed = []
    waiting.clear()
    kill()
    for (const { reject } of owed) reject(reason)
  }

  async function extract(document: RawDocument, use: ParserUse): Promise<Extraction> {
    const { job, signal } = use
    signal.throwIfAborted()
    if (document.bytes.length > MAX_DOCUMENT_BYTES) return { ...TOO_LARGE, ms: 0 }
    const abort = () => dropAborted()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        const task = { ...use, document, resolve, reject }
        waiting.set(job, [...(waiting.get(job) ?? []), task])
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
      if (closing && closing.exitCode === null && closing.signalCode === null) {
        closing.ref()
        await once(closing, 'exit')
      }
    },
  }
}

/**
 * When and how a process ended. What it sent last may arrive after its end: only the end of both
 * process and channel says that nothing more will come.
 */
async function ended(parser: ChildProcess) {
  const [[code, signal]] = await Promise.all([once(parser, 'exit'), once(parser, 'disconnect')])
  // The kernel, the watch, or V8 when it cannot go on.
  return { reason: signal ?? code, isViolent: signal !== null || code > 128 }
}

/** A process that has ended cannot be sent anything; its end is heard of, and what it owes sent again. */
function send(parser: ChildProcess, { document }: Task): void {
  parser.send(document, () => {})
}

function keepAlive(parser: ChildProcess, isKept: boolean): void {
  if (isKept) {
    parser.ref()
    parser.channel?.ref()
  } else {
    parser.unref()
    parser.channel?.unref()
  }
}
