import { isIP } from 'node:net'
import type { Credentials } from '../../../contract/credentials.ts'
import { type GitConfig, pathOfFile } from '../../../contract/git-config.ts'
import type { FetchRequest } from '../../../fetch/fetcher.ts'
import { headersOf } from '../../credential-headers.ts'
import { type SourceCredentials, SourceError, type SourceServices } from '../../define-source.ts'
import { fetchConfigured, plainRefusal, rethrow } from '../configured.ts'
import { findGitDirectory } from './local-repository.ts'

/** A repository that may be read. */
export interface Remote {
  /** An address, or the git directory of a repository on the disk. */
  url: string
  /** Those with which the system's git reads it. */
  settings: Record<string, string>
  /** How it is asked for over the network; null: it is on the disk. */
  request: Pick<FetchRequest, 'credentials' | 'ports'> | null
}

interface RemoteNeeds {
  organization_id: string
  config: GitConfig
  credentials: SourceCredentials | null
  services: Pick<SourceServices, 'fetcher' | 'rootsOf'>
  signal: AbortSignal
}

const REFS = '/info/refs'

/**
 * Judges where a repository is, and follows its redirects, because git itself could be led
 * anywhere. Throws `SourceError`.
 */
export async function findRemote(needs: RemoteNeeds): Promise<Remote> {
  const { organization_id, config, services, signal } = needs
  const path = pathOfFile(config.url)
  if (path === null) return findOnNetwork(needs)
  const roots = await services.rootsOf(organization_id)
  const url = await findGitDirectory(path, roots, signal)
  return { url, settings: LOCAL, request: null }
}

/** Git reads the directory that was judged and no other, and fetches for it from nowhere. */
const LOCAL = {
  'protocol.file.allow': 'always',
  'remote.origin.uploadpack': 'GIT_NO_LAZY_FETCH=1 git-upload-pack --strict',
}

async function findOnNetwork(needs: RemoteNeeds): Promise<Remote> {
  const { config, credentials, services, signal } = needs
  const { protocol, host, port, pathname } = new URL(config.url)
  const url = `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
  const ports = port === '' ? [] : [Number(port)]
  const given = credentials && { ...credentials, credentials: asBasic(credentials.credentials) }
  await resolved(url, ports, services)
  const configured = { address: url, credentials: given, services, signal }
  const refs = `${url}${REFS}?service=git-upload-pack`
  const { url: led } = await fetchConfigured(configured, { url: refs, headers: VERSION_2 })
  const [found = ''] = led.split(REFS)
  const { origin } = new URL(found)
  const known = given?.origins.includes(origin) ? headersOf(given.credentials) : {}
  const { authorization } = known
  return {
    url: found,
    request: { ports, credentials: { headers: known, origins: [origin] } },
    settings: {
      [`protocol.${origin.split(':')[0]}.allow`]: 'always',
      ...(await resolved(found, ports, services)),
      ...(authorization && { 'http.extraHeader': `Authorization: ${authorization}` }),
    },
  }
}

/** Makes the first answer short, however many branches there are. */
const VERSION_2 = { 'git-protocol': 'version=2' }

/** Git's setting that pins the connection to the judged addresses. */
async function resolved(
  url: string,
  ports: number[],
  services: Pick<SourceServices, 'fetcher'>,
): Promise<Record<string, string>> {
  const fetcher = await services.fetcher()
  const { addresses, port, isPlainAllowed } = await fetcher.judge({ url, ports }).catch(rethrow)
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isPlainAllowed) {
    throw new SourceError('source_forbidden', plainRefusal(hostname))
  }
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return {}
  const pinned = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address))
  return { 'http.curloptResolve': `${hostname}:${port}:${pinned.join(',')}` }
}

/** Hosts of repositories take a token as the password, and this user name or any. */
function asBasic(credentials: Credentials): Credentials {
  if (credentials.type !== 'token') return credentials
  return { type: 'basic', username: 'x-access-token', password: credentials.token }
}
