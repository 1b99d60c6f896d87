import { getPriority, platform, setPriority } from 'node:os'
import { inspect } from 'node:util'
import type { MessagePort, Worker } from 'node:worker_threads'
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

type Request = { id: number; method: string; argument: unknown } | { id: number; abort: true }
type Reply =
  | { id: number; result: unknown }
  | { id: number; failure: { code: ErrorCode | null; message: string; stack: string } }

/** Answers the calls that arrive at a port, each with a signal that aborts when its caller does. */
export function answerCalls(port: MessagePort, methods: Methods): void {
  const running = new Map<number, AbortController>()
  port.on('message', async (request: Request) => {
    if ('abort' in request) {
      running.get(request.id)?.abort()
      return
    }
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

/** Limits of a call, which fails at its deadline even when the thread hangs. */
export interface CallOptions {
  deadlineMs: number
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
export function createCalls<Called extends Methods>(worker: Worker, whenLost: () => Error) {
  const waiting = new Map<number, Owed>()
  let lastId = 0
  let lost = false

  worker.on('message', (reply: Reply) => {
    const owed = waiting.get(reply.id)
    if ('failure' in reply) owed?.reject(revive(reply.failure))
    else owed?.resolve(reply.result)
  })
  worker.on('exit', abandon)

  function abandon(): void {
    lost = true
    for (const owed of waiting.values()) owed.reject(whenLost())
  }

  async function call<Name extends keyof Called & string>(
    method: Name,
    argument: Parameters<Called[Name]>[0],
    { deadlineMs, signal }: CallOptions,
  ): Promise<Awaited<ReturnType<Called[Name]>>> {
    if (lost) throw whenLost()
    signal?.throwIfAborted()
    lastId += 1
    const id = lastId
    const abort = () => worker.postMessage({ id, abort: true } satisfies Request)
    const late = setTimeout(() => {
      abort()
      waiting.get(id)?.reject(whenLost())
    }, deadlineMs)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return (await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, method, argument } satisfies Request)
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
