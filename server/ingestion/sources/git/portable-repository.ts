import fs from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  addRemote,
  Errors,
  fetch,
  type HttpClient,
  init,
  readBlob,
  readTree,
  resolveRef,
} from 'isomorphic-git'
import { FetchError } from '../../../fetch/fetch-error.ts'
import type { Fetcher, FetchRequest } from '../../../fetch/fetcher.ts'
import { type DiscoveryContext, SourceError } from '../../define-source.ts'
import { DocumentError } from '../../extracted.ts'
import { MAX_DOCUMENT_BYTES } from '../../parser/extractor.ts'
import {
  type GitFile,
  noBranch,
  noFolder,
  type Repository,
  type RepositoryNeeds,
  unfetchable,
} from './repository.ts'

/**
 * Reads a repository without a git of the system, by requests of the guarded fetcher. All files of
 * the commit are fetched, in one answer of at most 32 MiB.
 */
export function createPortableRepository({
  remote,
  config,
  directory,
  context,
  signal,
}: RepositoryNeeds & { context: Pick<DiscoveryContext, 'fetcher' | 'pace'> }): Repository {
  const gitdir = remote.request === null ? remote.url : directory
  const cache = {}
  let commit = ''

  async function fetched(request: typeof remote.request & object): Promise<string | null> {
    const http = httpOf(await context.fetcher(), { ...request, signal })
    await init({ fs, gitdir, bare: true })
    await addRemote({ fs, gitdir, remote: 'origin', url: remote.url })
    const { fetchHead } = await fetch({
      fs,
      cache,
      http,
      gitdir,
      ref: config.branch ?? 'HEAD',
      depth: 1,
      singleBranch: true,
      tags: false,
      // Indexing a large answer takes long, and searches run on the same thread.
      onProgress: context.pace,
    })
    return fetchHead
  }

  async function filesOf(oid: string, above: string): Promise<GitFile[]> {
    await context.pace()
    signal.throwIfAborted()
    const { tree } = await readTree({ fs, cache, gitdir, oid })
    const files: GitFile[] = []
    for (const { mode, type, path, oid } of tree) {
      if (type === 'tree') files.push(...(await filesOf(oid, `${above}${path}/`)))
      if (mode.startsWith('100')) files.push({ path: above + path, blob: oid })
    }
    return files
  }

  return {
    async open() {
      await rm(directory, { recursive: true, force: true })
      await mkdir(directory, { recursive: true })
      const { branch } = config
      try {
        const found =
          remote.request === null
            ? await resolveRef({ fs, gitdir, ref: branch ? `refs/heads/${branch}` : 'HEAD' })
            : await fetched(remote.request)
        if (found === null) throw noBranch(undefined)
        commit = found
        return found
      } catch (error) {
        signal.throwIfAborted()
        throw refused(error, branch)
      }
    },

    async files() {
      const folder = config.path?.replace(/\/+$/, '') ?? ''
      const filepath = folder === '' ? undefined : folder
      const root = await readTree({ fs, cache, gitdir, oid: commit, filepath }).catch(() => null)
      if (!root) throw noFolder(folder)
      return filesOf(root.oid, '')
    },

    async prefetch() {},

    async read(oid) {
      const { blob } = await readBlob({ fs, cache, gitdir, oid })
      if (blob.length <= MAX_DOCUMENT_BYTES) return blob
      throw new DocumentError('limit_exceeded', 'It is larger than 32 MiB.')
    },

    close: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function httpOf(
  fetcher: Fetcher,
  more: Pick<FetchRequest, 'credentials' | 'ports' | 'signal'>,
): HttpClient {
  return {
    async request({ url, headers, body }) {
      const response = await fetcher.fetch({
        ...more,
        url,
        mayFollow: () => false,
        ...(headers && { headers }),
        ...(body && { body: await buffer(body) }),
      })
      return {
        url: response.url,
        headers: response.headers,
        body: whole(response.body),
        statusCode: response.status,
        statusMessage: '',
      }
    },
  }
}

async function* whole(body: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield body
}

function refused(error: unknown, branch: string | undefined): SourceError {
  if (error instanceof SourceError) return error
  if (error instanceof Errors.NotFoundError) return noBranch(branch)
  if (error instanceof FetchError && error.code === 'limit_exceeded') {
    return new SourceError(
      'limit_exceeded',
      'The repository takes more than 32 MiB: install git 2.37 or newer on the server to read it.',
    )
  }
  return unfetchable(error)
}
