import { type Dirent, readFileSync, realpathSync, statSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { ServiceError } from '../contract/errors.ts'
import { parse } from '../contract/parse.ts'
import { FolderConfig } from '../contract/source.ts'
import { type Connector, type Listing, type SourceDocument, SourceError } from './connector.ts'
import { DocumentError } from './extracted.ts'
import type { GiveWay } from './give-way.ts'
import { createMatcher } from './glob.ts'

/**
 * Whether a folder source may read this path: `roots` are the folders of SVC_SOURCE_ROOTS, null
 * meaning that none are set and every path may be read. Compares the paths as written; `createFolder`
 * compares again what they really are.
 */
export function isInsideRoots(path: string, roots: string[] | null): boolean {
  return roots === null || roots.some((root) => isInside(resolve(path), resolve(root)))
}

/**
 * Reads a folder on the server's disk (completions 8). Names that begin with a dot are passed over. A
 * link that leads out of the folder is listed and then skipped as `source_forbidden`, never followed.
 */
export function createFolder({
  rootsOf,
  giveWay,
}: {
  /** The folders that sources of an organization may read; null: every one. */
  rootsOf: (organization_id: string) => Promise<string[] | null>
  giveWay: GiveWay
}): Connector {
  return async ({ organization_id, config }, signal) => {
    const { path, include, exclude } = folderConfig(config)
    const root = await realRoot(path, await rootsOf(organization_id))
    const isWanted = createFilter(include, exclude)
    const listing: Listing = { documents: [], whole: true }
    const pending = ['']
    while (pending.length > 0) {
      signal.throwIfAborted()
      await listFolder({ root, folder: pending.pop() ?? '', isWanted, pending, listing, giveWay })
    }
    listing.documents.sort((a, b) => (a.path < b.path ? -1 : 1))
    return listing
  }
}

/**
 * The settings of a folder source as they are stored. Throws `SourceError` where an earlier version took what this
 * one does not.
 */
export function folderConfig(config: Record<string, unknown>): FolderConfig {
  try {
    return parse(FolderConfig, config, { at: ['config'] })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new SourceError(
      'source_forbidden',
      `The settings of this source must be saved again: ${error.message}`,
    )
  }
}

async function realRoot(path: string, roots: string[] | null): Promise<string> {
  if (!isInsideRoots(path, roots)) throw forbidden()
  const root = await realpath(resolve(path)).catch((cause) => {
    throw new SourceError('source_unreachable', 'The folder of this source cannot be found.', {
      cause,
    })
  })
  const realRoots =
    roots &&
    (await Promise.all(roots.map((folder) => realpath(folder).catch(() => resolve(folder)))))
  if (!isInsideRoots(root, realRoots)) throw forbidden()
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
    'The folder of this source is outside the folders that sources may read.',
  )
}

function createFilter(include: string[], exclude: string[]): (path: string) => boolean {
  const isIncluded = include.length > 0 ? createMatcher(include) : () => true
  const isExcluded = createMatcher(exclude)
  return (path) => isIncluded(path) && !isExcluded(path)
}

/** Searches run on the same thread: how long comparing paths may hold them up. */
const YIELD_EVERY_MS = 4

interface Walk {
  root: string
  /** Relative to `root`, with `/`; empty for the root itself. */
  folder: string
  isWanted(path: string): boolean
  pending: string[]
  listing: Listing
  giveWay: GiveWay
}

async function listFolder(walk: Walk): Promise<void> {
  const entries = await readdir(join(walk.root, walk.folder), { withFileTypes: true }).catch(
    () => null,
  )
  if (!entries) {
    walk.listing.whole = false
    return
  }
  let since = performance.now()
  for (const entry of entries) {
    if (performance.now() - since > YIELD_EVERY_MS) {
      await walk.giveWay()
      since = performance.now()
    }
    if (!entry.name.startsWith('.')) await meet(walk, entry)
  }
}

async function meet(walk: Walk, entry: Dirent): Promise<void> {
  const path = walk.folder === '' ? entry.name : `${walk.folder}/${entry.name}`
  if (entry.isSymbolicLink()) return meetLink(walk, path)
  if (entry.isDirectory()) walk.pending.push(path)
  else if (entry.isFile() && walk.isWanted(path))
    walk.listing.documents.push(documentAt(walk.root, path))
}

/** Of links within the folder those to files are followed; what folders hold is met under its own name. */
async function meetLink(walk: Walk, path: string): Promise<void> {
  const target = await realpath(join(walk.root, path)).catch(() => null)
  const kind = target && (await stat(target).catch(() => null))
  if (!target || !kind || !walk.isWanted(path)) return
  if (kind.isFile() || !isInside(target, walk.root))
    walk.listing.documents.push(documentAt(walk.root, path))
}

/** Up to here reading at once costs less than a third of doing it in turns (measured: 25 µs a file). */
const SMALL_BYTES = 256 * 1024

/** The path is resolved again when it is read, because a link may have been put there meanwhile. */
function documentAt(root: string, path: string): SourceDocument {
  const file = join(root, path)
  return {
    path,
    size: async () => statSync(file).size,
    async read() {
      if (!isInside(realpathSync.native(file), root)) {
        throw new DocumentError('source_forbidden', 'It is a link that leads out of the folder.')
      }
      return statSync(file).size > SMALL_BYTES ? readFile(file) : readFileSync(file)
    },
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
