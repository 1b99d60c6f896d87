import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ResolvedBrand } from '../../server/contract/branding.ts'
import { call, outcome, page, startHttp, type TestService } from './service.ts'
import { type Key, START } from './tenants.ts'

let service: TestService
let owner: Key
beforeAll(async () => {
  service = await startHttp()
  owner = service.tenant.keys.owner
})
afterAll(() => service.stop())

const LATER = '2026-11-02T10:00:00.000Z'

test('saving replaces the whole layer, and each save and reset makes a new revision', async () => {
  const key = service.stranger.keys.admin
  const never = await outcome(await call(service, 'GET /branding', { key }))
  service.clock.now = LATER
  const saved = await put(key, 0, { identity: { productName: 'Acme' }, theme: {} })
  const replaced = await put(key, 1, { legal: { copyrightNotice: '© Acme' } })
  const read = await outcome(await call(service, 'GET /branding', { key }))
  const reset = await outcome(
    await call(service, 'DELETE /branding', { key, json: { revision: 2 } }),
  )
  service.clock.now = START

  expect(never).toEqual({
    status: 200,
    body: { layer: {}, revision: 0, configured: false, updatedAt: null, updatedBy: null },
  })
  const by = { configured: true, updatedAt: LATER, updatedBy: key.id }
  expect(saved).toEqual({
    status: 200,
    body: {
      layer: { identity: { productName: 'Acme' }, theme: {} },
      revision: 1,
      ...by,
      warnings: [],
    },
  })
  const layer = { legal: { copyrightNotice: '© Acme' } }
  expect(replaced.body).toEqual({ layer, revision: 2, ...by, warnings: [] })
  expect(read.body).toEqual({ layer, revision: 2, ...by })
  expect(reset).toEqual({ status: 200, body: { layer: {}, revision: 3, ...by } })
})

describe('the revision (docs/behaviour.md#revisions)', () => {
  test('an outdated or future one is 409, and nothing changes', async () => {
    const revision = await currentRevision()

    const refused = await Promise.all([
      put(owner, revision - 1, {}),
      put(owner, revision + 1, {}),
      outcome(await call(service, `DELETE /branding?revision=${revision - 1}`, { key: owner })),
    ])

    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'conflict'])
    }
    expect(
      (await outcome(await call(service, 'GET /branding', { key: owner }))).body.revision,
    ).toBe(revision)
  })

  test('of two saves of one revision exactly one is accepted', async () => {
    const revision = await currentRevision()

    const saves = await Promise.all([put(owner, revision, {}), put(owner, revision, {})])

    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    ['in the body', (revision: number) => ({ json: { revision } })],
    ['in the query', (revision: number) => ({ query: `?revision=${revision}` })],
    ['as If-Match', (revision: number) => ({ headers: { 'if-match': `"${revision}"` } })],
    [
      'in the query of a request that names a type and has no body',
      (revision: number) => ({
        query: `?revision=${revision}`,
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'in all three places',
      (revision: number) => ({
        json: { revision },
        query: `?revision=${revision}`,
        headers: { 'if-match': `"${revision}"` },
      }),
    ],
  ])('of a reset may be sent %s', async (_, place) => {
    const revision = await currentRevision()
    const { query = '', ...request } = place(revision) as { query?: string; json?: unknown }

    const reset = await outcome(
      await call(service, `DELETE /branding${query}`, { key: owner, ...request }),
    )

    expect(reset).toMatchObject({ status: 200, body: { layer: {}, revision: revision + 1 } })
  })

  test.each([
    ['DELETE /branding', {}, 'revision is required in the body, in the query or as If-Match.'],
    [
      'DELETE /branding',
      { json: {} },
      'revision is required in the body, in the query or as If-Match.',
    ],
    ['DELETE /branding', { json: { revision: '1' } }, 'revision must be a whole number.'],
    ['DELETE /branding', { json: { revision: null } }, 'revision must be a whole number.'],
    ['DELETE /branding?revision=-1', {}, 'revision must be a whole number from 0.'],
    [
      'DELETE /branding?revision=1',
      { json: { revision: 2 } },
      'revision must be the same in the body, in the query and as If-Match.',
    ],
    [
      'DELETE /branding',
      { headers: { 'if-match': '1' } },
      'if-match must be a revision in quotes, such as "3".',
    ],
    ['PUT /branding', { json: { layer: {} } }, 'revision is required.'],
    ['PUT /branding', { json: { revision: 1.5, layer: {} } }, 'revision must be a whole number.'],
    ['PUT /branding', { json: { revision: 0 } }, 'layer is required.'],
    ['PUT /branding', { json: { revision: 0, layer: null } }, 'layer must be an object.'],
  ])('%s %j is 400', async (route, request, message) => {
    const refused = await outcome(await call(service, route, { key: owner, ...request }))

    expect(refused).toEqual({ status: 400, body: { code: 'validation_error', message } })
  })
})

