import { type Dirent, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import {
  type Discovery,
  type DiscoveryContext,
  defineSource,
  type Found,
  SourceError,
  type SourceOf,
} from '../define-source.ts'
import { DocumentError } from '../extracted.ts'
import { learnFurniture } from '../learn-furniture.ts'
import { withSnippets } from '../snippets/with-snippets.ts'
import { createFilter } from './filter.ts'

/**
 * A folder on the server's disk (docs/behaviour.md#sources). Names that begin with a dot are
 * ignored. A link that leads out of the folder is skipped as `source_forbidden`, never followed.
 */
export const folder = defineSource({
  type: 'folder',
  hasWeakVersions: true,
  links: ({ base_url, permalinks }) => ({ base_url, permalinks }),

  discover: (source, context, signal) =>
    learnFurniture(listFiles(source, context, signal), context),
})

async function* listFiles(
  { organization_id, config }: SourceOf<'folder'>,
  { rootsOf, pace }: DiscoveryContext,
  signal: AbortSignal,
): Discovery {
  const root = await realRoot(config.path, await rootsOf(organization_id))
  const isWanted = createFilter(config)
  const readBeside = async (path: string) => {
    return statsOf(join(root, path))?.isFile() ? foundAt(root, path).read() : null
  }
  let isComplete = true
  /** In reverse order of their paths; of no folder more than what has not been listed of it. */
  const pending: Entry[] = [ROOT]
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    signal.throwIfAborted()
    await pace()
    if (entry.kind === 'folder') {
      const entries = await listFolder(root, entry.path)
      for (const listed of entries?.toReversed() ?? []) pending.push(listed)
      isComplete &&= entries !== null
    } else if (isWanted(entry.path) && (entry.kind === 'file' || (await isReadable(root, entry)))) {
      yield withSnippets(foundAt(root, entry.path), readBeside)
    }
  }
  return { isComplete, isExcluded: (path) => !isWanted(path) }
}

/**
 * Whether a folder source may read this path: `roots` are the folders of SVC_SOURCE_ROOTS, null
 * meaning that none are set and every path may be read. Compares the paths as written; the links in
 * them are resolved before the folder is read.
 */
export function isInsideRoots(path: string, roots: string[] | null): boolean {
  return roots === null || roots.some((root) => isInside(resolve(path), resolve(root)))
}

/**
 * Where a configured path leads. Throws `source_forbidden` when that is outside `roots`, and
 * `source_unreachable` when there is nothing.
 */
export async function realPath(path: string, roots: string[] | null): Promise<string> {
  if (!isInsideRoots(path, roots)) throw forbidden()
  const real = await realpath(resolve(path)).catch((cause) => {
    throw new SourceError('source_unreachable', 'The path of this source cannot be found.', {
      cause,
    })
  })
  if (!isInsideRoots(real, await realRoots(roots))) throw forbidden()
  return real
}

/** Where the folders lead that sources may read. */
export async function realRoots(roots: string[] | null): Promise<string[] | null> {
  return roots && Promise.all(roots.map((folder) => realpath(folder).catch(() => resolve(folder))))
}

async function realRoot(path: string, roots: string[] | null): Promise<string> {
  const root = await realPath(path, roots)
  await readdir(root).catch((cause) => {
    throw new SourceError('source_unreachable', 'The folder of this source cannot be read.', {
      cause,
    })
  })
  return root
}

function forbidden(): SourceError {
  return new SourceError(
    'source_forbidden',
    'The path of this source is outside the folders that sources may read.',
  )
}

interface Entry {
  /** Relative to the folder of the source, with `/`; empty for that folder itself. */
  path: string
  kind: 'folder' | 'file' | 'link'
}

const ROOT: Entry = { path: '', kind: 'folder' }

/** In the order of the paths below them; null when the folder cannot be read. */
async function listFolder(root: string, folder: string): Promise<Entry[] | null> {
  const listed = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null)
  const entries = listed?.flatMap((dirent) => {
    const kind = kindOf(dirent)
    const path = folder === '' ? dirent.name : `${folder}/${dirent.name}`
    return kind && !dirent.name.startsWith('.') ? { path, kind } : []
  })
  return entries?.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)) ?? null
}

function kindOf(dirent: Dirent): Entry['kind'] | null {
  if (dirent.isSymbolicLink()) return 'link'
  if (dirent.isDirectory()) return 'folder'
  return dirent.isFile() ? 'file' : null
}

function sortKey({ path, kind }: Entry): string {
  return kind === 'folder' ? `${path}/` : path
}

/** Links to folders within the source are not followed: their files are listed where they are. */
async function isReadable(root: string, { path }: Entry): Promise<boolean> {
  const target = await realpath(join(root, path)).catch(() => null)
  const kind = target && (await stat(target).catch(() => null))
  return Boolean(target && kind && (kind.isFile() || !isInside(target, root)))
}

/**
 * Smaller files are read synchronously, in less than a third of the time (measured: 25 µs each).
 */
const SMALL_BYTES = 256 * 1024

function foundAt(root: string, path: string): Found {
  const file = join(root, path)
  const stats = statsOf(file)
  return {
    path,
    bytes: stats?.size ?? null,
    version: stats ? versionOf(stats) : null,
    async read() {
      // Resolved only now, because a link may have been put there meanwhile.
      if (!isInside(realpathSync.native(file), root)) {
        throw new DocumentError('source_forbidden', 'It is a link that leads out of the folder.')
      }
      return stats && stats.size > SMALL_BYTES ? readFile(file) : readFileSync(file)
    },
  }
}

/** null: it is gone or cannot be reached, which reading it will tell. */
function statsOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

/** File systems count time in steps of up to 2 seconds, within which a file can change twice. */
const SETTLED_MS = 2000

/** null for a file that changed just now: it could change again and keep its times. */
function versionOf({ size, mtimeMs, ctimeMs, ino }: Stats): string | null {
  if (Date.now() - Math.max(mtimeMs, ctimeMs) < SETTLED_MS) return null
  return [size, mtimeMs, ctimeMs, ino].join(' ')
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  // On Windows the way to another drive is an absolute path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
