import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Source } from '../../server/contract/source.ts'
import { call } from '../http/service.ts'
import { PAGE_ORIGIN } from '../http/tenants.ts'
import { beta, type Provisioned, SECRET, startProvisioned, WIDGET_KEY } from './provisioned.ts'

let provisioned: Provisioned
beforeEach(async () => {
  provisioned = await startProvisioned()
})
afterEach(() => provisioned.service.stop())

const AT = 'organizations[0]'
const [handbook, minutes] = beta.collections
const [docs] = handbook!.sources!
const [helper] = beta.assistants
const [website] = beta.widget_deployments

async function bootstrapStatus(widget_key: string): Promise<number> {
  const headers = { 'x-svc-widget-key': widget_key, origin: PAGE_ORIGIN }
  return (await call(provisioned.service, 'GET /widget/bootstrap', { headers })).status
}

/** The only item of a list. */
async function only(route: string) {
  const { data } = await provisioned.read(route)
  expect(data).toHaveLength(1)
  return data[0]
}

/** The collection of this name. */
async function collection(name: string, archived = false) {
  const { data } = await provisioned.read(`GET /knowledge/collections?archived=${archived}`)
  return data.find((one: { name: string }) => one.name === name)
}

async function sourcesOf(name: string) {
  const { id } = await collection(name)
  return (await provisioned.read(`GET /knowledge/collections/${id}/sources`)).data
}

describe('an organization that is new (docs/behaviour.md#provisioning)', () => {
  test('gets all that the file declares, and the report names each place', async () => {
    const { changes, made } = await provisioned.apply({ organizations: [beta] })

    expect(made).toEqual([])
    const places = [
      ['', 'beta'],
      ['.api_keys[0]', 'ci'],
      ['.collections[0]', 'Handbook'],
      ['.collections[0].sources[0]', 'docs'],
      ['.collections[1]', 'Minutes'],
      ['.assistants[0]', 'Helper'],
      ['.widget_deployments[0]', 'Website'],
    ] as const
    expect(changes).toEqual(
      places.map(([place, name]) => ({ place: AT + place, name, kind: 'created', fields: [] })),
    )
    expect(await provisioned.statusWith(SECRET)).toBe(200)
    expect(await bootstrapStatus(WIDGET_KEY)).toBe(200)
    expect(await only('GET /assistants')).toMatchObject({
      name: 'Helper',
      description: 'Helps',
      model: 'builtin/extractive',
      instruction: null,
      status: 'active',
      knowledge_base_ids: [(await collection('Handbook')).id],
    })
    expect(await sourcesOf('Handbook')).toMatchObject([
      { name: 'docs', type: 'folder', config: { path: join(provisioned.dir, 'docs') } },
    ])
  })

  test('has what is declared of it in every field', async () => {
    const declared = { ...beta, name: 'Beta of ${CITY}', status: 'suspended', support_access: true }

    await provisioned.apply({ organizations: [declared] })

    expect(await provisioned.service.store.organizations.findBySlug('beta')).toMatchObject({
      name: 'Beta of Bergen',
      status: 'suspended',
      support_access: true,
    })
    expect(await provisioned.statusWith(SECRET)).toBe(401)
  })

  test('is closed to support and active unless the file says otherwise', async () => {
    await provisioned.apply({ organizations: [{ slug: 'beta', name: 'Beta' }] })

    expect(await provisioned.service.store.organizations.findBySlug('beta')).toMatchObject({
      status: 'active',
      support_access: false,
    })
  })

  test('gets the secrets that the file leaves out, which work and are told once', async () => {
    const { secret: _, ...key } = beta.api_keys[0]!
    const { widget_key: __, ...deployment } = website!
    const declared = {
      organizations: [{ ...beta, api_keys: [key], widget_deployments: [deployment] }],
    }

    const { made } = await provisioned.apply(declared)
    const again = await provisioned.apply(declared)

    expect(made).toEqual([
      {
        organization: 'beta',
        what: 'api_key',
        of: 'ci',
        secret: expect.stringMatching(/^svc_sk_/),
      },
      {
        organization: 'beta',
        what: 'widget_key',
        of: 'Website',
        secret: expect.stringMatching(/^svc_wk_/),
      },
    ])
    const [secret = '', widgetKey = ''] = made.map(({ secret }) => secret)
    expect(await provisioned.statusWith(secret)).toBe(200)
    expect(await bootstrapStatus(widgetKey)).toBe(200)
    expect(again).toEqual({ made: [], changes: [], weak: [], untaken: [], keptEmbeddings: [] })
  })
})