test.each([
  [{ identity: { productNam: 'A' } }, 'layer.identity.productNam is not a field of this request.'],
  [{ colours: {} }, 'layer.colours is not a field of this request.'],
  [
    { theme: { colors: { dark: { brand: 'blurple' } } } },
    'layer.theme.colors.dark.brand must be a CSS colour such as #1c3fc4 or oklch(55% 0.2 265).',
  ],
  [{ theme: null }, 'layer.theme must be an object.'],
])(
  'a layer %j is 400 and names the wrong field (docs/behaviour.md#branding)',
  async (layer, message) => {
    const refused = await put(owner, await currentRevision(), layer)

    expect(refused).toEqual({ status: 400, body: { code: 'validation_error', message } })
  },
)

test('a layer may be larger than other bodies, up to 1 MiB', async () => {
  const image = 'data:image/png;base64,'.padEnd(128 * 1024, 'A')
  const layer = { assets: { logoLight: image, logoDark: image, logoMark: image, ogImage: image } }

  const saved = await put(owner, await currentRevision(), layer)
  const tooLarge = await call(service, 'PUT /branding', {
    key: owner,
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(1024 * 1024 + 1, 0x20),
  })

  expect(saved.body.layer).toEqual(layer)
  expect(tooLarge.status).toBe(413)
})

test('low contrast is a warning, and the layer is saved', async () => {
  const layer = { theme: { colors: { light: { brand: '#ffd400', brandContrast: '#ffffff' } } } }

  const { status, body } = await put(owner, await currentRevision(), layer)

  expect([status, body.layer]).toEqual([200, layer])
  expect(body.warnings).toContainEqual({
    path: 'theme.colors.light.brandContrast',
    message: expect.stringMatching(/^brandContrast on brand has a contrast of 1\.\d\d:1 /),
  })
})

test('the revision is the ETag, and If-None-Match with it gets 304', async () => {
  const revision = await currentRevision()
  const etag = `"${revision}"`

  const [read, known] = await Promise.all([
    call(service, 'GET /branding', { key: owner }),
    call(service, 'GET /branding', { key: owner, headers: { 'if-none-match': etag } }),
  ])

  expect([read.status, read.headers.get('etag')]).toEqual([200, etag])
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, ''])
})

