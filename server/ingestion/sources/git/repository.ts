import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitConfig } from '../../../contract/git-config.ts'
import { SourceError } from '../../define-source.ts'
import { createBlobs } from './blobs.ts'
import { createGit, type GitResult } from './git-process.ts'
import type { Remote } from './remote.ts'

/** A file of a commit. */
export interface GitFile {
  path: string
  /** The id of its bytes. */
  blob: string
}

export interface RepositoryNeeds {
  remote: Remote
  config: Pick<GitConfig, 'branch' | 'path'>
  /** Made, and removed when the repository is closed. */
  directory: string
  signal: AbortSignal
}

/** One commit of a repository without its earlier ones. Its methods throw `SourceError`. */
export interface Repository {
  /** Fetches the newest commit of the branch, and returns its id. */
  open(): Promise<string>
  /** The files below `path`, without links and submodules, by paths relative to it. */
  files(): Promise<GitFile[]>
  /** Fetches blobs that will be read, all at once. */
  prefetch(ids: string[]): Promise<void>
  /** Throws `DocumentError` when it is larger than documents may be. */
  read(blob: string): Promise<Uint8Array>
  /** Ends its processes, and removes its folder. */
  close(): Promise<void>
}

const COMMIT = 'refs/read'
const MAX_BYTES = 1024 ** 3
const MEASURED_EVERY_MS = 500

/** Reads a repository by the system's git, which fetches blobs as they are asked for. */
export function createRepository({
  remote,
  config,
  directory,
  searchPath,
  signal,
}: RepositoryNeeds & { searchPath: string | undefined }): Repository {
  const tooLarge = new AbortController()
  const settings = { ...remote.settings, 'remote.origin.url': remote.url }
  const stop = AbortSignal.any([signal, tooLarge.signal])
  const git = createGit({ directory, searchPath, settings, signal: stop })
  const blobs = createBlobs(git)
  /** False where the remote sent all blobs, because it knows no filters. */
  let isPartial = true

  /** Fetches, unless it would take more of the disk than a repository may. */
  async function fetch(args: string[], input?: string): Promise<GitResult> {
    const measured = setInterval(async () => {
      if ((await sizeOf(directory)) > MAX_BYTES) {
        tooLarge.abort(
          new SourceError('limit_exceeded', 'The repository takes more than 1 GiB of the disk.'),
        )
      }
    }, MEASURED_EVERY_MS)
    try {
      return await git.run(['fetch', '--quiet', '--no-tags', ...FETCH, 'origin', ...args], input)
    } finally {
      clearInterval(measured)
    }
  }

  return {
    async open(): Promise<string> {
      await rm(directory, { recursive: true, force: true })
      await mkdir(directory, { recursive: true })
      await git.run(['init', '--quiet', '--bare', '--template='])
      const { branch } = config
      const ref = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
      const { code, stderr } = await fetch(['--depth=1', `+${ref}:${COMMIT}`])
      if (code !== 0) throw refusedFetch(stderr, branch)
      isPartial = !stderr.includes('filtering not recognized')
      return (await git.run(['rev-parse', COMMIT])).stdout.toString().trim()
    },

    async files(): Promise<GitFile[]> {
      const folder = config.path?.replace(/\/+$/, '') ?? ''
      const { code, stdout } = await git.run(['ls-tree', '-r', '-z', `${COMMIT}:${folder}`])
      if (code === 0) return stdout.toString().split('\0').flatMap(fileIn)
      throw noFolder(folder)
    },

    async prefetch(ids: string[]): Promise<void> {
      if (!isPartial || ids.length === 0) return
      const { code, stderr } = await fetch(['--no-write-fetch-head', '--stdin'], ids.join('\n'))
      if (code !== 0) throw refusedFetch(stderr, config.branch)
    },

    read: blobs.read,

    async close(): Promise<void> {
      await blobs.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const FETCH = ['--no-recurse-submodules', '--filter=blob:none']

/** `<mode> <type> <id>\t<path>`; of modes, 100644 and 100755 are files. */
function fileIn(entry: string): GitFile[] {
  const [, blob, path] = /^100\d{3} blob ([\da-f]+)\t([^]+)$/.exec(entry) ?? []
  return blob !== undefined && path !== undefined ? [{ path, blob }] : []
}

function refusedFetch(stderr: string, branch: string | undefined): SourceError {
  if (/couldn't find remote ref/i.test(stderr)) return noBranch(branch)
  if (/dubious ownership/.test(stderr)) {
    return new SourceError('source_forbidden', 'The repository belongs to another user.')
  }
  return unfetchable(new Error(stderr))
}

/** The branch that was asked for is not there; undefined: not even the default one. */
export function noBranch(branch: string | undefined): SourceError {
  return branch === undefined
    ? new SourceError('source_empty', 'The repository holds no commit.')
    : new SourceError('source_unreachable', `The repository has no branch ${branch}.`)
}

export function noFolder(folder: string): SourceError {
  return new SourceError('source_empty', `The repository has no folder ${folder}.`)
}

export function unfetchable(cause: unknown): SourceError {
  return new SourceError('source_unreachable', 'The repository cannot be fetched.', { cause })
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
