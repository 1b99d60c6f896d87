import type { ChildProcess } from 'node:child_process'
import { getPriority, platform, setPriority } from 'node:os'
import { inspect } from 'node:util'
import { type ErrorCode, ServiceError } from './contract/errors.ts'

/**
 * The file of a worker thread or process beside the module `from` (its `import.meta.url`):
 * TypeScript in a checkout, where Node strips the types, JavaScript in the bundle.
 */
export function threadFile(name: string, from: string): URL {
  return new URL(from.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, from)
}

/**
 * Lowers the priority of this thread. Linux only: elsewhere the priority belongs to the whole
 * process.
 */
export function yieldToOthers(niceness: number): void {
  if (platform() === 'linux') lowerPriority(niceness)
}

/** Lowers a priority that is not lower already, which only the system may raise. */
export function lowerPriority(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness)
}

/**
 * Limit of V8's young generation. By default it grows during ingestion and is never given back:
 * 27 MB in two threads, which ingested no faster for it (measured).
 */
export const YOUNG_GENERATION = { maxYoungGenerationSizeMb: 16 }

/** Functions that can be called across a thread border: arguments and results must be clonable. */
export type Methods = Record<string, (argument: never, signal: AbortSignal) => Promise<unknown>>

/** One end of a channel to a thread or process. Both ends may call methods of the other. */
export interface Port {
  postMessage(message: object): void
  on(event: 'message' | 'exit', listener: (message: object) => void): unknown
}

/** This end of the channel between a process and its child; `exit` is when the child has ended. */
export function channelOf(other: ChildProcess | NodeJS.Process): Port {
  return {
    // That the other one is gone is told by its own event.
    postMessage: (message) => void other.send?.(message, undefined, {}, () => {}),
    on: (event, listener) => (other as NodeJS.EventEmitter).on(event, listener),
  }
}

type Request = { id: number; method: string; argument: unknown } | { id: number; abort: true }
type Reply =
  | { id: number; result: unknown }
  | { id: number; failure: { code: ErrorCode | null; message: string; stack: string } }

/** Answers the calls that arrive at a port, each with a signal that aborts when its caller does. */
export function answerCalls(port: Port, methods: Methods): void {
  const running = new Map<number, AbortController>()
  port.on('message', async (message) => {
    const request = message as Request | Reply
    if ('abort' in request) {
      running.get(request.id)?.abort()
      return
    }
    if (!('method' in request)) return
    const controller = new AbortController()
    running.set(request.id, controller)
    try {
      const method = methods[request.method]
      if (!method) throw new Error(`No method ${request.method} in this thread.`)
      const result = await method(request.argument as never, controller.signal)
      port.postMessage({ id: request.id, result } satisfies Reply)
    } catch (error) {
      port.postMessage({ id: request.id, failure: describe(error) } satisfies Reply)
    } finally {
      running.delete(request.id)
    }
  })
}

/** Limits of a call, which fails at its deadline, if it has one, even when the thread hangs. */
export interface CallOptions {
  deadlineMs?: number
  signal?: AbortSignal
}

interface Owed {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * Calls the methods of a thread. A `ServiceError` thrown there is thrown here. A call that is not
 * answered by its deadline fails with the error of `whenLost`, and so do all pending calls when the
 * thread dies or is given up by `abandon`.
 */
export function createCalls<Called extends Methods>(port: Port, whenLost: () => Error) {
  const waiting = new Map<number, Owed>()
  let lastId = 0
  let lost = false

  port.on('message', (message) => {
    const reply = message as Reply | Request
    const owed = waiting.get(reply.id)
    if ('failure' in reply) owed?.reject(revive(reply.failure))
    else if ('result' in reply) owed?.resolve(reply.result)
  })
  port.on('exit', abandon)

  function abandon(): void {
    lost = true
    for (const owed of waiting.values()) owed.reject(whenLost())
  }

  async function call<Name extends keyof Called & string>(
    method: Name,
    argument: Parameters<Called[Name]>[0],
    { deadlineMs, signal }: CallOptions = {},
  ): Promise<Awaited<ReturnType<Called[Name]>>> {
    if (lost) throw whenLost()
    signal?.throwIfAborted()
    lastId += 1
    const id = lastId
    const abort = () => port.postMessage({ id, abort: true } satisfies Request)
    const giveUp = () => {
      abort()
      waiting.get(id)?.reject(whenLost())
    }
    const late = deadlineMs === undefined ? undefined : setTimeout(giveUp, deadlineMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return (await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        port.postMessage({ id, method, argument } satisfies Request)
      })) as Awaited<ReturnType<Called[Name]>>
    } finally {
      waiting.delete(id)
      clearTimeout(late)
      signal?.removeEventListener('abort', abort)
    }
  }

  return { call, abandon }
}

function describe(error: unknown) {
  const { message } = error instanceof Error ? error : new Error(String(error))
  // With the causes, for the log; the caller must not see them.
  const stack = inspect(error)
  return { code: error instanceof ServiceError ? error.code : null, message, stack }
}

function revive({ code, message, stack }: ReturnType<typeof describe>): Error {
  const error = code ? new ServiceError(code, message) : new Error(message)
  error.stack = stack
  return error
}
