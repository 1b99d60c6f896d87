import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceTypes } from '../../server/contract/source-types.ts'
import type { PrivateAccess } from '../../server/fetch/private-access.ts'
import { long, refusalOf } from './refusal.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  const fetchPrivate: PrivateAccess = [
    { kind: 'host', host: 'git.internal', port: null },
    { kind: 'host', host: 'smtp.internal', port: 25 },
    { kind: 'range', address: '10.0.0.0', bits: 8 },
  ]
  service = await startHttp({ sourceRoots: ['/srv/docs'], fetchPrivate })
})
afterAll(() => service.stop())

const refusal = (route: string, json?: unknown) => refusalOf(service, route, json)

describe('collections (docs/behaviour.md#collections)', () => {
  test.each([
    [{}, 'name is required.'],
    [{ name: ' ' }, 'name must be 1 to 200 characters after trimming.'],
    [{ name: long(201) }, 'name must be 1 to 200 characters after trimming.'],
    [{ name: 'A', description: long(4001) }, 'description must be at most 4000 characters.'],
    [{ name: 'A', embedding_dimensions: 0 }, 'embedding_dimensions must be at least 1.'],
    [{ name: 'A', embedding_dimensions: 100_001 }, 'embedding_dimensions must be at most 100000.'],
    [{ name: 'A', embedding_dimensions: 1.5 }, 'embedding_dimensions must be a whole number.'],
    [{ name: 'A', embedding_dimensions: '8' }, 'embedding_dimensions must be a whole number.'],
    [{ name: 'A', embedding_model: 'x/y' }, 'embedding_model must be builtin/meaning-1.'],
  ])('POST %j', async (json, message) => {
    expect(await refusal('POST /knowledge/collections', json)).toBe(message)
  })

  test.each([
    [{}, 'The body must change at least one field.'],
    [{ name: null }, 'name must be a string.'],
    [{ description: null }, 'description must be a string.'],
    [{ archived: null }, 'archived must be true or false.'],
    [{ embedding_model: 'builtin/meaning-1' }, 'embedding_model is not a field of this request.'],
    [
      { name: 'A', embedding_dimensions: 4 },
      'embedding_dimensions is not a field of this request.',
    ],
  ])('PATCH %j', async (json, message) => {
    const route = `PATCH /knowledge/collections/${service.tenant.collection_id}`

    expect(await refusal(route, json)).toBe(message)
  })

  test('a description is trimmed and cut to 1,000 characters; the empty one clears it', async () => {
    const key = service.tenant.keys.owner
    const json = { name: 'Described', description: ` ${'😀'.repeat(1200)} ` }

    const { body } = await outcome(
      await call(service, 'POST /knowledge/collections', { key, json }),
    )
    const cleared = await outcome(
      await call(service, `PATCH /knowledge/collections/${body.id}`, {
        key,
        json: { description: '' },
      }),
    )

    expect(body.description).toBe('😀'.repeat(1000))
    expect(body).toMatchObject({
      embedding_model: 'builtin/meaning-1',
      embedding_dimensions: 256,
    })
    expect(cleared.body.description).toBe('')
  })

  test('a taken name is 409 on creating and renaming', async () => {
    const key = service.tenant.keys.owner
    const post = (json: object) => call(service, 'POST /knowledge/collections', { key, json })
    const created = await outcome(await post({ name: 'Once' }))

    const again = await post({ name: ' Once ' })
    const renamed = await call(service, `PATCH /knowledge/collections/${created.body.id}`, {
      key,
      json: { name: 'Handbook' },
    })

    expect([created.status, again.status, renamed.status]).toEqual([201, 409, 409])
  })
})

