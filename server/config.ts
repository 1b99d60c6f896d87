import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { normalizeOrigin } from './contract/deployment.ts'

/** A start-up failure for the operator: one line, no stack. */
export class SettingError extends Error {
  override name = 'SettingError'
}

const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on')
const host = z.string().regex(/^[^\s/[\]]+$/, { error: 'must be a host name or a bare address' })
const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port number from 0 to 65535' })
  .transform(Number)
  .refine((number) => number <= 65_535, { error: 'must be a port number from 0 to 65535' })
const rate = z
  .string()
  .regex(/^\d{1,7}$/, {
    error: 'must be a whole number of requests per 60 seconds, 0 for no limit',
  })
  .transform(Number)
const seconds = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, { error: 'must be a whole number of seconds, at least 1' })
  .transform((value) => Number(value) * 1000)
const selector = z.string().regex(/^[^/\s]+\/\S+$/, { error: 'must have the form provider/name' })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** Every setting (docs/behaviour.md#settings): its check, its default as written, its meaning. */
const settings = {
  SVC_HOST: {
    check: host,
    byDefault: '127.0.0.1',
    meaning: 'address to listen on',
  },
  SVC_PORT: { check: port, byDefault: '8787', meaning: 'port to listen on' },
  SVC_PUBLIC_URL: {
    check: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => !/[?#@\s]/.test(url), {
        error: 'must be an address without user name, query and fragment',
      })
      .transform((url) => url.replace(/\/+$/, '')),
    byDefault: 'http://HOST:PORT',
    meaning: 'address that links and snippets name',
  },
  SVC_DATA_DIR: {
    check: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    byDefault: './data',
    meaning: 'database and uploaded files',
  },
  SVC_PROVISION: {
    check: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    byDefault: 'none',
    meaning: 'provisioning file, applied at every start',
  },
  SVC_DEMO: {
    check: onOff,
    byDefault:
      'on when the data folder is new, SVC_PROVISION is unset and the public URL is loopback',
    meaning: 'create the demo organization and serve the demo site',
  },
  SVC_DEMO_PORT: { check: port, byDefault: 'SVC_PORT + 1', meaning: 'port of the demo site' },
  SVC_WIDGET_ORIGINS: {
    check: list.transform((origins, context) =>
      origins.includes('*')
        ? ('*' as const)
        : origins.map((origin) => {
            const normal = normalizeOrigin(origin)
            if (!normal) context.addIssue(`must be * or exact origins, which "${origin}" is not`)
            return normal ?? ''
          }),
    ),
    byDefault: '*',
    meaning: 'origins that may show any widget; * leaves it to each deployment',
  },
  SVC_TRUST_PROXY: {
    check: z
      .string()
      .regex(/^\d{1,2}$/, { error: 'must be a number of proxies from 0 to 99' })
      .transform(Number),
    byDefault: '0',
    meaning: 'how many reverse proxies in front are trusted for the client address',
  },
  SVC_RATE_IDENTITY: {
    check: rate,
    byDefault: '120',
    meaning: 'requests per 60 seconds of each API key or signed-in person; 0: no limit',
  },
  SVC_RATE_ADDRESS: {
    check: rate,
    byDefault: '20',
    meaning:
      'requests per 60 seconds from each network address, with a key or without; 0: no limit',
  },
  SVC_RATE_WIDGET: {
    check: rate,
    byDefault: '20',
    meaning: 'requests per 60 seconds of each widget deployment; 0: no limit',
  },
  SVC_RATE_VISITOR: {
    check: rate,
    byDefault: '10',
    meaning: 'requests per 60 seconds of each visitor of a widget; 0: no limit',
  },
  SVC_RATE_MCP: {
    check: rate,
    byDefault: '120',
    meaning: 'MCP requests per 60 seconds of each API key; 0: no limit',
  },
  SVC_MODEL: { check: selector, byDefault: 'builtin/extractive', meaning: 'default model' },
  SVC_EMBEDDING_MODEL: {
    check: selector,
    byDefault: 'builtin/lexical-512',
    meaning: 'default embedding model of new collections',
  },
  SVC_EMBEDDING_DIMENSIONS: {
    check: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, { error: 'must be a whole number from 1 to 100000' })
      .transform(Number)
      .refine((width) => width <= 100_000, { error: 'must be a whole number from 1 to 100000' }),
    byDefault: "the model's own",
    meaning: 'default vector width of new collections',
  },
  SVC_PROVIDERS: {
    check: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    byDefault: 'none',
    meaning: 'JSON file that names model providers',
  },
  SVC_SOURCE_ROOTS: {
    check: list.transform((roots) => roots.map((root) => resolve(root))),
    byDefault: 'none',
    meaning: 'comma-separated folders that folder sources may read',
  },
  SVC_MODEL_FIRST_TOKEN_SECONDS: {
    check: seconds,
    byDefault: '30',
    meaning: 'how long a configured model may take to its first token',
  },
  SVC_MODEL_IDLE_SECONDS: {
    check: seconds,
    byDefault: '60',
    meaning: 'how long a configured model may pause between tokens',
  },
  SVC_EMBEDDING_SECONDS: {
    check: seconds,
    byDefault: '30',
    meaning: 'how long a call of a configured embedding model may take',
  },
  SVC_JOBS: {
    check: z
      .string()
      .regex(/^[1-9]\d?$/, { error: 'must be a number of jobs from 1 to 99' })
      .transform(Number),
    byDefault: '2',
    meaning:
      'ingestion jobs that run at the same time, beside the first one of other organizations',
  },
  SVC_METRICS_PORT: {
    check: port,
    byDefault: 'none',
    meaning: 'port where /metrics is served in Prometheus text format',
  },
  SVC_METRICS_HOST: {
    check: host,
    byDefault: '127.0.0.1',
    meaning: 'address where /metrics is served',
  },
  SVC_LOG_LEVEL: {
    check: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
    byDefault: 'info',
    meaning: 'least level that is logged',
  },
  SVC_LOG_FORMAT: {
    check: z.enum(['pretty', 'json'], { error: 'must be pretty or json' }),
    byDefault: 'pretty on a terminal, else json',
    meaning: 'form of the log',
  },
} satisfies Record<string, { check: z.ZodType; byDefault: string; meaning: string }>

