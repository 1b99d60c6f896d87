import { join } from 'node:path'
import type { Discovery, DiscoveryContext, SourceOf } from '../../define-source.ts'
import { DocumentError } from '../../extracted.ts'
import { isHtml, NEIGHBOURS } from '../../learn-furniture.ts'
import { withSnippets } from '../../snippets/with-snippets.ts'
import { createFilter } from '../filter.ts'
import { isGitInstalled } from './git-process.ts'
import { findRemote } from './remote.ts'
import {
  createRepository,
  type GitFile,
  type Repository,
  type RepositoryNeeds,
} from './repository.ts'

const FETCHED_AT_ONCE = 1000
/** Those that a test of the source looks at. */
const FETCHED_FIRST = 10
const LFS_POINTER = 'version https://git-lfs.github.com/spec/'

/** The files that the source is to read, whose versions are the ids of their blobs. */
export async function* readFiles(
  { organization_id, id, config, credentials }: SourceOf<'git'>,
  context: DiscoveryContext,
  signal: AbortSignal,
): Discovery {
  const services = context
  const remote = await findRemote({ organization_id, config, credentials, services, signal })
  const directory = join(context.git.repositoriesDir, id)
  const repository = await repositoryFor({ remote, config, directory, signal }, context)
  context.atEnd(repository.close)
  const version = await repository.open()
  const isListed = createFilter(config)
  const isWanted = (path: string) => isListed(path) && !/(^|\/)\./.test(path)
  const all = await repository.files()
  const files = all.filter(({ path }) => isWanted(path))
  const blobs = new Map(all.map(({ path, blob }) => [path, blob]))
  const readBeside = async (path: string) => {
    const blob = blobs.get(path)
    return blob === undefined ? null : repository.read(blob)
  }
  context.foundSoFar(files.length)
  for (let at = 0; at < files.length; ) {
    const group = files.slice(at, at + (at === 0 ? FETCHED_FIRST : FETCHED_AT_ONCE))
    at += group.length
    await repository.prefetch(neededBlobs(group, context))
    for (const { path, blob } of group) {
      await context.pace()
      const read = async () => withoutPointer(await repository.read(blob))
      yield withSnippets({ path, version: blob, read }, readBeside)
    }
  }
  return { isComplete: true, isExcluded: (path) => !isWanted(path), version }
}

async function repositoryFor(
  needs: RepositoryNeeds,
  context: DiscoveryContext,
): Promise<Repository> {
  const { searchPath } = context.git
  if (await isGitInstalled(searchPath)) return createRepository({ ...needs, searchPath })
  const { createPortableRepository } = await import('./portable-repository.ts')
  return createPortableRepository({ ...needs, context })
}

/** Those of changed files, and of the pages that changed ones are compared with. */
function neededBlobs(files: GitFile[], { known }: Pick<DiscoveryContext, 'known'>): string[] {
  const isChanged = ({ path, blob }: GitFile) => known(path)?.version !== blob
  const pages = files.filter(isHtml)
  const near = new Set<GitFile>()
  for (const [at, page] of pages.entries()) {
    if (!isChanged(page)) continue
    for (const other of pages.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS)) near.add(other)
  }
  const needed = files.filter((file) => near.has(file) || isChanged(file))
  return [...new Set(needed.map(({ blob }) => blob))]
}

function withoutPointer(content: Uint8Array): Uint8Array {
  const isPointer = Buffer.from(content.subarray(0, LFS_POINTER.length)).equals(LFS_BYTES)
  if (!isPointer) return content
  throw new DocumentError('unsupported_format', 'It is kept in Git LFS, which is not read.')
}
const LFS_BYTES = Buffer.from(LFS_POINTER)