describe('the theme (docs/behaviour.md#theme)', () => {
  const theme = (query = '', headers = {}) =>
    call(service, `GET /branding/theme${query}`, { key: service.tenant.keys.member, headers })

  test.each([
    ['', 'text/css; charset=utf-8'],
    ['?format=css', 'text/css; charset=utf-8'],
    ['?format=json&organization=other', 'application/json; charset=utf-8'],
    ['?format=librechat&x=1', 'application/json; charset=utf-8'],
  ])('%s is %s, private, with the revision as its ETag', async (query, type) => {
    const revision = await currentRevision()

    const response = await theme(query)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('etag')).toBe(`"${revision}"`)
  })

  test('contains the saved brand in each format', async () => {
    await put(owner, await currentRevision(), {
      identity: { productName: 'Acme Help' },
      theme: { colors: { light: { brand: 'rebeccapurple' } } },
    })

    const css = await (await theme()).text()
    const json = await (await theme('?format=json')).json()
    const librechat = await (await theme('?format=librechat')).json()

    expect(css).toContain('--svc-color-brand: rebeccapurple;')
    expect(ResolvedBrand.parse(json).theme.colors.light.brand).toBe('rebeccapurple')
    expect(librechat).toMatchObject({
      version: 1,
      name: 'Acme Help',
      modes: { light: { colors: { 'rgb-surface-submit': '102 51 153' } } },
    })
  })

  test('is 304 for If-None-Match with its revision', async () => {
    const revision = await currentRevision()

    const [same, listed, old] = await Promise.all([
      theme('', { 'if-none-match': `"${revision}"` }),
      theme('?format=json', { 'if-none-match': `"x", W/"${revision}"` }),
      theme('', { 'if-none-match': `"${revision - 1}"` }),
    ])

    expect([same.status, await same.text()]).toEqual([304, ''])
    expect(same.headers.get('etag')).toBe(`"${revision}"`)
    expect(listed.status).toBe(304)
    expect(old.status).toBe(200)
  })

  test.each(['scss', '', 'CSS'])('in the format "%s" is 400', async (format) => {
    const refused = await outcome(await theme(`?format=${format}`))

    expect(refused).toEqual({
      status: 400,
      body: {
        code: 'validation_error',
        message: 'format must be one of css, json, librechat.',
      },
    })
  })
})

test('a page gets the new brand with its next bootstrap, without links', async () => {
  await put(owner, await currentRevision(), {
    identity: { productName: 'Acme Help' },
    domains: { docsUrl: 'https://docs.acme.test' },
    legal: { termsUrl: 'https://acme.test/terms' },
  })

  const { body } = await outcome(
    await call(service, 'GET /widget/bootstrap', { headers: page(service.tenant) }),
  )

  expect(body.brand).toEqual({ identity: { productName: 'Acme Help' } })
})

async function put(key: Key, revision: number, layer: unknown) {
  return outcome(await call(service, 'PUT /branding', { key, json: { revision, layer } }))
}

/** The revision of the tenant's branding, after saving it. */
async function currentRevision(): Promise<number> {
  const { body } = await outcome(await call(service, 'GET /branding', { key: owner }))
  return body.revision > 0 ? body.revision : (await put(owner, 0, {})).body.revision
}

describe('checking a layer without saving it', () => {
  const check = async (light: object, dark: object) => {
    const json = { layer: { theme: { colors: { light, dark } } } }
    return outcome(await call(service, 'POST /branding/check', { key: owner, json }))
  }

  test.each(['#ffcc00', '#1c3fc4', '#e91e63', '#888888', '#ffffff', '#000000'])(
    'text of the colour of its brand, %s, is mended so that it can be read',
    async (brand) => {
      const colors = { brand, brandContrast: brand }
      const found = await check(colors, colors)
      const mended = Object.fromEntries(
        found.body.warnings.map((warning: { mode: string; mended: string }) => [
          warning.mode,
          { brand, brandContrast: warning.mended },
        ]),
      )
      const again = await check(mended.light ?? {}, mended.dark ?? {})

      expect(found.status).toBe(200)
      expect(found.body.warnings.length).toBeGreaterThan(0)
      expect(again.body.warnings).toEqual([])
    },
  )

  test('the brand is resolved, and nothing is saved', async () => {
    const before = await currentRevision()
    const { body } = await check({ brand: '#ffcc00', accent: '#ffcc00' }, {})

    expect(body.brand.theme.colors.light.brandContrast).toBe('#000000')
    expect(body.warnings[0]).toEqual({
      path: 'theme.colors.light.accent',
      message: expect.stringContaining('accentContrast on accent'),
      mode: 'light',
      key: 'accent',
      ratio: 1.51,
      mended: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    expect(await currentRevision()).toBe(before)
  })

  test('what is no colour is refused by its name', async () => {
    const { status, body } = await check({ brand: 'notacolour' }, {})

    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^layer\.theme\.colors\.light\.brand /),
    ])
  })
})
