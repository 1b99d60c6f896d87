import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SourceError } from '../../define-source.ts'
import { isInsideRoots, realPath, realRoots } from '../folder.ts'

/** What git reads of a git directory and of its common directory beside the objects. */
const READ = ['HEAD', 'config', 'packed-refs', 'refs', 'reftable', 'shallow']

/**
 * The git directory of the repository at a path on the disk (gitrepository-layout(5)): the path
 * itself, its `.git`, or what a `.git` file names. Throws `source_forbidden` unless everything that
 * git would read lies inside `roots` (null: anywhere), also by way of `commondir`, alternates of
 * objects and links; `source_unreachable` where there is no repository.
 */
export async function findGitDirectory(
  path: string,
  roots: string[] | null,
  signal: AbortSignal,
): Promise<string> {
  const real = await realPath(path, roots)
  const allowed = await realRoots(roots)
  /** Where a path leads; null when there is nothing. */
  async function inside(path: string): Promise<string | null> {
    const real = await realpath(path).catch(() => null)
    if (isInsideRoots(real ?? resolve(path), allowed)) return real
    throw outside()
  }

  const directory = await gitDirectoryOf(real, inside)
  if (directory === null || (await inside(join(directory, 'HEAD'))) === null) throw noRepository()
  const common = await namedIn(join(directory, 'commondir'))
  const shared = common === null ? directory : await inside(resolve(directory, common))
  const places = [directory, shared ?? directory]
  const databases = new Set(places.map((place) => join(place, 'objects')))
  for (const path of databases) {
    const objects = await inside(path)
    for (const named of objects === null ? [] : await alternatesOf(objects)) databases.add(named)
  }
  const read = places.flatMap((place) => READ.map((name) => join(place, name)))
  const reading = new Set([...databases, ...read])
  for (const path of reading) {
    signal.throwIfAborted()
    const place = await inside(path)
    for (const within of place === null ? [] : await leadingOnFrom(place)) reading.add(within)
  }
  return directory
}

async function gitDirectoryOf(
  path: string,
  inside: (path: string) => Promise<string | null>,
): Promise<string | null> {
  const within = await inside(join(path, '.git'))
  const place = within ?? path
  if ((await stat(place)).isDirectory()) return place
  const named = await namedIn(place, 'gitdir: ')
  return named === null ? null : inside(resolve(dirname(place), named))
}

/** The path that a file holds behind a word; null when there is none. */
async function namedIn(file: string, word = ''): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const path = text.replace(/[\r\n]+$/, '')
  return path.startsWith(word) && path.length > word.length ? path.slice(word.length) : null
}

/** Folders of objects that one of them names, each in a line and relative to it. */
async function alternatesOf(objects: string): Promise<string[]> {
  const text = await readFile(join(objects, 'info', 'alternates'), 'utf8').catch(() => '')
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // Git unquotes such a path; none that needs quotes is worth judging.
  if (named.some((line) => line.startsWith('"'))) throw outside()
  return named.map((line) => resolve(objects, line))
}

/** What lies in a folder and may lead out of it; nothing for a file. */
async function leadingOnFrom(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))
}

function outside(): SourceError {
  return new SourceError(
    'source_forbidden',
    'The repository of this source keeps data outside the folders that sources may read.',
  )
}

function noRepository(): SourceError {
  return new SourceError('source_unreachable', 'There is no git repository at this path.')
}
