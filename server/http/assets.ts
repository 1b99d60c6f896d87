import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Middleware } from 'koa'
import {
  FOREVER,
  isHashed,
  readStaticFiles,
  type StaticFile,
  sendStaticFile,
} from './static-file.ts'
import type { KeptVersions } from './widget-versions.ts'

const BASE = '/svc/'

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
  /** Where every served version is kept. */
  versions: KeptVersions
}

/**
 * Serves the built widget: `/svc/widget.js`, and what it loads under `/svc/widget/`, to every
 * origin (docs/behaviour.md#bootstrap), and the files of other versions that are kept. All files of
 * this one are read once, here, so that no request reaches the disk. When it cannot be kept,
 * `report` gets the error, and it is served all the same.
 */
export function createAssets(
  { assetsDir, versions }: AssetFolders,
  report: (error: unknown) => void,
): Assets {
  const pinnedScript = pinScript(assetsDir)
  const assets = readAssets(assetsDir)
  const script = assets.get('/svc/widget.js')
  if (script && pinnedScript) {
    assets.set(pinnedScript.path, { ...script, cacheControl: FOREVER })
    versions.keep(assetsDir, basename(pinnedScript.path)).catch(report)
  }
  return { serve: serveAssets(assets, versions), pinnedScript }
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

function serveAssets(assets: Map<string, StaticFile>, versions: KeptVersions): Middleware {
  const isOfVersion = (path: string) => path.startsWith(`${BASE}widget/`) && isHashed(path)
  return async (ctx, next) => {
    const { path } = ctx
    const asset =
      assets.get(path) ??
      (isOfVersion(path) ? await versions.find(path.slice(BASE.length)) : undefined)
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
  return new Map(files.map(([file, asset]) => [BASE + file, asset]))
}
