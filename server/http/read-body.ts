import type { Context } from 'koa'
import { ServiceError } from '../contract/errors.ts'

const MAX_LEVELS = 32

/**
 * The JSON object in a request's body. Throws `unsupported_media_type`, `payload_too_large` (also for
 * a body that does not declare its length), and `validation_error` for what is no object in JSON or is
 * nested deeper than 32 levels (completions 2). A request without any body has the body `{}`.
 */
export async function readJson(ctx: Context, maxBytes: number): Promise<object> {
  if (!hasBody(ctx)) return {}
  if (!isOfType(ctx, 'application/json') || isEncoded(ctx)) {
    throw new ServiceError(
      'unsupported_media_type',
      'The body must be sent as Content-Type: application/json.',
    )
  }
  const value = parseJson(await readBytes(ctx, maxBytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('validation_error', 'The body must be a JSON object.')
  }
  if (isDeeperThan(MAX_LEVELS, value)) {
    throw new ServiceError('validation_error', `The body must nest at most ${MAX_LEVELS} levels.`)
  }
  if (namesPrototype(value)) {
    throw new ServiceError('validation_error', '__proto__ is not a field of this request.')
  }
  return value
}

/** Throws `payload_too_large` for a declared length over the limit. */
export function refuseDeclaredLength(ctx: Context, maxBytes: number): void {
  if ((ctx.request.length ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/** Whether the body says that it is of a media type, in any case of letters and with any parameters. */
export function isOfType(ctx: Context, type: string): boolean {
  return ctx.request.type.toLowerCase() === type
}

/** A body that is sent compressed is refused: its real size is unknown. */
export function isEncoded(ctx: Context): boolean {
  return (ctx.get('content-encoding') || 'identity').toLowerCase() !== 'identity'
}

/** A request that declares neither length nor encoding has no body, whatever type it names (RFC 9112, 6.3). */
function hasBody(ctx: Context): boolean {
  if (ctx.get('transfer-encoding') !== '') return true
  const length = ctx.get('content-length')
  return length !== '' && (length !== '0' || ctx.get('content-type') !== '')
}

async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  refuseDeclaredLength(ctx, maxBytes)
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop must not destroy the request: its connection still carries the refusal.
  for await (const chunk of unlessAborted(ctx.req.iterator({ destroyOnReturn: false }))) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* unlessAborted(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw new ServiceError('validation_error', 'The body ended too early.', { cause: error })
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new ServiceError('validation_error', 'The body must be valid JSON in UTF-8.', {
      cause: error,
    })
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}

/** Maps of any keys, such as labels, would lose this one without a word: schemas pass it over. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `The body must be at most ${maxBytes} bytes.`)
}
