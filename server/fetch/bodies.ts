import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { FetchError } from './fetch-error.ts'

const MIB = 1024 * 1024
const MAX_PAGE_BYTES = 8 * MIB
const MAX_DOCUMENT_BYTES = 32 * MIB
/** Of an answer that nobody reads, so that its connection can be used again. */
const DUMPED_BYTES = 64 * 1024

/** A body with the bytes that may be read of it. */
export interface LimitedBody {
  stream: Dispatcher.ResponseData['body']
  maxBytes: number
  /** Whether what is beyond them is left unread, in place of an error. */
  isCut: boolean
  /** Ends the transfer; the connection is used again if little was left of it. */
  drop(): void
}

/** By default pages may have 8 MiB, sitemaps and documents such as PDF 32 MiB. */
export function limited(
  stream: LimitedBody['stream'],
  headers: Record<string, string>,
  { maxBytes, isCut = false }: { maxBytes?: number; isCut?: boolean },
): LimitedBody {
  const isPage = /^text\/(?!xml)|html/i.test(headers['content-type'] ?? 'text/html')
  // Once it is dropped, nobody else listens.
  stream.on('error', () => {})
  return {
    stream,
    maxBytes: maxBytes ?? (isPage ? MAX_PAGE_BYTES : MAX_DOCUMENT_BYTES),
    isCut,
    drop() {
      stream.dump({ limit: DUMPED_BYTES }).catch(() => {})
    },
  }
}

export interface ReadBody {
  bytes: Uint8Array
  wasCut: boolean
}

/** The bytes without their transfer compression, whose size is limited as well. */
export async function decoded(
  { stream, maxBytes, isCut }: LimitedBody,
  headers: Record<string, string>,
): Promise<ReadBody> {
  const isLarge = Number(headers['content-length'] ?? 0) > maxBytes
  if (isLarge && !isCut) throw tooLarge(maxBytes)
  const codings = (headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const decoders = codings.toReversed().map(decoderOf)
  const pieces: Uint8Array[] = []
  let length = 0
  const last = decoders.at(-1) ?? stream
  // A fault of a stage is rejected by the reading of the last one.
  if (decoders.length > 0) pipeline([stream, ...decoders]).catch(() => {})
  for await (const piece of last as AsyncIterable<Uint8Array>) {
    length += piece.length
    pieces.push(piece)
    if (length <= maxBytes) continue
    if (!isCut) throw tooLarge(maxBytes)
    return { bytes: Buffer.concat(pieces, maxBytes), wasCut: true }
  }
  return { bytes: Buffer.concat(pieces, length), wasCut: false }
}

const MAX_CODINGS = 2

function decoderOf(coding: string, index: number) {
  if (index < MAX_CODINGS) {
    if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
    if (coding === 'deflate') return createInflate()
    if (coding === 'br') return createBrotliDecompress()
  }
  throw new FetchError('unreachable', `The answer is compressed in a way that cannot be read.`)
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('limit_exceeded', `The answer is larger than ${maxBytes / MIB} MiB.`)
}
