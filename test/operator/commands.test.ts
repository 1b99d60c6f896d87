import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { verifyPassword } from '../../server/identity/passwords.ts'
import { hashSecret } from '../../server/identity/secrets.ts'
import { openCredentials, sealCredentials } from '../../server/identity/source-credentials.ts'
import { openStore } from '../../server/open-store.ts'
import { operatorCommands } from '../../server/operator.ts'
import { openVault } from '../../server/secret-key.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addAssistant,
  addCollection,
  addKnowledge,
  addSource,
  at,
  newId,
} from '../storage/backends.ts'
import { openFilesIn } from '../storage/open-files.ts'
import { emptyData, isInPostgres, type TestData } from '../support/data.ts'

let dir: string
let data: TestData
let store: Store
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'operator-'))
  data = await emptyData(dir)
  store = await openStore(data)
  onTestFinished(async () => {
    await store.close()
    await data.drop()
    await rm(dir, { recursive: true })
  })
})

/** The output of `svc` with these arguments, by default beside the open store. */
async function svc(...args: (string | Config)[]): Promise<string> {
  const last = args.at(-1)
  const config = typeof last === 'object' ? last : readConfig(data.environment)
  const [name = '', ...rest] = args.filter((arg) => typeof arg === 'string')
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await operatorCommands[name]?.run(rest, config)
    return lines.join('\n')
  } finally {
    log.mockRestore()
  }
}

const BEARER = { type: 'bearer', token: 'open' } as const

/** An organization with a website source that has credentials. */
async function addWebsite() {
  await svc('org', 'create', 'acme')
  const { id: a } = await organization('acme')
  const collection = await addCollection(store, a)
  const source = await addSource(store, a, collection.id)
  const vault = openVault(readConfig(data.environment))
  const origins = ['https://a.test']
  const credentials = sealCredentials(vault, source.id, { credentials: BEARER, origins })
  await store.sources.update(a, source.id, { credentials }, at(1))
  return { a, source }
}

async function organization(slug: string) {
  const found = await store.organizations.findBySlug(slug)
  if (!found) throw new Error(`no organization ${slug}`)
  return found
}

test('what organizations, people and keys go through is in the audit log, done by the operator', async () => {
  await svc('org', 'create', 'acme', 'Acme')
  await svc('org', 'suspend', 'acme')
  await svc('org', 'suspend', 'acme')
  await svc('org', 'activate', 'acme')
  const of = ['--org', 'acme', '--role', 'owner']
  const told = [
    await svc('user', 'create', 'ann@acme.test', 'Ann', ...of),
    await svc('user', 'password', 'ann@acme.test'),
    await svc('key', 'create', 'ci', ...of),
  ]
  await svc('key', 'revoke', 'ci', '--org', 'acme')
  await svc('key', 'revoke', 'ci', '--org', 'acme')

  const { id } = (await store.organizations.findBySlug('acme'))!
  const { data } = await store.audit.list(id, {}, { limit: 100 })
  const role = [{ field: 'role', from: null, to: 'owner' }]
  const status = (from: string, to: string) => [{ field: 'status', from, to }]
  expect(data.map(({ action, target, details }) => [action, target?.name, details])).toEqual([
    ['api_key.revoked', 'ci', {}],
    ['api_key.created', 'ci', { changes: role }],
    ['member.password_changed', 'Ann', {}],
    ['member.created', 'Ann', { changes: role }],
    [
      'organization.updated',
      'Acme',
      { fields: ['status'], changes: status('suspended', 'active') },
    ],
    [
      'organization.updated',
      'Acme',
      { fields: ['status'], changes: status('active', 'suspended') },
    ],
    ['organization.created', 'Acme', {}],
  ])
  expect(new Set(data.map(({ actor }) => actor.type))).toEqual(new Set(['operator']))
  const secrets = told.map((line) => line.split(' ').at(-1)!)
  for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret)
})

