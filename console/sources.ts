import type { Credentials } from '../server/contract/credentials.ts'
import type { Source } from '../server/contract/source.ts'

/** Kinds of sources that are set up by a form. */
export const sourceKinds = ['website', 'git', 'feed', 'openapi', 's3'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** An entry of a configuration, as text; `lines` are a list with one entry a line. */
export interface ConfigField {
  name: string
  kind: 'url' | 'text' | 'lines' | 'number'
  isRequired?: true
}

/** What is asked for each kind; whatever else a configuration holds is kept as it is. */
export const configFields: Record<SourceKind, ConfigField[]> = {
  website: [
    { name: 'start_urls', kind: 'lines', isRequired: true },
    { name: 'include', kind: 'lines' },
    { name: 'exclude', kind: 'lines' },
    { name: 'max_pages', kind: 'number' },
  ],
  git: [
    { name: 'url', kind: 'url', isRequired: true },
    { name: 'branch', kind: 'text' },
    { name: 'path', kind: 'text' },
    { name: 'base_url', kind: 'url' },
  ],
  feed: [{ name: 'url', kind: 'url', isRequired: true }],
  openapi: [
    { name: 'url', kind: 'url', isRequired: true },
    { name: 'docs_url', kind: 'url' },
  ],
  s3: [
    { name: 'endpoint', kind: 'url', isRequired: true },
    { name: 'region', kind: 'text', isRequired: true },
    { name: 'bucket', kind: 'text', isRequired: true },
    { name: 'prefix', kind: 'text' },
    { name: 'base_url', kind: 'url' },
  ],
}

type CredentialsType = Credentials['type']

/** With what each kind can be read that asks who reads it. */
export const credentialTypes: Record<SourceKind, CredentialsType[]> = {
  website: ['basic', 'bearer', 'header', 'cookie'],
  git: ['token', 'basic'],
  feed: ['basic', 'bearer', 'header', 'cookie'],
  openapi: ['basic', 'bearer', 'header', 'cookie'],
  s3: ['access_key'],
}

/** The entries of each type of credentials, and which of them are secret. */
export const credentialFields: Record<CredentialsType, { name: string; isSecret: boolean }[]> = {
  basic: [
    { name: 'username', isSecret: false },
    { name: 'password', isSecret: true },
  ],
  bearer: [{ name: 'token', isSecret: true }],
  token: [{ name: 'token', isSecret: true }],
  header: [
    { name: 'name', isSecret: false },
    { name: 'value', isSecret: true },
  ],
  cookie: [{ name: 'value', isSecret: true }],
  access_key: [
    { name: 'access_key_id', isSecret: false },
    { name: 'secret_access_key', isSecret: true },
  ],
}

/** The texts of a form, by the name of their field. */
export type Entries = Record<string, string>

export function isKind(type: string): type is SourceKind {
  return sourceKinds.some((kind) => kind === type)
}

/** A configuration as the texts of a form. */
export function entriesOf(kind: SourceKind, config: Source['config']): Entries {
  return Object.fromEntries(
    configFields[kind].map(({ name, kind: as }) => {
      const value = config[name] ?? ''
      return [name, as === 'lines' && Array.isArray(value) ? value.join('\n') : String(value)]
    }),
  )
}

/** The configuration that texts of a form stand for; what no field shows stays as it was. */
export function configOf(kind: SourceKind, entries: Entries, before: Source['config'] = {}) {
  const config = { ...before }
  for (const { name, kind: as } of configFields[kind]) {
    const text = (entries[name] ?? '').trim()
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    if (as === 'lines')
      config[name] = lines.map((line) => (isRequired(kind, name) ? withScheme(line) : line))
    else if (text === '') delete config[name]
    else config[name] = as === 'number' ? Number(text) : as === 'url' ? withScheme(text) : text
  }
  return config
}

/** The first required field without an entry; null when nothing is missing. */
export function missingIn(kind: SourceKind, entries: Entries): string | null {
  const missing = configFields[kind].find(
    ({ name, isRequired }) => isRequired && !(entries[name] ?? '').trim(),
  )
  return missing?.name ?? null
}

function isRequired(kind: SourceKind, field: string): boolean {
  return configFields[kind].some(({ name, isRequired }) => name === field && isRequired)
}

/** People type addresses without their beginning. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
}

/**
 * A name for a source that has none: the address of a website, so that two parts of one have two;
 * of others the host, or the last part of the address.
 */
export function nameOf(kind: SourceKind, config: Source['config']): string {
  if (kind === 's3') return String(config['bucket'])
  const first = [config['start_urls'], config['url']].flat().find(Boolean)
  const url = URL.parse(String(first))
  if (!url) return String(first)
  if (kind === 'website') return nameOfWebsite(url)
  const [, repository] = /([^/]+?)(?:\.git)?\/?$/.exec(url.pathname) ?? []
  return kind === 'git' && repository ? repository : url.host
}

/** The host and the path of a website's address. */
export function nameOfWebsite({ host, pathname }: URL): string {
  return `${host}${pathname}`.replace(/\/+$/, '').slice(0, 200)
}