describe('an organization that is there (docs/behaviour.md#provisioning)', () => {
  beforeEach(async () => {
    await provisioned.apply({ organizations: [beta] })
  })

  test.each<[string, object, string, string | null, string[]]>([
    ['name', { name: 'Beta AS' }, '', 'beta', ['name']],
    ['status', { status: 'suspended' }, '', 'beta', ['status']],
    ['support access', { support_access: true }, '', 'beta', ['support_access']],
    [
      'description of a collection',
      { collections: [{ ...handbook, description: 'Some rules' }, minutes] },
      '.collections[0]',
      'Handbook',
      ['description'],
    ],
    [
      'synonyms of a collection',
      { collections: [{ ...handbook, synonyms: [['wages', 'salary']] }, minutes] },
      '.collections[0]',
      'Handbook',
      ['synonyms'],
    ],
    [
      'reading of a collection',
      { collections: [{ ...handbook, reading: { learn_from_visitors: false } }, minutes] },
      '.collections[0]',
      'Handbook',
      ['reading'],
    ],
    [
      'archive of a collection',
      { collections: [handbook, { ...minutes, archived: true }] },
      '.collections[1]',
      'Minutes',
      ['archived'],
    ],
    [
      'schedule and time zone of a source',
      {
        collections: [
          {
            ...handbook,
            sources: [{ ...docs, schedule: '0 4 * * *', time_zone: 'Europe/Zurich' }],
          },
          minutes,
        ],
      },
      '.collections[0].sources[0]',
      'docs',
      ['schedule', 'time_zone'],
    ],
    [
      'folder of a source',
      {
        collections: [
          { ...handbook, sources: [{ ...docs, config: { path: './elsewhere' } }] },
          minutes,
        ],
      },
      '.collections[0].sources[0]',
      'docs',
      ['config'],
    ],
    [
      'description of an assistant',
      { assistants: [{ ...helper, description: 'Helps more' }] },
      '.assistants[0]',
      'Helper',
      ['description'],
    ],
    [
      'instruction and status of an assistant',
      { assistants: [{ ...helper, instruction: 'Be brief.', status: 'disabled' }] },
      '.assistants[0]',
      'Helper',
      ['instruction', 'status'],
    ],
    [
      'collections of an assistant',
      { assistants: [{ ...helper, collections: ['Minutes', 'Handbook'] }] },
      '.assistants[0]',
      'Helper',
      ['knowledge_base_ids'],
    ],
    [
      'origins and expiry of a deployment',
      {
        widget_deployments: [
          {
            ...website,
            allowed_origins: [PAGE_ORIGIN, 'https://second.test'],
            expires_at: '2099-01-01T00:00:00.000Z',
          },
        ],
      },
      '.widget_deployments[0]',
      'Website',
      ['allowed_origins', 'expires_at'],
    ],
    ['limits', { retention_days: 30 }, '', 'beta', ['retention_days']],
    ['brand', { branding: { identity: { productName: 'Beta Help' } } }, '', null, ['branding']],
  ])('takes the %s of the file, once', async (_what, change, place, name, fields) => {
    const changed = { ...beta, ...change }

    const first = await provisioned.changes(changed)
    const second = await provisioned.changes(changed)

    expect(first).toEqual([{ place: AT + place, name, kind: 'updated', fields }])
    expect(second).toEqual([])
  })

  test('shows every update to its clients', async () => {
    await provisioned.changes({
      ...beta,
      name: 'Beta AS',
      collections: [
        {
          ...handbook,
          description: 'Some rules',
          sources: [{ ...docs, schedule: '0 4 * * *', config: { path: './elsewhere' } }],
        },
        { ...minutes, archived: true },
      ],
      assistants: [{ ...helper, instruction: 'Be brief.' }],
      widget_deployments: [{ ...website, allowed_origins: ['https://second.test'] }],
      branding: { identity: { productName: 'Beta Help' } },
    })

    const { service, read, dir } = provisioned
    expect(await service.store.organizations.findBySlug('beta')).toMatchObject({ name: 'Beta AS' })
    expect(await collection('Handbook')).toMatchObject({ description: 'Some rules' })
    expect(await collection('Minutes', true)).toMatchObject({ status: 'archived' })
    expect(await sourcesOf('Handbook')).toMatchObject([
      { schedule: '0 4 * * *', config: { path: join(dir, 'elsewhere') } },
    ])
    expect(await only('GET /assistants')).toMatchObject({ instruction: 'Be brief.' })
    expect(await only('GET /widget-deployments')).toMatchObject({
      allowed_origins: ['https://second.test'],
    })
    expect(await bootstrapStatus(WIDGET_KEY)).toBe(403)
    expect(await read('GET /branding')).toMatchObject({
      layer: { identity: { productName: 'Beta Help' } },
    })
  })

  test('keeps what the file leaves out', async () => {
    const assistant = await only('GET /assistants')
    const bare = {
      slug: 'beta',
      name: 'Beta',
      collections: [{ name: 'Handbook' }],
      assistants: [{ name: 'Helper', collections: ['Handbook'] }],
      widget_deployments: [
        { name: 'Website', assistant: 'Helper', allowed_origins: [PAGE_ORIGIN] },
      ],
    }

    const changes = await provisioned.changes(bare)

    expect(changes).toEqual([])
    expect(await only('GET /assistants')).toEqual(assistant)
    expect(await sourcesOf('Handbook')).toHaveLength(1)
    expect(await provisioned.statusWith(SECRET)).toBe(200)
  })

  test('brings an archived collection back with new sources in it', async () => {
    await provisioned.changes({ ...beta, collections: [handbook, { ...minutes, archived: true }] })
    const mail = { name: 'mail', type: 'upload' }
    const back = { ...minutes, description: 'Of meetings', archived: false, sources: [mail] }
    const restored = { ...beta, collections: [handbook, back] }

    const first = await provisioned.changes(restored)
    const second = await provisioned.changes(restored)

    expect(first).toEqual([
      { place: `${AT}.collections[1].sources[0]`, name: 'mail', kind: 'created', fields: [] },
      {
        place: `${AT}.collections[1]`,
        name: 'Minutes',
        kind: 'updated',
        fields: ['archived', 'description'],
      },
    ])
    expect(second).toEqual([])
    expect(await sourcesOf('Minutes')).toMatchObject([{ name: 'mail' }])
  })

  test('has a job of each source that is to be synced, and never a second', async () => {
    const [source] = await sourcesOf('Handbook')
    const unsynced = { name: 'later', type: 'folder', config: { path: './later' } }
    const both = { ...handbook, sources: [docs, unsynced] }

    await provisioned.changes({ ...beta, collections: [both, minutes] })

    const jobs = Object.fromEntries(
      (await sourcesOf('Handbook')).map(({ name, latest_job }: Source) => [name, latest_job?.id]),
    )
    expect(source.latest_job.id).toEqual(expect.any(String))
    expect(jobs).toEqual({ docs: source.latest_job.id, later: undefined })
  })

  test('is matched however many collections it has', async () => {
    const many = Array.from({ length: 120 }, (_, number) => ({ name: `Collection ${number}` }))
    await provisioned.changes({ ...beta, collections: [...beta.collections, ...many] })

    const again = await provisioned.changes({
      ...beta,
      collections: [...beta.collections, ...many],
    })

    expect(again).toEqual([])
  })

  test('keeps the embedding of a collection, whatever the file names, and says so', async () => {
    const named = { ...handbook, embedding_model: 'gone/model', embedding_dimensions: 128 }

    const { changes, keptEmbeddings } = await provisioned.apply({
      organizations: [{ ...beta, collections: [named, { ...minutes, embedding_dimensions: 128 }] }],
    })

    expect(changes).toEqual([])
    const own = { embedding_model: 'builtin/meaning-1', embedding_dimensions: 256 }
    expect(keptEmbeddings).toEqual([
      { place: `${AT}.collections[0]`, name: 'Handbook', ...own },
      { place: `${AT}.collections[1]`, name: 'Minutes', ...own },
    ])
    expect(await provisioned.read('GET /knowledge/collections')).toMatchObject({
      data: [own, own],
    })
  })

  test.each<[string, object, string]>([
    [
      'the type of a source',
      { collections: [{ ...handbook, sources: [{ name: 'docs', type: 'upload' }] }, minutes] },
      '.collections[0].sources[0] ("docs"): type cannot be changed; declare it under another name.',
    ],
    [
      'the role of a key',
      { api_keys: [{ ...beta.api_keys[0], role: 'member' }] },
      '.api_keys[0] ("ci"): role is admin for good; to make it member, give the key another secret.',
    ],
    [
      'the key of a deployment',
      { widget_deployments: [{ ...website, widget_key: `${WIDGET_KEY}x` }] },
      '.widget_deployments[0] ("Website"): widget_key cannot be changed; declare it under another name.',
    ],
    [
      'the assistant of a deployment',
      {
        assistants: [helper, { name: 'Other', collections: [] }],
        widget_deployments: [{ ...website, assistant: 'Other' }],
      },
      '.widget_deployments[0] ("Website"): assistant cannot be changed; declare it under another name.',
    ],
    [
      'the owner of a widget key',
      { widget_deployments: [website, { ...website, name: 'Twin' }] },
      '.widget_deployments[1] ("Twin"): widget_key is already used by another deployment.',
    ],
    [
      'the owner of a secret',
      { api_keys: [...beta.api_keys, { name: 'twin', role: 'admin', secret: SECRET }] },
      '.api_keys[1] ("twin"): ',
    ],
  ])('refuses to change %s, and everything else of the file with it', async (_, change, line) => {
    const refusal = await provisioned.refusal({
      organizations: [{ ...beta, ...change, name: 'Beta AS' }],
    })

    expect(refusal).toContain(AT + line)
    expect(await provisioned.changes(beta)).toEqual([])
  })
})

test('credentials of a source are written when they differ from the stored ones', async () => {
  const declared = (password: string) => ({
    slug: 'beta',
    name: 'Beta',
    collections: [
      {
        name: 'Pages',
        sources: [
          {
            name: 'site',
            type: 'website',
            config: { start_urls: ['https://a.test/'] },
            credentials: { type: 'basic', username: 'ann', password },
          },
        ],
      },
    ],
  })
  await provisioned.changes(declared('one'))

  expect(await provisioned.changes(declared('one'))).toEqual([])
  expect(await provisioned.changes(declared('two'))).toMatchObject([{ fields: ['credentials'] }])
  expect(await provisioned.changes(declared('two'))).toEqual([])
})
