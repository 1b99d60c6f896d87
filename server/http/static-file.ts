import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { once } from '../once.ts'

/** A built file that is held in memory. */
export interface StaticFile {
  type: string
  etag: string
  cacheControl: string
  /** By content coding; a compressed form is made at the first request for it. */
  body: Record<'br' | 'gzip' | 'identity', () => Promise<Buffer>>
}

/** A file with a content hash in its name never changes. */
export const FOREVER = 'public, max-age=31536000, immutable'
const HASHED = /-[A-Za-z0-9_-]{8}\.\w+$/

/** Whether a path may be of a file that never changes. */
export function isHashed(path: string): boolean {
  return HASHED.test(path)
}

/** Reads all files below a folder, by their path in it; none where it does not exist. */
export function readFiles(dir: string): Map<string, Buffer> {
  if (!existsSync(dir)) return new Map()
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, sep).length))
  return new Map(files.map((file) => [file.replaceAll(sep, '/'), readFileSync(join(dir, file))]))
}

/** The files below a folder as they are served. */
export function readStaticFiles(dir: string): Map<string, StaticFile> {
  return toStaticFiles(readFiles(dir))
}

/** Files as they are served, by their paths. */
export function toStaticFiles(files: Map<string, Buffer>): Map<string, StaticFile> {
  return new Map([...files].map(([path, bytes]) => [path, toStaticFile(path, bytes)]))
}

function toStaticFile(file: string, bytes: Buffer): StaticFile {
  return {
    type: extname(file),
    // Weak, because all compressed forms share it.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl: HASHED.test(file) ? FOREVER : 'no-cache',
    body: {
      identity: () => Promise.resolve(bytes),
      br: once(() => promisify(brotliCompress)(bytes)),
      gzip: once(() => promisify(gzip)(bytes)),
    },
  }
}

/** Sends a file in the best coding, or 304. Throws `method_not_allowed` unless GET or HEAD. */
export async function sendStaticFile(
  ctx: Context,
  { type, etag, cacheControl, body }: StaticFile,
  headers: Record<string, string>,
): Promise<void> {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD')
    throw new ServiceError('method_not_allowed', `${ctx.method} is not allowed here.`)
  }
  ctx.set({ 'Cache-Control': cacheControl, ETag: etag, ...headers })
  ctx.vary('Accept-Encoding')
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const coding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  const known = coding === 'br' || coding === 'gzip' ? coding : 'identity'
  if (known !== 'identity') ctx.set('Content-Encoding', known)
  ctx.body = await body[known]()
  ctx.type = type
}
