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
 * anything but a JSON object, or one that is too complex (docs/behaviour.md#requests). A request
 * without a body has the body `{}`.
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

/** Whether the body declares a media type, ignoring case and parameters. */
export function isOfType(ctx: Context, type: string): boolean {
  return ctx.request.type.toLowerCase() === type
}

/** A compressed body is refused, because its real size is unknown. */
export function isEncoded(ctx: Context): boolean {
  return (ctx.get('content-encoding') || 'identity').toLowerCase() !== 'identity'
}

/**
 * A request that declares neither length nor encoding has no body, whatever its Content-Type (RFC
 * 9112, 6.3).
 */
function hasBody(ctx: Context): boolean {
  if (ctx.get('transfer-encoding') !== '') return true
  const length = ctx.get('content-length')
  return length !== '' && (length !== '0' || ctx.get('content-type') !== '')
}

const FIRST_BYTES = 16 * 1024

/**
 * Copies parts into one buffer as they arrive: kept apart, tiny parts would take 100 × the memory.
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