describe('svc org', () => {
  test('creates an organization that is active and closed to support', async () => {
    expect(await svc('org', 'create', 'beta', 'Beta AS')).toBe('Created beta.')

    expect(await organization('beta')).toMatchObject({
      name: 'Beta AS',
      status: 'active',
      support_access: false,
    })
  })

  test('suspends and activates it, and lists all', async () => {
    await svc('org', 'create', 'beta')
    await svc('org', 'create', 'gamma', 'Gamma')

    expect(await svc('org', 'suspend', 'beta')).toBe('beta is suspended.')
    expect((await svc('org', 'list')).split('\n').toSorted()).toEqual([
      'beta\tsuspended\tbeta',
      'gamma\tactive\tGamma',
    ])
    expect(await svc('org', 'activate', 'beta')).toBe('beta is active.')
    expect(await svc('org', 'list')).toContain('beta\tactive\tbeta')
  })

  test.each(['', 'Beta', '-beta', 'beta-', 'b'.repeat(65)])('refuses the slug %j', async (slug) => {
    await expect(svc('org', 'create', slug)).rejects.toThrow('SLUG must be 1 to 64 characters')

    expect(await store.organizations.list()).toEqual([])
  })

  test.each(['a', 'b'.repeat(64), 'a-1'])('takes the slug %j', async (slug) => {
    expect(await svc('org', 'create', slug)).toBe(`Created ${slug}.`)
  })

  test('refuses an organization that is not there', async () => {
    await expect(svc('org', 'suspend', 'beta')).rejects.toThrow('There is no organization beta.')
    await expect(svc('org', 'suspend')).rejects.toThrow('An organization is needed: --org SLUG.')
    await expect(svc('org')).rejects.toThrow('Usage: svc org list | create SLUG NAME')
  })
})

describe('svc user', () => {
  beforeEach(() => svc('org', 'create', 'beta'))
  const create = (email: string, ...name: string[]) =>
    svc('user', 'create', email, ...name, '--org', 'beta', '--role', 'editor')

  test('creates a person with a role and a password that is told once', async () => {
    const told = await create('Bo@Beta.test', 'Bo')

    const [, password = ''] = /^Created Bo@Beta\.test with the password (\S+)$/.exec(told) ?? []
    const found = await store.users.findByEmail('bo@beta.test')
    expect(found).toMatchObject({ name: 'Bo', staff: false })
    expect(await verifyPassword(password, found?.password_hash ?? '')).toBe(true)
    expect(await svc('user', 'list', '--org', 'beta')).toBe('bo@beta.test\teditor\tBo')
  })

  test('adds a person who exists to another organization, once', async () => {
    await svc('org', 'create', 'acme', 'Acme')
    await create('bo@beta.test', 'Bo')
    const before = await store.users.findByEmail('bo@beta.test')
    const add = () => svc('user', 'create', 'Bo@beta.test', 'B', '--org', 'acme', '--role', 'owner')

    const told = await add()

    expect(told).toBe('Added Bo@beta.test to acme; the password stays as it is.')
    expect(await store.users.findByEmail('bo@beta.test')).toEqual(before)
    expect(await svc('user', 'list', '--org', 'acme')).toBe('bo@beta.test\towner\tBo')
    expect(await svc('user', 'list', '--org', 'beta')).toBe('bo@beta.test\teditor\tBo')
    await expect(add()).rejects.toThrow('bo@beta.test belongs to acme already.')
  })

  test('makes a new password for a person', async () => {
    await create('bo@beta.test')

    const told = await svc('user', 'password', 'BO@beta.test')

    const [, password = ''] = /^The new password of BO@beta\.test is (\S+)$/.exec(told) ?? []
    const found = await store.users.findByEmail('bo@beta.test')
    expect(found).toMatchObject({ name: 'bo@beta.test' })
    expect(await verifyPassword(password, found?.password_hash ?? '')).toBe(true)
  })

  test.each<[string[], string]>([
    [['create', 'bo', '--org', 'beta', '--role', 'editor'], 'EMAIL must be an e-mail address.'],
    [['create', 'bo@b.test', '--role', 'editor'], 'An organization is needed: --org SLUG.'],
    [['create', 'bo@b.test', '--org', 'beta', '--role', 'king'], '--role must be one of owner, '],
    [['create', 'bo@b.test', '--org', 'beta'], '--role must be one of owner, '],
    [['password', 'bo@b.test'], 'There is no user bo@b.test.'],
    [['list', '--org', 'nope'], 'There is no organization nope.'],
    [['rename'], 'Usage: svc user list --org SLUG'],
  ])('%j is refused', async (args, words) => {
    await expect(svc('user', ...args)).rejects.toThrow(words)

    expect(await store.users.findByEmail('bo@b.test')).toBeNull()
  })
})

