import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { once } from '../once.ts'
import { keepVersion } from './widget-versions.ts'

interface Asset {
  type: string
  etag: string
  cacheControl: string
  /** By content coding; a compressed form is made at the first request for it. */
  body: Record<'br' | 'gzip' | 'identity', () => Promise<Buffer>>
}

/** The widget's script under an immutable name, for pages that pin it. */
export interface PinnedScript {
  /** Path below the service's address. */
  path: string
  /** For the `integrity` attribute. */
  integrity: string
}

export interface Assets {
  serve: Middleware
  /** null before the first build. */
  pinnedScript: PinnedScript | null
}

export interface AssetFolders {
  /**
   * Folder of the built widget. Where it is missing, as before the first build, nothing is served.
   */
  assetsDir: string
  /** Folder in which every served version is kept. */
  versionsDir: string
}

/**
 * Serves the built widget: `/svc/widget.js`, and what it loads under `/svc/widget/`, to every
 * origin (docs/behaviour.md#bootstrap), and the files of earlier versions. All files are read once,
 * here, so that no request path reaches the disk. When versions cannot be kept, `report` gets the
 * error, and this version is served all the same.
 */
export function createAssets(
  { assetsDir, versionsDir }: AssetFolders,
  report: (error: unknown) => void,
): Assets {
  const pinnedScript = pinScript(assetsDir)
  const assets = readAssets(assetsDir)
  const script = assets.get('/svc/widget.js')
  if (!script || !pinnedScript) return { serve: serveAssets(assets), pinnedScript }

  assets.set(pinnedScript.path, { ...script, cacheControl: FOREVER })
  try {
    for (const folder of keepVersion(versionsDir, assetsDir, basename(pinnedScript.path))) {
      for (const [path, asset] of readAssets(folder)) if (!assets.has(path)) assets.set(path, asset)
    }
  } catch (error) {
    report(error)
  }
  return { serve: serveAssets(assets), pinnedScript }
}

function pinScript(dir: string): PinnedScript | null {
  const file = join(dir, 'widget.js')
  if (!existsSync(file)) return null
  const digest = createHash('sha384').update(readFileSync(file)).digest()
  return {
    path: `/svc/widget/widget-${digest.toString('base64url').slice(0, 8)}.js`,
    integrity: `sha384-${digest.toString('base64')}`,
  }
}

function serveAssets(assets: Map<string, Asset>): Middleware {
  return async (ctx, next) => {
    const asset = assets.get(ctx.path)
    if (!asset) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new ServiceError('method_not_allowed', `${ctx.method} is not allowed here.`)
    }
    return send(ctx, asset)
  }
}

async function send(ctx: Context, { type, etag, cacheControl, body }: Asset): Promise<void> {
  ctx.set({
    'Cache-Control': cacheControl,
    ETag: etag,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
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

function readAssets(dir: string): Map<string, Asset> {
  if (!existsSync(dir)) return new Map()
  const files = listFiles(dir).filter((file) => file === 'widget.js' || file.startsWith('widget/'))
  return new Map(files.map((file) => [`/svc/${file}`, readAsset(dir, file)]))
}

function listFiles(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, sep).length))
    .map((file) => file.replaceAll(sep, '/'))
}

/** A file with a content hash in its name never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
const HASHED = /-[A-Za-z0-9_-]{8}\.\w+$/

function readAsset(dir: string, file: string): Asset {
  const bytes = readFileSync(join(dir, file))
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
