import { resolve } from 'node:path'
import { z } from 'zod'
import { parseBackup } from './backup-setting.ts'
import { normalizeOrigin } from './contract/deployment.ts'
import { parsePrivateAccess } from './fetch/private-access.ts'
import { FILES_ADDRESS } from './files-setting.ts'

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

/**
 * Every setting (docs/behaviour.md#settings): its check and conversion, its default and its
 * meaning. `byDefault` is a value as the environment would hold it. A setting without a fixed
 * default is null when it is unset; `whenUnset` describes what then holds.
 */
export const settings = {
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
    whenUnset: 'http://HOST:PORT',
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
  SVC_DATABASE_URL: {
    check: z.string().refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), {
      error: 'must be an address that begins with postgres:// or postgresql://',
    }),
    whenUnset: 'SQLite in the data folder',
    meaning: 'PostgreSQL database that holds everything, for several processes',
    isSecret: true,
  },
  SVC_DATABASE_POOL: {
    check: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, { error: 'must be a number of connections from 1 to 999' })
      .transform(Number),
    byDefault: '10',
    meaning: 'connections that each of the two threads of a process makes to SVC_DATABASE_URL',
  },
  SVC_FILES: {
    check: z
      .string()
      .regex(FILES_ADDRESS, { error: 'must have the form s3://bucket or s3://bucket/prefix' }),
    whenUnset: 'in the data folder; with SVC_DATABASE_URL in the database',
    meaning: 'bucket that keeps the bytes of uploaded files',
  },
  SVC_FILES_ENDPOINT: {
    check: z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => !/[?#@\s]/.test(url), {
        error: 'must be an address without user name, query and fragment',
      }),
    whenUnset: 'Amazon S3',
    meaning: 'address of the S3 service of SVC_FILES',
  },
  SVC_FILES_REGION: {
    check: z.string().regex(/^[a-z0-9-]{1,64}$/i, { error: 'must be a region such as us-east-1' }),
    byDefault: 'us-east-1',
    meaning: 'region of the bucket of SVC_FILES',
  },
  SVC_FILES_ACCESS_KEY_ID: {
    check: z.string(),
    whenUnset: 'none',
    meaning: 'access key that reads, writes, lists and deletes in SVC_FILES',
    isSecret: true,
  },
  SVC_FILES_SECRET_ACCESS_KEY: {
    check: z.string(),
    whenUnset: 'none',
    meaning: 'its secret',
    isSecret: true,
  },
  SVC_PROVISION: {
    check: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    whenUnset: 'none',
    meaning: 'provisioning file, applied at every start',
  },
  SVC_DEMO: {
    check: onOff,
    whenUnset:
      "on when the data folder is new, SVC_PROVISION is unset and SVC_PUBLIC_URL is this machine's own address",
    meaning: 'create the demo organization and serve the demo site',
  },
  SVC_DEMO_PORT: { check: port, whenUnset: 'SVC_PORT + 1', meaning: 'port of the demo site' },
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
  SVC_RATE_CONSOLE: {
    check: rate,
    byDefault: '600',
    meaning: 'requests per 60 seconds of each signed-in person in the console; 0: no limit',
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
    meaning:
      'requests per 60 seconds of each visitor of a widget, before the first question of each address; 0: no limit',
  },
  SVC_RATE_DEPLOYMENT: {
    check: rate,
    byDefault: '1200',
    meaning: 'requests per 60 seconds of each widget deployment as a whole; 0: no limit',
  },
  SVC_RATE_MCP: {
    check: rate,
    byDefault: '120',
    meaning: 'MCP requests per 60 seconds of each API key; 0: no limit',
  },
  SVC_MODEL: { check: selector, byDefault: 'builtin/extractive', meaning: 'default model' },
  SVC_EMBEDDING_MODEL: {
    check: selector,
    byDefault: 'builtin/meaning-1',
    meaning: 'default embedding model of new collections',
  },
  SVC_EMBEDDING_DIMENSIONS: {
    check: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, { error: 'must be a whole number from 1 to 100000' })
      .transform(Number)
      .refine((width) => width <= 100_000, { error: 'must be a whole number from 1 to 100000' }),
    whenUnset: "the model's own",
    meaning: 'default vector width of new collections',
  },
  SVC_RERANK_MODEL: {
    check: selector,
    whenUnset: 'none',
    meaning: 'model that orders the passages a search finds',
  },
  SVC_PROVIDERS: {
    check: z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    whenUnset: 'none',
    meaning: 'JSON file that names model providers',
  },
  SVC_SOURCE_ROOTS: {
    check: list.transform((roots) => roots.map((root) => resolve(root))),
    byDefault: '',
    meaning: 'comma-separated folders that folder sources may read',
  },
  SVC_SECRET_KEY: {
    check: z.string().min(32, { error: 'must have at least 32 characters' }),
    whenUnset: 'a file in the data folder',
    meaning: 'key under which the credentials of sources are encrypted',
    isSecret: true,
  },
  SVC_BACKUP: {
    check: z.string().transform((value, context) => {
      const backup = parseBackup(value)
      if (backup) return backup
      context.addIssue('must be a cron expression of five fields, a folder and keep=N')
      return z.NEVER
    }),
    whenUnset: 'none',
    meaning: 'when to back up (UTC), where to, and how many to keep: "30 3 * * * /backups keep=14"',
  },
  SVC_FETCH_PRIVATE: {
    check: z.string().transform((value, context) => {
      const access = parsePrivateAccess(value)
      if (access === 'all' || Array.isArray(access)) return access
      context.addIssue(
        `must be on, off or a list of host, host:port and CIDR, which "${access.unknown}" is not`,
      )
      return z.NEVER
    }),
    byDefault: 'off',
    meaning:
      'what sources may reach although it is not public: on, or a list of host, host:port and CIDR',
  },
  SVC_MODEL_FIRST_TOKEN_SECONDS: {
    check: seconds,
    byDefault: '30',
    meaning: 'seconds until a configured model must send its first token',
  },
  SVC_MODEL_IDLE_SECONDS: {
    check: seconds,
    byDefault: '60',
    meaning: 'seconds that a configured model may pause between tokens',
  },
  SVC_VERIFY: {
    check: onOff,
    byDefault: 'on',
    meaning: 'whether a configured model verifies sentences that the rules leave in doubt',
  },
  SVC_EMBEDDING_SECONDS: {
    check: seconds,
    byDefault: '30',
    meaning: 'seconds that a call of a configured embedding model may take',
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
    whenUnset: 'none',
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
    meaning: 'lowest level that is logged',
  },
  SVC_LOG_FORMAT: {
    check: z.enum(['pretty', 'json'], { error: 'must be pretty or json' }),
    whenUnset: 'pretty on a terminal, else json',
    meaning: 'format of the log',
  },
} satisfies Record<string, Setting>

export type Setting = { check: z.ZodType; meaning: string; isSecret?: boolean } & (
  | { byDefault: string }
  | { whenUnset: string }
)