describe('sources and searches (docs/behaviour.md#sources)', () => {
  const post = (json: unknown) =>
    refusal(`POST /knowledge/collections/${service.tenant.collection_id}/sources`, json)
  const folder = (config: object) => ({ name: 'F', type: 'folder', config })
  const website = (config: object) => ({
    name: 'W',
    type: 'website',
    config: { start_urls: ['https://a.test/'], ...config },
  })
  const git = (url: string) => ({ name: 'G', type: 'git', config: { url } })
  const s3 = (endpoint: string) => ({
    name: 'B',
    type: 's3',
    config: { endpoint, region: 'eu', bucket: 'docs' },
  })
  const plain = (field: string, host: string) =>
    `config.${field} must be https, because SVC_FETCH_PRIVATE does not name ${host}.`
  const port = (field: string) =>
    `config.${field} must have the port 80, 443, one from 1024 on, or one that SVC_FETCH_PRIVATE names with its host.`
  const outside = 'config.path must be an absolute path inside a folder of SVC_SOURCE_ROOTS.'
  const either = 'config must have either url or path.'
  const zone = 'time_zone must be the name of a time zone, as Europe/Zurich.'
  const cron = 'schedule must be a cron expression of five fields with a next occurrence.'

  test.each([
    [{ name: 'S' }, 'type is required.'],
    [{ name: 'S', type: 'ftp' }, `type must be one of ${Object.keys(sourceTypes).join(', ')}.`],
    [
      { name: 'S', type: 'upload', config: { path: 'x' } },
      'config.path is not a field of this request.',
    ],
    [website({ start_urls: [] }), 'config.start_urls must contain 1 to 20 addresses.'],
    [
      website({ start_urls: Array(21).fill('https://a.test/') }),
      'config.start_urls must contain 1 to 20 addresses.',
    ],
    [
      website({ start_urls: ['a.test'] }),
      'config.start_urls[0] must be an http or https address of at most 2000 characters.',
    ],
    [
      website({ sitemap_url: 'https://ann:pw@a.test/s.xml' }),
      'config.sitemap_url must be an address without user name and password; use credentials.',
    ],
    [website({ start_urls: ['https://a.test:22/'] }), port('start_urls[0]')],
    [website({ sitemap_url: 'https://a.test:1023/' }), port('sitemap_url')],
    [{ name: 'F', type: 'feed', config: { url: 'https://a.test:25/' } }, port('url')],
    [{ name: 'O', type: 'openapi', config: { url: 'https://smtp.internal:26/' } }, port('url')],
    [git('https://git.internal:22/docs'), port('url')],
    [git('http://public.test/docs'), plain('url', 'public.test')],
    [git('http://93.184.216.34/docs'), plain('url', '93.184.216.34')],
    [git('http://192.168.0.1/docs'), plain('url', '192.168.0.1')],
    [git('http://localhost/docs'), plain('url', 'localhost')],
    [s3('http://public.test'), plain('endpoint', 'public.test')],
    [s3('https://public.test:139'), port('endpoint')],
    ...['guide/**', '/guide/*', '**/start.*', '{a,guide}/*.html'].map((glob): [object, string] => [
      website({
        start_urls: ['https://a.test/', 'https://a.test/gu%69de/start.html?utm_source=x'],
        exclude: ['b/**', glob],
      }),
      'config.exclude must not leave out config.start_urls[1], from which the website is read.',
    ]),
    [website({ max_pages: 20_001 }), 'config.max_pages must be at most 20000.'],
    [website({ max_depth: -1 }), 'config.max_depth must be at least 0.'],
    [website({ languages: ['english'] }), 'config.languages[0] must be a language such as en.'],
    [website({ content_selector: 'main[' }), 'config.content_selector must be a CSS selector.'],
    [
      website({ remove_selectors: ['.a', ':b('] }),
      'config.remove_selectors[1] must be a CSS selector.',
    ],
    [website({ respect_robots: 'no' }), 'config.respect_robots must be true or false.'],
    [folder({}), 'config.path is required.'],
    [folder({ path: '/srv/docs', include: '*' }), 'config.include must be a list.'],
    [
      folder({ path: '/srv/docs', base_url: 'ftp://x' }),
      'config.base_url must be an http or https address of at most 2000 characters.',
    ],
    ...['@(a|b)', '!a.md', 'a\\*'].map((glob): [object, string] => [
      folder({ path: '/srv/docs', exclude: ['*.md', glob] }),
      `config.exclude[1] must not contain ${/[(!\\]/.exec(glob)?.[0]}: globs support *, **, ?, [a-z] and {a,b}.`,
    ]),
    [
      folder({ path: '/srv/docs', include: ['[!a].md'] }),
      'config.include[0] must have characters or a range such as [a-z] between [ and ].',
    ],
    [
      folder({ path: '/srv/docs', include: ['{1..9}'] }),
      'config.include[0] must have a comma in {a,b}; ranges such as {1..9} are not supported.',
    ],
    [folder({ path: '/srv/docs', include: ['{a,b'] }), 'config.include[0] has a { without its }.'],
    [
      folder({ path: '/srv/docs', include: ['{a,b}'.repeat(20)] }),
      'config.include[0] must have at most 5000 characters after its braces are expanded.',
    ],
    [
      folder({ path: '/srv/docs', include: ['{a,b}'.repeat(8), '{c,d}'.repeat(8)] }),
      'config.include must have at most 5000 characters after its braces are expanded.',
    ],
    [
      folder({ path: '/srv/docs', permalinks: { '+(a)': '/{slug}' } }),
      'config.permalinks must not contain (: globs support *, **, ?, [a-z] and {a,b}.',
    ],
    [folder({ path: '/srv' }), outside],
    [folder({ path: '/srv/docs2' }), outside],
    [folder({ path: '/srv/docs/../secret' }), outside],
    [folder({ path: 'docs' }), outside],
    [{ name: 'S', type: 'upload', schedule: 'daily' }, cron],
    [{ name: 'S', type: 'upload', schedule: '* * * * * *' }, cron],
    [{ name: 'S', type: 'upload', schedule: '0 0 30 2 *' }, cron],
    [{ name: 'S', type: 'upload', schedule: '61 * * * *' }, cron],
    [{ name: 'S', type: 'openapi' }, either],
    [
      {
        name: 'S',
        type: 'openapi',
        config: { url: 'https://a.test/b.json', path: '/srv/docs/b.json' },
      },
      either,
    ],
    [{ name: 'S', type: 'openapi', config: { path: '/etc/b.json' } }, outside],
    [{ name: 'S', type: 'upload', time_zone: 'Mars/Olympus' }, zone],
    [{ name: 'S', type: 'upload', time_zone: '+01:00' }, zone],
    [{ name: 'S', type: 'upload', time_zone: '' }, zone],
  ])('POST …/sources %j', async (json, message) => {
    expect(await post(json)).toBe(message)
  })

  test.each([
    git('https://public.test:8443/docs'),
    git('http://git.internal:3000/docs'),
    git('http://10.1.2.3/docs'),
    git('https://smtp.internal:25/docs'),
    s3('http://git.internal:9000'),
    website({ start_urls: ['http://a.test:443/'] }),
    website({ start_urls: ['https://a.test/guide/'], exclude: ['guide/old/**', 'guide'] }),
  ])('POST …/sources %j is accepted', async (json) => {
    const key = service.tenant.keys.owner
    const route = `/knowledge/collections/${service.tenant.collection_id}/sources`
    const { status, body } = await outcome(await call(service, `POST ${route}`, { key, json }))

    expect(status).toBe(201)
    await call(service, `DELETE /knowledge/sources/${body.id}`, { key })
  })

  test('a folder inside a root and a schedule are accepted; the type cannot be changed', async () => {
    const key = service.tenant.keys.owner
    const route = `/knowledge/collections/${service.tenant.collection_id}/sources`
    const json = {
      ...folder({ path: '/srv/docs/guide/' }),
      schedule: '*/15 2 * * 1-5',
      time_zone: 'Asia/Tokyo',
    }

    const { status, body } = await outcome(await call(service, `POST ${route}`, { key, json }))
    const patch = (change: object) =>
      call(service, `PATCH /knowledge/sources/${body.id}`, { key, json: change })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      config: { path: '/srv/docs/guide', include: [], exclude: [] },
      schedule: '*/15 2 * * 1-5',
      time_zone: 'Asia/Tokyo',
      latest_job: null,
    })
    expect((await outcome(await patch({ schedule: null }))).body.schedule).toBe(null)
    expect((await outcome(await patch({ time_zone: 'UTC' }))).body.time_zone).toBe('UTC')
    expect((await patch({ type: 'upload' })).status).toBe(400)
    expect((await patch({ config: { path: '/etc' } })).status).toBe(400)
    expect((await patch({})).status).toBe(400)
  })

  test.each([
    [{}, 'query is required.'],
    [{ query: ' ' }, 'query must be 1 to 16000 characters after trimming.'],
    [{ query: 'x', limit: 0 }, 'limit must be a whole number from 1 to 50.'],
    [{ query: 'x', limit: 51 }, 'limit must be a whole number from 1 to 50.'],
    [
      { query: 'x', knowledge_base_ids: [] },
      'knowledge_base_ids must contain 1 to 100 collections.',
    ],
    [
      { query: 'x', knowledge_base_ids: ['a'], assistant_id: 'b' },
      'The body must not have both knowledge_base_ids and assistant_id.',
    ],
  ])('POST /knowledge/search %j', async (json, message) => {
    expect(await refusal('POST /knowledge/search', json)).toBe(message)
  })

  test('a search in unknown or foreign collections and assistants is 404', async () => {
    const key = service.tenant.keys.owner
    const { tenant, stranger } = service
    const search = async (json: object) =>
      (await call(service, 'POST /knowledge/search', { key, json: { query: 'x', ...json } })).status

    expect(await search({ knowledge_base_ids: [tenant.collection_id, 'nonsense'] })).toBe(404)
    expect(await search({ knowledge_base_ids: [stranger.collection_id] })).toBe(404)
    expect(await search({ assistant_id: stranger.assistant_id })).toBe(404)
    expect(await search({ assistant_id: tenant.assistant_id })).toBe(200)
    expect(await search({})).toBe(200)
  })
})
