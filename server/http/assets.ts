import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Middleware } from 'koa'
import { FOREVER, readStaticFiles, type StaticFile, sendStaticFile } from './static-file.ts'
import { keepVersion } from './widget-versions.ts'

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

function serveAssets(assets: Map<string, StaticFile>): Middleware {
  return async (ctx, next) => {
    const asset = assets.get(ctx.path)
    return asset ? sendStaticFile(ctx, asset, FOR_EVERY_ORIGIN) : next()
  }
}

const FOR_EVERY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

function readAssets(dir: string): Map<string, StaticFile> {
  const files = [...readStaticFiles(dir)].filter(
    ([file]) => file === 'widget.js' || file.startsWith('widget/'),
  )
  return new Map(files.map(([file, asset]) => [`/svc/${file}`, asset]))
}
