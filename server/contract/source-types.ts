import { z } from 'zod'
import type { CredentialsType } from './credentials.ts'
import { addressOfFile, GitConfig, pathOfFile } from './git-config.ts'
import { byGlob, Globs } from './glob.ts'
import { bucketAddress, S3Config } from './s3-config.ts'
import { OpenAddress, WebAddress } from './text.ts'
import { WebsiteConfig } from './website-config.ts'

/** A source that is filled through the API. */
export const UploadConfig = z.strictObject({})

/**
 * A folder on the server's disk. Its files can have public links: `base_url` turns
 * `docs/01-start/index.md` into `<base_url>/docs/start` (Markdown, AsciiDoc, notebooks; any other
 * file keeps its path), and `permalinks` maps a glob to a template
 * with `{path}`, `{slug}`, `{year}`, `{month}` and `{day}` (from the front matter, else from the
 * file name).
 */
export const FolderConfig = z.strictObject({
  path: z
    .string()
    .min(1, { error: 'must be a path' })
    .max(4096)
    .describe('Absolute, inside `SVC_SOURCE_ROOTS`.'),
  include: Globs.default([]).describe('Globs on the path relative to `path`.'),
  exclude: Globs.default([]).describe('Globs on the path relative to `path`.'),
  base_url: WebAddress.optional(),
  permalinks: byGlob(z.string().min(1).max(500)).optional(),
})

/** Entries of a feed, and the pages that they link to. */
export const FeedConfig = z.strictObject({
  url: OpenAddress,
  full_pages: z
    .boolean({ error: 'must be true or false' })
    .default(true)
    .describe('Whether the pages that entries link to are read.'),
  max_entries: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(2000, { error: 'must be at most 2000' })
    .default(200),
})

/** A description of an HTTP API, at an address or in a file on the server's disk. */
export const OpenapiConfig = z
  .strictObject({
    url: OpenAddress.optional().describe('Either this or `path`.'),
    path: z
      .string()
      .min(1, { error: 'must be a path' })
      .max(4096)
      .optional()
      .describe('Absolute, inside `SVC_SOURCE_ROOTS`.'),
    docs_url: WebAddress.optional(),
  })
  .refine(({ url, path }) => (url === undefined) !== (path === undefined), {
    error: 'must have either url or path',
  })

/**
 * Every source type with what requests about it may hold. The enumeration, the checks of `config`,
 * the provisioning file and the table of readers (`ingestion/sources.ts`) follow from it.
 */
export const sourceTypes = {
  upload: sourceType({ Config: UploadConfig, takesUploads: true }),
  folder: sourceType({ Config: FolderConfig, pathField: 'path' }),
  website: sourceType({
    Config: WebsiteConfig,
    isTestable: true,
    credentials: ['basic', 'bearer', 'header', 'cookie'],
    addressesIn: ({ start_urls, sitemap_url }) => ({
      ...Object.fromEntries(start_urls.map((url, at) => [`start_urls[${at}]`, url])),
      ...(sitemap_url !== undefined && { sitemap_url }),
    }),
  }),
  feed: sourceType({
    Config: FeedConfig,
    isTestable: true,
    credentials: ['basic', 'bearer', 'header', 'cookie'],
    addressesIn: ({ url }) => ({ url }),
  }),
  openapi: sourceType({
    Config: OpenapiConfig,
    isTestable: true,
    pathField: 'path',
    credentials: ['basic', 'bearer', 'header', 'cookie'],
    addressesIn: ({ url }): Record<string, string> => (url === undefined ? {} : { url }),
  }),
  git: sourceType({
    Config: GitConfig,
    isTestable: true,
    pathField: 'url',
    credentials: ['token', 'basic'],
    mustBeEncrypted: true,
    addressesIn: ({ url }): Record<string, string> => (pathOfFile(url) === null ? { url } : {}),
  }),
  s3: sourceType({
    Config: S3Config,
    isTestable: true,
    credentials: ['access_key'],
    mustBeEncrypted: true,
    addressesIn: (config) => ({ endpoint: bucketAddress(config) }),
  }),
}
export type SourceType = keyof typeof sourceTypes
export const SourceType = z.enum(Object.keys(sourceTypes) as [SourceType, ...SourceType[]])
export type SourceConfig<Type extends SourceType> = z.infer<(typeof sourceTypes)[Type]['Config']>

function sourceType<Config extends z.ZodObject>(declared: {
  /** Checked when a source is saved, and again when it is read. */
  Config: Config
  /** Whether documents are uploaded to it through the API. */
  takesUploads?: boolean
  /**
   * The field of `Config` that names a file or folder on the server's disk; of a field `url`, only
   * a `file:` address does. It must lie in an allowed folder. In a provisioning file a path may be
   * relative to that file, and is allowed.
   */
  pathField?: keyof z.infer<Config> & string
  /** Whether it can be tried without storing anything. */
  isTestable?: boolean
  /** The kinds of credentials that it can be read with. */
  credentials?: CredentialsType[]
  /** Whether its addresses may be http only where SVC_FETCH_PRIVATE names the host. */
  mustBeEncrypted?: boolean
  /** The addresses of a configuration, by field; credentials are sent to their origins. */
  addressesIn?(config: z.infer<Config>): Record<string, string>
}) {
  const { addressesIn = (): Record<string, string> => ({}) } = declared
  return {
    takesUploads: false,
    pathField: null,
    isTestable: false,
    mustBeEncrypted: false,
    credentials: [] as CredentialsType[],
    ...declared,
    addressesIn: (config: Record<string, unknown>) => addressesIn(config as z.infer<Config>),
  }
}

/** The path on the server's disk in a configuration; null when there is none. */
export function pathIn(type: SourceType, config: Record<string, unknown>): string | null {
  const { pathField } = sourceTypes[type]
  const path = pathField && config[pathField]
  if (typeof path !== 'string') return null
  return pathField === 'url' ? pathOfFile(path) : path
}

/** The same configuration with another path where `pathIn` found one. */
export function withPath<Config extends Record<string, unknown>>(
  type: SourceType,
  config: Config,
  path: string,
): Config {
  const { pathField } = sourceTypes[type]
  const value = pathField === 'url' ? addressOfFile(path) : path
  return pathField ? { ...config, [pathField]: value } : config
}

/** The origins of a configuration's addresses; `www.` and the bare host are one website. */
export function originsIn(type: SourceType, config: Record<string, unknown>): string[] {
  const addresses = Object.values(sourceTypes[type].addressesIn(config))
  const origins = addresses.flatMap((address) => {
    const { protocol, host } = new URL(address)
    const twin = host.startsWith('www.') ? host.slice(4) : `www.${host}`
    return [`${protocol}//${host}`, `${protocol}//${twin}`]
  })
  return [...new Set(origins)].sort()
}
