import type { Context } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { type ArrivalLimits, bodyArrives, tooLarge } from './arrival.ts'
import { createShapeCheck } from './json-shape.ts'
import { createJsonParser } from './parse-json.ts'

/** Reads JSON bodies of at most so many bytes. */
export type ReadJson = (ctx: Context, maxBytes: number) => Promise<object>

/**
 * Reads the JSON object in a request's body. Throws `unsupported_media_type`, `payload_too_large`
 * (also for a body that does not declare its length), `RequestTimeout`, and `validation_error` for
 * what is no object in JSON or is too much of one (docs/behaviour.md#requests). A request without
 * any body has the body `{}`.
 */
export function createReadJson({ timeoutMs }: Pick<ArrivalLimits, 'timeoutMs'>): ReadJson {
  const parse = createJsonParser()
  return async (ctx, maxBytes) => {
    if (!hasBody(ctx)) return {}
    if (!isOfType(ctx, 'application/json') || isEncoded(ctx)) {
      throw new ServiceError(
        'unsupported_media_type',
        'The body must be sent as Content-Type: application/json.',
      )
    }
    refuseDeclaredLength(ctx, maxBytes)
    return parse(await readBytes(ctx, { maxBytes, timeoutMs }))
  }
}

/** Throws `payload_too_large` for a declared length over the limit. */
export function refuseDeclaredLength(ctx: Context, maxBytes: number): void {
  if ((ctx.request.length ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/**
 * Whether the body says that it is of a media type, in any case of letters and with any parameters.
 */
export function isOfType(ctx: Context, type: string): boolean {
  return ctx.request.type.toLowerCase() === type
}

/** A body that is sent compressed is refused: its real size is unknown. */
export function isEncoded(ctx: Context): boolean {
  return (ctx.get('content-encoding') || 'identity').toLowerCase() !== 'identity'
}

/**
 * A request that declares neither length nor encoding has no body, whatever type it names (RFC
 * 9112, 6.3).
 */
function hasBody(ctx: Context): boolean {
  if (ctx.get('transfer-encoding') !== '') return true
  const length = ctx.get('content-length')
  return length !== '' && (length !== '0' || ctx.get('content-type') !== '')
}

const FIRST_BYTES = 16 * 1024

/**
 * Parts are copied together as they come: a body in parts of a byte each would be a hundred times
 * its size.
 */
async function readBytes(ctx: Context, limits: ArrivalLimits): Promise<Buffer> {
  const checkShape = createShapeCheck()
  let bytes: Buffer = Buffer.allocUnsafe(ctx.request.length ?? FIRST_BYTES)
  let length = 0
  await bodyArrives(ctx.req, limits, (part) => {
    checkShape(part)
    if (length + part.length > bytes.length) bytes = enlarged(bytes, length + part.length)
    length += part.copy(bytes, length)
  })
  return bytes.subarray(0, length)
}

function enlarged(bytes: Buffer, atLeast: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, atLeast))
  bytes.copy(larger)
  return larger
}