describe('svc key', () => {
  beforeEach(() => svc('org', 'create', 'beta'))

  test('creates a key that is told once, lists and revokes it', async () => {
    const secret = await svc('key', 'create', 'ci', '--org', 'beta', '--role', 'editor')

    const { id } = await organization('beta')
    const [key] = await store.apiKeys.list(id)
    expect(secret).toMatch(/^svc_sk_[\w-]{43}$/)
    expect(await store.apiKeys.secretHash(id, key?.id ?? '')).toBe(hashSecret(secret))
    const listed = `ci\teditor\t${secret.slice(0, 12)}…`
    expect(await svc('key', 'list', '--org', 'beta')).toBe(`${listed}\tlive`)
    expect(await svc('key', 'revoke', 'ci', '--org', 'beta')).toBe('Revoked ci.')
    expect(await svc('key', 'list', '--org', 'beta')).toBe(`${listed}\trevoked`)
  })

  test.each<[string[], string]>([
    [['create', '--org', 'beta', '--role', 'editor'], 'Usage: svc key list'],
    [['create', 'ci', '--org', 'beta', '--role', 'king'], '--role must be one of owner, '],
    [['create', 'ci', '--role', 'editor'], 'An organization is needed'],
    [['revoke', 'ci', '--org', 'beta'], 'There is no API key ci.'],
    [['rename'], 'Usage: svc key list'],
  ])('%j is refused', async (args, words) => {
    await expect(svc('key', ...args)).rejects.toThrow(words)

    expect(await store.apiKeys.list((await organization('beta')).id)).toEqual([])
  })
})

describe('svc reindex', () => {
  test('queues the sources of one organization, or of all', async () => {
    const sources: Record<string, string> = {}
    for (const slug of ['beta', 'gamma']) {
      await svc('org', 'create', slug)
      const { source } = await addKnowledge(store, (await organization(slug)).id, ['One.'])
      sources[slug] = source.id
    }
    await svc('org', 'create', 'delta')

    expect(await svc('reindex', '--org', 'delta')).toBe('Queued 0 sources to be indexed again.')
    expect(await svc('reindex', '--org', 'beta')).toBe('Queued 1 source to be indexed again.')
    const { id } = await organization('beta')
    expect(await store.jobs.latest(id, sources.beta ?? '')).toMatchObject({ status: 'queued' })
    const { id: other } = await organization('gamma')
    expect(await store.jobs.latest(other, sources.gamma ?? '')).toBeNull()
    expect(await svc('reindex')).toBe('Queued 2 sources to be indexed again.')
    await expect(svc('reindex', '--org', 'nope')).rejects.toThrow('There is no organization nope.')
  })
})

describe('svc check', () => {
  test('tells of queued syncs and of widgets, also in archived collections', async () => {
    await svc('org', 'create', 'beta')
    const { id } = await organization('beta')
    const { collection, source } = await addKnowledge(store, id, ['One.'])
    await svc('reindex')
    await store.collections.update(id, collection.id, { status: 'archived' }, at(1))
    await store.deployments.create(id, {
      id: newId(),
      widget_key: `svc_wk_${'w'.repeat(40)}`,
      name: 'Website',
      assistant_id: (await addAssistant(store, id)).id,
      allowed_origins: ['https://a.test', 'https://b.test'],
      appearance: {},
      created_at: at(0),
      created_by: null,
      expires_at: null,
    })

    const lines = (await svc('check')).split('\n')

    expect(lines.find((line) => line.startsWith('last backup: '))).toMatch(
      isInPostgres ? /made by the tools of the database/ : /none was made of this data folder$/,
    )
    expect(lines).toContain('uploads: 0 ok')
    expect(lines).toContain('widget beta / Website: active, https://a.test, https://b.test')
    expect(lines.find((line) => line.includes(` / ${source.name}: `))).toMatch(
      /: queued queued \d{4}-\S+Z, 0 documents, 0 failed$/,
    )
    expect(lines.join()).not.toContain('indexed by an earlier version')
  })
})

describe.skipIf(isInPostgres)('svc backup and svc restore', () => {
  test('bring all back, and the backup is remembered', async () => {
    await svc('org', 'create', 'beta')
    const file = join(dir, '..', `${Date.now()}-all.backup`)
    onTestFinished(() => rm(file, { force: true }))
    const restored = await mkdtemp(join(tmpdir(), 'operator-'))
    onTestFinished(() => rm(restored, { recursive: true }))

    const told = await svc('backup', file)

    const contents = `1 organizations, 0 documents, 0 files, ${(statSync(file).size / 1e6).toFixed(1)} MB.`
    expect(told).toMatch(new RegExp(`^Backed up to .*-all\\.backup and checked: ${contents}$`))
    expect(JSON.parse(readFileSync(join(dir, 'last-backup.json'), 'utf8'))).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      file: expect.stringMatching(/-all\.backup$/),
    })
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await operatorCommands.restore?.run([file], readConfig({ SVC_DATA_DIR: restored }))
    expect(log).toHaveBeenCalledWith(expect.stringMatching(`into ${restored}: ${contents}$`))
    log.mockRestore()
    expect(existsSync(join(restored, 'svc.db'))).toBe(true)
  })

  test.each([
    { args: [], isReadable: false },
    { args: ['--with-key'], isReadable: true },
  ])('with $args the credentials of sources can be read: $isReadable', async (backup) => {
    const { a, source } = await addWebsite()
    const restored = await mkdtemp(join(tmpdir(), 'operator-'))
    onTestFinished(() => rm(restored, { recursive: true }))
    const file = join(restored, 'all.backup')

    await svc('backup', ...backup.args, file)
    const data = join(restored, 'data')
    const config = readConfig({ SVC_DATA_DIR: data })
    await svc('restore', file, config)

    const copy = await openStore(config)
    onTestFinished(() => copy.close())
    const sealed = await copy.sources.sealedCredentials(a, source.id)
    expect(sealed).not.toBeNull()
    const opened = sealed && openCredentials(openVault(config), source.id, sealed)
    expect(opened).toEqual(backup.isReadable ? BEARER : null)
    const told = await svc('check', config)
    expect(told.includes('its credentials must be entered again')).toBe(!backup.isReadable)
  })

  test('a key that is a setting is not in the data folder to be backed up', async () => {
    const config = readConfig({ SVC_DATA_DIR: dir, SVC_SECRET_KEY: 'k'.repeat(32) })

    await expect(svc('backup', '--with-key', join(dir, 'x'), config)).rejects.toThrow(
      'The key is SVC_SECRET_KEY',
    )
  })

  test.each(['backup', 'restore', 'provision'])('svc %s takes one file', async (name) => {
    await expect(svc(name)).rejects.toThrow(`Usage: svc ${name} FILE`)
    await expect(svc(name, 'a', 'b')).rejects.toThrow(`Usage: svc ${name} FILE`)
  })
})

