import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeSettings, readConfig, substitute } from '../../server/config.ts'

type Config = ReturnType<typeof readConfig>

test('the service has a default for everything (docs/behaviour.md#settings)', () => {
  const { environment: _environment, ...config } = readConfig({})

  expect(config).toEqual({
    host: '127.0.0.1',
    port: 8787,
    public_url: 'http://127.0.0.1:8787',
    data_dir: resolve('data'),
    database_url: null,
    database_pool: 10,
    files: null,
    provision: null,
    demo: null,
    demo_port: 8788,
    widget_origins: '*',
    trust_proxy: 0,
    rates: { identity: 120, console: 600, address: 20, widget: 20, deployment: 1200, mcp: 120 },
    model: 'builtin/extractive',
    embedding_model: 'builtin/meaning-1',
    embedding_dimensions: null,
    providers: null,
    rerank_model: null,
    source_roots: [],
    secret_key: null,
    backup: null,
    fetch_private: [],
    model_first_token_ms: 30_000,
    model_idle_ms: 60_000,
    jobs: 2,
    verify: true,
    embedding_ms: 30_000,
    metrics_port: null,
    metrics_host: '127.0.0.1',
    log_level: 'info',
    log_format: 'auto',
  })
})

test.each<[string, string, Partial<Config>]>([
  ['SVC_HOST', '::1', { host: '::1', public_url: 'http://[::1]:8787' }],
  ['SVC_PORT', '9000', { port: 9000, public_url: 'http://127.0.0.1:9000', demo_port: 9001 }],
  ['SVC_PORT', '0', { port: 0, demo_port: 0 }],
  ['SVC_PORT', '65534', { port: 65_534, demo_port: 65_535 }],
  ['SVC_PORT', '65535', { port: 65_535, demo_port: 0 }],
  ['SVC_PORT', '', { port: 8787 }],
  ['SVC_PUBLIC_URL', 'https://a.test/b//', { public_url: 'https://a.test/b' }],
  ['SVC_DATABASE_URL', 'postgres://a:b@db/c', { database_url: 'postgres://a:b@db/c' }],
  ['SVC_DATABASE_URL', 'postgresql:///c?host=/run', { database_url: 'postgresql:///c?host=/run' }],
  ['SVC_DATABASE_POOL', '4', { database_pool: 4 }],
  ['SVC_PROVISION', 'a.json', { provision: resolve('a.json') }],
  ['SVC_DEMO', 'on', { demo: true }],
  ['SVC_DEMO', 'off', { demo: false }],
  ['SVC_DEMO_PORT', '65535', { demo_port: 65_535 }],
  [
    'SVC_WIDGET_ORIGINS',
    'https://A.test:443, ,http://b.test',
    { widget_origins: ['https://a.test', 'http://b.test'] },
  ],
  ['SVC_WIDGET_ORIGINS', 'https://a.test,*', { widget_origins: '*' }],
  ['SVC_TRUST_PROXY', '99', { trust_proxy: 99 }],
  ['SVC_EMBEDDING_DIMENSIONS', '100000', { embedding_dimensions: 100_000 }],
  ['SVC_EMBEDDING_DIMENSIONS', '1', { embedding_dimensions: 1 }],
  ['SVC_PROVIDERS', 'p.json', { providers: resolve('p.json') }],
  ['SVC_SECRET_KEY', 'k'.repeat(32), { secret_key: 'k'.repeat(32) }],
  ['SVC_FETCH_PRIVATE', 'on', { fetch_private: 'all' }],
  [
    'SVC_FETCH_PRIVATE',
    'Wiki.test, wiki.test:8080, 10.0.0.0/8, 192.168.1.7, [::1]:80,fd00::/8',
    {
      fetch_private: [
        { kind: 'host', host: 'wiki.test', port: null },
        { kind: 'host', host: 'wiki.test', port: 8080 },
        { kind: 'range', address: '10.0.0.0', bits: 8 },
        { kind: 'host', host: '192.168.1.7', port: null },
        { kind: 'host', host: '::1', port: 80 },
        { kind: 'range', address: 'fd00::', bits: 8 },
      ],
    },
  ],
  ['SVC_SOURCE_ROOTS', 'a, b,', { source_roots: [resolve('a'), resolve('b')] }],
  ['SVC_MODEL_FIRST_TOKEN_SECONDS', '5', { model_first_token_ms: 5000 }],
  ['SVC_MODEL_IDLE_SECONDS', '99999', { model_idle_ms: 99_999_000 }],
  ['SVC_VERIFY', 'off', { verify: false }],
  ['SVC_EMBEDDING_SECONDS', '1', { embedding_ms: 1000 }],
  ['SVC_JOBS', '99', { jobs: 99 }],
  ['SVC_METRICS_PORT', '0', { metrics_port: 0 }],
  ['SVC_LOG_FORMAT', 'json', { log_format: 'json' }],
])('%s=%s is taken (docs/behaviour.md#settings)', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['SVC_HOST', 'a/b', 'must be a host name or a bare address'],
  ['SVC_HOST', '[::1]', 'must be a host name or a bare address'],
  ['SVC_PORT', '65536', 'must be a port number from 0 to 65535'],
  ['SVC_PORT', '-1', 'must be a port number from 0 to 65535'],
  ['SVC_PUBLIC_URL', 'ftp://a.test', 'must be an http or https address'],
  ['SVC_PUBLIC_URL', 'https://a.test/?b', 'must be an address without user name'],
  ['SVC_PUBLIC_URL', 'https://b@a.test', 'must be an address without user name'],
  ['SVC_DEMO', 'yes', 'must be on or off'],
  ['SVC_WIDGET_ORIGINS', 'https://a.test/b', 'which "https://a.test/b" is not'],
  ['SVC_FETCH_PRIVATE', '10.0.0.0/33', 'which "10.0.0.0/33" is not'],
  ['SVC_FETCH_PRIVATE', 'a.test,http://a.test', 'which "http://a.test" is not'],
  ['SVC_TRUST_PROXY', '100', 'must be a number of proxies from 0 to 99'],
  ['SVC_RATE_MCP', '10000000', 'must be a whole number of requests'],
  ['SVC_MODEL', 'extractive', 'must have the form provider/name'],
  ['SVC_EMBEDDING_DIMENSIONS', '100001', 'must be a whole number from 1 to 100000'],
  ['SVC_EMBEDDING_DIMENSIONS', '0', 'must be a whole number from 1 to 100000'],
  ['SVC_MODEL_IDLE_SECONDS', '0', 'must be a whole number of seconds, at least 1'],
  ['SVC_JOBS', '0', 'must be a number of jobs from 1 to 99'],
  ['SVC_LOG_LEVEL', 'loud', 'must be trace, debug'],
  ['SVC_LOG_FORMAT', 'xml', 'must be pretty or json'],
])(
  '%s=%s is refused in a line that names it (docs/behaviour.md#settings)',
  (name, value, words) => {
    const read = () => readConfig({ [name]: value })

    expect(read).toThrow(`${name} `)
    expect(read).toThrow(words)
    expect(read).toThrow(`it is "${value}".`)
  },
)

