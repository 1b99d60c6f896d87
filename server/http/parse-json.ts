import { Worker } from 'node:worker_threads'
import { ServiceError } from '../contract/errors.ts'
import { createCalls, threadFile } from '../thread.ts'

/** A larger body takes so long to parse that it would delay streams. */
const LARGE_BYTES = 1024 * 1024
/** Far more than the largest body needs. */
const PARSE_MS = 30_000

/** The methods of the thread (`parse-json-thread.ts`). */
export type ParseMethods = {
  parse(bytes: Uint8Array): Promise<object>
}

/**
 * Parses a JSON object. Throws `validation_error` for anything else. A large one is parsed in a
 * thread of its own, which gives back all of its memory when it ends; one such thread runs at a
 * time.
 */
export function createJsonParser(): (bytes: Uint8Array) => Promise<object> {
  let last: Promise<unknown> = Promise.resolve()
  return async (bytes) => {
    if (bytes.length <= LARGE_BYTES) return parseObject(bytes)
    const parsed = last.then(() => parseInThread(bytes))
    last = parsed.catch(() => {})
    return parsed
  }
}

async function parseInThread(bytes: Uint8Array): Promise<object> {
  const worker = new Worker(threadFile('parse-json-thread', import.meta.url))
  // Reported by `exit`, which fails the call.
  worker.on('error', () => {})
  const { call } = createCalls<ParseMethods>(
    worker,
    () => new Error('The thread that parses JSON was lost.'),
  )
  return call('parse', bytes, { deadlineMs: PARSE_MS }).finally(() => worker.terminate())
}

/** The parsing itself, for the main thread and the parser's thread alike. */
export function parseObject(bytes: Uint8Array): object {
  const value = parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('validation_error', 'The body must be a JSON object.')
  }
  if (namesPrototype(value)) {
    throw new ServiceError('validation_error', '__proto__ is not a field of this request.')
  }
  return value
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new ServiceError('validation_error', 'The body must be valid JSON in UTF-8.', {
      cause: error,
    })
  }
}

/** Schemas drop this key silently, so a map of arbitrary keys, such as labels, would lose it. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}