test('commands without a database say that the service was never started', async () => {
  const config = readConfig({ SVC_DATA_DIR: join(dir, 'none') })

  await expect(operatorCommands.org?.run(['list'], config)).rejects.toThrow(
    `There is no database in ${join(dir, 'none')}; start the service once.`,
  )
  expect(existsSync(join(dir, 'none'))).toBe(false)
})

describe('with a database at an address', () => {
  const config = () =>
    readConfig({ SVC_DATA_DIR: dir, SVC_DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:1/svc' })

  test.each([
    ['backup', 'all.backup'],
    ['restore', 'all.backup'],
  ])('svc %s leaves it to the tools of the database', async (...args) => {
    await expect(svc(...args, config())).rejects.toThrow(
      'Back up the database at SVC_DATABASE_URL with its own tools, such as pg_dump.',
    )
  })

  test('that cannot be reached, commands say so without its password', async () => {
    const error = await svc('org', 'list', config()).catch((error: Error) => error)

    expect(error).toMatchObject({
      code: 'service_unavailable',
      message:
        'SVC_DATABASE_URL: the database 127.0.0.1:1/svc cannot be used (connect ECONNREFUSED 127.0.0.1:1).',
    })
  })

  test('that cannot be reached, a check tells the rest all the same', async () => {
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))

    const checking = operatorCommands.check?.run([], config())

    await expect(checking).rejects.toThrow('127.0.0.1:1/svc cannot be used')
    log.mockRestore()
    expect(lines).toContain('last backup: made by the tools of the database, if any was')
    expect(lines.find((line) => line.startsWith('data folder'))).toMatch(
      /, free on its disk \S+ MB/,
    )
  })
})

test('commands say when a database was lost, and leave the rest as it is', async () => {
  const folder = join(dir, 'lost')
  mkdirSync(folder)
  writeFileSync(join(folder, 'svc.db-wal'), 'log')

  const list = operatorCommands.org?.run(['list'], readConfig({ SVC_DATA_DIR: folder }))

  await expect(list).rejects.toThrow('svc.db is missing, but ')
  expect(readdirSync(folder)).toEqual(['svc.db-wal'])
})

test('a command that fails leaves no file open', async () => {
  const folder = join(dir, 'closed')
  mkdirSync(folder)
  await (await openStore({ data_dir: folder })).close()

  const suspend = operatorCommands.org?.run(['suspend', 'x'], readConfig({ SVC_DATA_DIR: folder }))

  await expect(suspend).rejects.toThrow('There is no organization x.')
  expect(openFilesIn(folder)).toEqual([])
})

test('svc provision makes the data folder, and tells new secrets', async () => {
  const file = join(dir, 'provision.json')
  const api_keys = [{ name: 'ci', role: 'member' }]
  writeFileSync(file, JSON.stringify({ organizations: [{ slug: 'beta', name: 'Beta', api_keys }] }))
  const folder = join(dir, 'a', 'new')
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => log.mockRestore())

  await operatorCommands.provision?.run([file], readConfig({ SVC_DATA_DIR: folder }))

  expect(lines).toEqual([
    expect.stringMatching(/^beta\tapi_key\tci\tsvc_sk_/),
    `Provisioned from ${file}.`,
  ])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(openFilesIn(folder)).toEqual([])
})