test('the address of a database is refused without being told, as it may hold a password', () => {
  const read = () => readConfig({ SVC_DATABASE_URL: 'mysql://root:hunter2@db/svc' })

  expect(read).toThrow('SVC_DATABASE_URL must be an address that begins with postgres://')
  expect(read).not.toThrow('hunter2')
})

const BUCKET = {
  SVC_FILES: 's3://docs/site/a',
  SVC_FILES_ENDPOINT: 'https://s3.test',
  SVC_FILES_ACCESS_KEY_ID: 'AKIA',
  SVC_FILES_SECRET_ACCESS_KEY: 'hunter2',
}

test.each([
  [{}, { endpoint: 'https://s3.test', region: 'us-east-1', bucket: 'docs', prefix: 'site/a' }],
  [{ SVC_FILES: 's3://docs', SVC_FILES_ENDPOINT: 'http://127.0.0.1:9000' }, { prefix: '' }],
  [
    { SVC_FILES_ENDPOINT: '', SVC_FILES_REGION: 'eu-west-1' },
    { endpoint: 'https://s3.eu-west-1.amazonaws.com' },
  ],
])('a bucket for uploaded files with %o is taken', (changed, expected) => {
  expect(readConfig({ ...BUCKET, ...changed }).files).toMatchObject(expected)
})

test.each([
  [{ SVC_FILES: 'docs/site' }, 'SVC_FILES must have the form s3://bucket or s3://bucket/prefix'],
  [{ SVC_FILES: 's3://docs/../x' }, 'SVC_FILES must have the form'],
  [{ SVC_FILES: '' }, 'SVC_FILES_ENDPOINT needs SVC_FILES.'],
  [
    { SVC_FILES_ENDPOINT: 'http://s3.test' },
    'SVC_FILES_ENDPOINT must be an https address, or on this machine.',
  ],
  [{ SVC_FILES_ENDPOINT: 'https://a:b@s3.test' }, 'SVC_FILES_ENDPOINT must be an address without'],
  [{ SVC_FILES_ACCESS_KEY_ID: '' }, 'SVC_FILES_ACCESS_KEY_ID must be set with SVC_FILES.'],
  [{ SVC_FILES_SECRET_ACCESS_KEY: '' }, 'SVC_FILES_SECRET_ACCESS_KEY must be set with SVC_FILES.'],
])('a bucket for uploaded files with %o is refused', (changed, sentence) => {
  const read = () => readConfig({ ...BUCKET, ...changed })

  expect(read).toThrow(sentence)
  expect(read).not.toThrow('hunter2')
})

test('backups on a schedule are refused for a database that is not in the data folder', () => {
  const SVC_BACKUP = '30 3 * * * /backups keep=14'

  expect(() => readConfig({ SVC_DATABASE_URL: 'postgres://db/svc', SVC_BACKUP })).toThrow(
    'SVC_BACKUP must be unset with SVC_DATABASE_URL. Back up the database at SVC_DATABASE_URL with its own tools, such as pg_dump.',
  )
})

test('a name that is no setting is refused, and other names are not looked at', () => {
  expect(() => readConfig({ SVC_PROT: '1' })).toThrow('SVC_PROT is not a setting')
  expect(() => readConfig({ SVC_constructor: '1' })).toThrow('is not a setting')
  expect(readConfig({ PATH: '/bin' }).port).toBe(8787)
})

test('the help lists every setting with its default', () => {
  const lines = describeSettings().split('\n')

  expect(lines).toContain('  SVC_PORT                       port to listen on (8787)')
  expect(lines.find((line) => line.includes('SVC_SOURCE_ROOTS'))).toMatch(/ \(none\)$/)
  expect(lines.find((line) => line.includes('SVC_DEMO_PORT'))).toMatch(/ \(SVC_PORT \+ 1\)$/)
})

test('names in a file stand for values of the environment', () => {
  expect(substitute('${A}-${B}-$C-${1}', { A: 'a', B: '' }, 'The file')).toBe('a--$C-${1}')
  expect(() => substitute('${A}', {}, 'The file f')).toThrow(
    'The file f names ${A}, which is not set.',
  )
})

test('a bad secret is refused without being repeated', () => {
  const read = () => readConfig({ SVC_SECRET_KEY: 'too short' })

  expect(read).toThrow('SVC_SECRET_KEY must have at least 32 characters.')
})
