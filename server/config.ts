import { isIPv6 } from 'node:net'
import type { z } from 'zod'
import { readBucket } from './files-setting.ts'
import { type Setting, settings } from './settings.ts'

/** A start-up failure for the operator: one line, no stack. */
export class SettingError extends Error {
  override name = 'SettingError'
}

type Settings = {
  [Name in keyof typeof settings]:
    | z.infer<(typeof settings)[Name]['check']>
    | ((typeof settings)[Name] extends { byDefault: string } ? never : null)
}
export type Environment = Record<string, string | undefined>

export type Config = ReturnType<typeof readConfig>

/**
 * The service's settings from an environment. Throws `SettingError` with one line that names an
 * unknown `SVC_*` name or a bad value. A setting that is empty counts as unset.
 */
export function readConfig(environment: Environment = process.env) {
  const set = readSettings(environment)
  const { SVC_HOST: host, SVC_PORT: port } = set
  if (set.SVC_DATABASE_URL && set.SVC_BACKUP) {
    throw new SettingError(`SVC_BACKUP must be unset with SVC_DATABASE_URL. ${BACKED_UP_ELSEWHERE}`)
  }
  return {
    host,
    port,
    public_url: set.SVC_PUBLIC_URL ?? addressAt(host, port),
    data_dir: set.SVC_DATA_DIR,
    /** null: SQLite in the data folder. It may hold a password. */
    database_url: set.SVC_DATABASE_URL,
    database_pool: set.SVC_DATABASE_POOL,
    /** null: in the data folder, or in the database at `database_url`. It holds a secret. */
    files: bucketOf(set),
    provision: set.SVC_PROVISION,
    /** null: decided by the data folder, the provisioning and the public URL. */
    demo: set.SVC_DEMO,
    demo_port: set.SVC_DEMO_PORT ?? (port === 0 || port === 65_535 ? 0 : port + 1),
    widget_origins: set.SVC_WIDGET_ORIGINS,
    trust_proxy: set.SVC_TRUST_PROXY,
    rates: {
      identity: set.SVC_RATE_IDENTITY,
      console: set.SVC_RATE_CONSOLE,
      address: set.SVC_RATE_ADDRESS,
      widget: set.SVC_RATE_WIDGET,
      deployment: set.SVC_RATE_DEPLOYMENT,
      mcp: set.SVC_RATE_MCP,
    },
    model: set.SVC_MODEL,
    embedding_model: set.SVC_EMBEDDING_MODEL,
    /** null: the model's own width. */
    embedding_dimensions: set.SVC_EMBEDDING_DIMENSIONS,
    /** null: passages keep their own order. */
    rerank_model: set.SVC_RERANK_MODEL,
    providers: set.SVC_PROVIDERS,
    source_roots: set.SVC_SOURCE_ROOTS,
    /** null: a file in the data folder. */
    secret_key: set.SVC_SECRET_KEY,
    /** null: no backups are made by themselves. */
    backup: set.SVC_BACKUP,
    fetch_private: set.SVC_FETCH_PRIVATE,
    model_first_token_ms: set.SVC_MODEL_FIRST_TOKEN_SECONDS,
    model_idle_ms: set.SVC_MODEL_IDLE_SECONDS,
    jobs: set.SVC_JOBS,
    verify: set.SVC_VERIFY,
    embedding_ms: set.SVC_EMBEDDING_SECONDS,
    /** null: no metrics are served. */
    metrics_port: set.SVC_METRICS_PORT,
    metrics_host: set.SVC_METRICS_HOST,
    log_level: set.SVC_LOG_LEVEL,
    log_format: set.SVC_LOG_FORMAT ?? ('auto' as const),
    environment,
  }
}

function bucketOf(set: Settings) {
  try {
    return readBucket(set)
  } catch (error) {
    throw new SettingError((error as Error).message)
  }
}

/** What an operator is told who asks for a backup of a database that is not in the data folder. */
export const BACKED_UP_ELSEWHERE =
  'Back up the database at SVC_DATABASE_URL with its own tools, such as pg_dump.'

/** Settings of earlier versions, each with the one that took its place. */
const REPLACED: Record<string, string> = { SVC_RATE_VISITOR: 'SVC_RATE_WIDGET' }

function readSettings(environment: Environment): Settings {
  for (const name of Object.keys(environment)) {
    if (Object.hasOwn(REPLACED, name)) {
      throw new SettingError(`${name} is not a setting any more; set ${REPLACED[name]} instead.`)
    }
    if (name.startsWith('SVC_') && !Object.hasOwn(settings, name)) {
      throw new SettingError(`${name} is not a setting; "svc --help" lists them.`)
    }
  }
  const read = Object.entries<Setting>(settings).map(([name, setting]) => {
    const value = environment[name] || ('byDefault' in setting ? setting.byDefault : null)
    return [name, value === null ? null : checked(name, setting, value)]
  })
  return Object.fromEntries(read)
}

function checked(name: string, { check, isSecret }: Setting, value: string): unknown {
  const { success, data, error } = check.safeParse(value)
  if (success) return data
  const told = isSecret ? '' : `; it is "${value}"`
  throw new SettingError(`${name} ${error.issues[0]?.message}${told}.`)
}

/** `http://host:port`, an IPv6 address in brackets. */
export function addressAt(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Every setting with its default in words, for people. */
export function listSettings(): { name: string; byDefault: string; meaning: string }[] {
  return Object.entries<Setting>(settings).map(([name, { meaning, ...setting }]) => {
    const byDefault = 'byDefault' in setting ? setting.byDefault : setting.whenUnset
    return { name, byDefault: byDefault || 'none', meaning }
  })
}

/** The settings as `--help` lists them. */
export function describeSettings(): string {
  const listed = listSettings()
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2
  return listed
    .map(({ name, byDefault, meaning }) => `  ${name.padEnd(width)}${meaning} (${byDefault})`)
    .join('\n')
}

/**
 * Replaces each `${NAME}` in a text by the environment's value. Throws `SettingError` when it is
 * not set; `where` begins the sentence.
 */
export function substitute(text: string, environment: Environment, where: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = environment[name]
    if (value === undefined) throw new SettingError(`${where} names \${${name}}, which is not set.`)
    return value
  })
}