type Settings = { [Name in keyof typeof settings]?: z.infer<(typeof settings)[Name]['check']> }
export type Environment = Record<string, string | undefined>

export type Config = ReturnType<typeof readConfig>

/**
 * The service's settings from an environment. Throws `SettingError` with one line that names an
 * unknown `SVC_*` name or a bad value. A setting that is empty counts as absent.
 */
export function readConfig(environment: Environment = process.env) {
  const given: Settings = {}
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('SVC_')) continue
    if (!isSetting(name)) {
      throw new SettingError(`${name} is not a setting; "svc --help" lists them.`)
    }
    if (!value) continue
    const checked = settings[name].check.safeParse(value)
    if (!checked.success) {
      throw new SettingError(`${name} ${checked.error.issues[0]?.message}; it is "${value}".`)
    }
    Object.assign(given, { [name]: checked.data })
  }

  const host = given.SVC_HOST ?? '127.0.0.1'
  const port = given.SVC_PORT ?? 8787
  return {
    host,
    port,
    public_url: given.SVC_PUBLIC_URL ?? addressAt(host, port),
    data_dir: given.SVC_DATA_DIR ?? resolve('data'),
    provision: given.SVC_PROVISION ?? null,
    /** null: decided by the data folder, the provisioning and the public URL. */
    demo: given.SVC_DEMO ?? null,
    demo_port: given.SVC_DEMO_PORT ?? (port === 0 || port === 65_535 ? 0 : port + 1),
    widget_origins: given.SVC_WIDGET_ORIGINS ?? ('*' as const),
    trust_proxy: given.SVC_TRUST_PROXY ?? 0,
    rates: {
      identity: given.SVC_RATE_IDENTITY ?? 120,
      address: given.SVC_RATE_ADDRESS ?? 20,
      widget: given.SVC_RATE_WIDGET ?? 20,
      visitor: given.SVC_RATE_VISITOR ?? 10,
      mcp: given.SVC_RATE_MCP ?? 120,
    },
    model: given.SVC_MODEL ?? 'builtin/extractive',
    embedding_model: given.SVC_EMBEDDING_MODEL ?? 'builtin/lexical-512',
    /** null: the model's own width. */
    embedding_dimensions: given.SVC_EMBEDDING_DIMENSIONS ?? null,
    providers: given.SVC_PROVIDERS ?? null,
    source_roots: given.SVC_SOURCE_ROOTS ?? [],
    model_first_token_ms: given.SVC_MODEL_FIRST_TOKEN_SECONDS ?? 30_000,
    model_idle_ms: given.SVC_MODEL_IDLE_SECONDS ?? 60_000,
    jobs: given.SVC_JOBS ?? 2,
    embedding_ms: given.SVC_EMBEDDING_SECONDS ?? 30_000,
    /** null: none are served. */
    metrics_port: given.SVC_METRICS_PORT ?? null,
    metrics_host: given.SVC_METRICS_HOST ?? '127.0.0.1',
    log_level: given.SVC_LOG_LEVEL ?? ('info' as const),
    log_format: given.SVC_LOG_FORMAT ?? ('auto' as const),
    environment,
  }
}

/** `http://host:port`, an IPv6 address in brackets. */
export function addressAt(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** The settings as `--help` lists them. */
export function describeSettings(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  return Object.entries(settings)
    .map(([name, { byDefault, meaning }]) => `  ${name.padEnd(width)}${meaning} (${byDefault})`)
    .join('\n')
}

/** `${NAME}` in a text becomes the environment's value. Throws `SettingError` when there is none. */
export function substitute(text: string, environment: Environment, where: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = environment[name]
    if (value === undefined) throw new SettingError(`${where} names \${${name}}, which is not set.`)
    return value
  })
}

function isSetting(name: string): name is keyof typeof settings {
  return Object.hasOwn(settings, name)
}
