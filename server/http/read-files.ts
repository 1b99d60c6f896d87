import { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Context } from 'koa'
import { DocumentPath } from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import type { SaveUpload, UploadedFile, UploadedFiles } from '../resources/documents.ts'
import { type ArrivalLimits, bodyArrives } from './arrival.ts'
import { refuseDeclaredLength } from './read-body.ts'

type Limits = NonNullable<Operation['files']> & Pick<ArrivalLimits, 'timeoutMs'>

/** Room between the files, for the headers of the maximum number of files. */
const MAX_HEADER_BYTES = 1024 * 1024

/**
 * The files of a `multipart/form-data` body, each saved as it arrives; a file's name is its path
 * (docs/behaviour.md#uploads). Throws `validation_error` for a malformed body, another field, a bad
 * path, no file or too many, `payload_too_large` for a file or an upload over the cap, and
 * `RequestTimeout`.
 */
export async function readFiles(
  ctx: Context,
  limits: Limits,
  save: SaveUpload,
): Promise<UploadedFiles> {
  refuseDeclaredLength(ctx, limits.maxTotalBytes + MAX_HEADER_BYTES)
  const saving: Promise<UploadedFile>[] = []
  const count = createCount(limits)
  try {
    await eachFile(ctx, limits, (path, stream, media_type) => {
      const file = saveFile(path, stream, media_type, { ...limits, count, save })
      saving.push(file)
      return file
    })
    const files = await Promise.all(saving)
    if (files.length === 0) throw wrongCount(limits)
    return { files }
  } finally {
    await Promise.allSettled(saving)
  }
}

async function saveFile(
  path: string,
  stream: Readable & { truncated?: boolean },
  media_type: string,
  { field, maxFileBytes, count, save }: Limits & { count: Count; save: SaveUpload },
): Promise<UploadedFile> {
  try {
    // A failed save destroys the stream it reads, while the parser waits for each of its streams to
    // end.
    const saved = await save(Readable.from(count(stream.iterator({ destroyOnReturn: false }))))
    if (!stream.truncated) return { ...saved, path, media_type }
  } finally {
    stream.resume()
  }
  throw new ServiceError(
    'payload_too_large',
    `${field} must be at most ${maxFileBytes} bytes each, which "${path}" is not.`,
  )
}

/** Passes file contents on. Throws `payload_too_large` when they are too large together. */
type Count = (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

function createCount({ field, maxTotalBytes }: Limits): Count {
  let bytes = 0
  return async function* count(content) {
    for await (const part of content) {
      bytes += part.length
      if (bytes > maxTotalBytes) {
        throw new ServiceError(
          'payload_too_large',
          `${field} must be at most ${maxTotalBytes} bytes together.`,
        )
      }
      yield part
    }
  }
}

/** Resolves once the body has been read to its end; rejects with its first error. */
function eachFile(
  ctx: Context,
  limits: Limits,
  save: (path: string, stream: Readable, mediaType: string) => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(ctx, limits)
    const refuse = (error: unknown) => {
      ctx.req.unpipe(parser)
      // Ends the file that is being saved; the parser reports it with its own error.
      parser.on('error', () => {}).destroy()
      reject(error)
    }
    parser.on('file', (field, stream, { filename, mimeType }) => {
      stream.on('error', () => {})
      try {
        if (field !== limits.field) throw unknownField(field)
        save(parse(DocumentPath, filename, { at: [field] }), stream, mimeType).catch(refuse)
      } catch (error) {
        stream.resume()
        refuse(error)
      }
    })
    parser.on('field', (field) => refuse(unknownField(field)))
    parser.on('filesLimit', () => refuse(wrongCount(limits)))
    parser.on('error', (error) => refuse(malformed(error)))
    parser.on('close', resolve)
    const maxBytes = limits.maxTotalBytes + MAX_HEADER_BYTES
    bodyArrives(ctx.req, { maxBytes, timeoutMs: limits.timeoutMs }, () => {}).catch(refuse)
    ctx.req.pipe(parser)
  })
}

function openParser(ctx: Context, { maxFiles, maxFileBytes }: Limits): busboy.Busboy {
  try {
    return busboy({
      headers: ctx.req.headers,
      preservePath: true,
      defParamCharset: 'utf8',
      // The parser counts a file as truncated when it reaches its limit, hence one byte more.
      limits: { files: maxFiles, fileSize: maxFileBytes + 1, fieldSize: 1024, fields: 1 },
    })
  } catch (error) {
    throw malformed(error)
  }
}

function malformed(cause?: unknown): ServiceError {
  return new ServiceError('validation_error', 'The body must be valid multipart/form-data.', {
    cause,
  })
}

function unknownField(field: string): ServiceError {
  const name = field.slice(0, 100).toWellFormed()
  return new ServiceError('validation_error', `${name} is not a file field of this request.`)
}

function wrongCount({ field, maxFiles }: Limits): ServiceError {
  return new ServiceError('validation_error', `${field} must hold 1 to ${maxFiles} files.`)
}
