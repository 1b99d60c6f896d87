import { ServiceError } from '../../contract/errors.ts'

/** The bytes of a file. Throws `payload_too_large` as soon as there are more than `maxBytes`. */
export async function collect(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    bytes += part.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `A file must be at most ${maxBytes} bytes.`)
}
