import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'cheerio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWidgetKey } from '../../server/identity/secrets.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { PAGE_ORIGIN, PUBLIC_URL, START } from './tenants.ts'

const SCRIPT = 'void 0'
const KEY = 'The key belongs to an active widget deployment'
const ALLOWED = 'The origin is allowed'
const WELL_FORMED = 'The origin is well-formed'
const POLICY = 'The Content-Security-Policy of the page allows the widget'
const ADDRESS = 'Visitors can reach the address of the service'

let assetsDir: string
let service: TestService
beforeAll(async () => {
  assetsDir = await mkdtemp(join(tmpdir(), 'check-'))
  await mkdir(join(assetsDir, 'widget'))
  await writeFile(join(assetsDir, 'widget.js'), SCRIPT)
  service = await startHttp({ assetsDir })
})
beforeEach(() => {
  service.clock.now = START
})
afterAll(async () => {
  await service.stop()
  await rm(assetsDir, { recursive: true })
})

async function check(query: Record<string, string>, from = service) {
  const response = await fetch(`${from.origin}/svc/widget/check?${new URLSearchParams(query)}`)
  const html = await response.text()
  const $ = load(html)
  const states = $('li[data-state]')
    .toArray()
    .map((item) => [$(item).find('b').text(), $(item).attr('data-state')])
  return { response, html, $, states: Object.fromEntries(states), text: $('main').text() }
}

const liveKey = () => service.tenant.deployment.widget_key

test('an active key on an allowed origin passes every check', async () => {
  const { response, states } = await check({ key: liveKey(), origin: PAGE_ORIGIN })

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(states).toMatchObject({
    [KEY]: 'ok',
    [WELL_FORMED]: 'ok',
    [ALLOWED]: 'ok',
    [ADDRESS]: 'ok',
  })
})

test('another origin is not allowed, and nothing else is revealed about the deployment', async () => {
  const { states, text } = await check({ key: liveKey(), origin: 'https://evil.test' })

  expect(states).toMatchObject({ [KEY]: 'ok', [ALLOWED]: 'problem' })
  expect(text).not.toContain(PAGE_ORIGIN)
  expect(text).not.toContain(service.tenant.deployment.id)
})

test('a refusal by the platform reads the same as one by the deployment', async () => {
  const narrow = await startHttp({ assetsDir, widgetOrigins: ['https://other.test'] })

  const byPlatform = await check(
    { key: narrow.tenant.deployment.widget_key, origin: PAGE_ORIGIN },
    narrow,
  )
  const byDeployment = await check({ key: liveKey(), origin: 'https://other.test' })
  await narrow.stop()

  const item = ({ $ }: typeof byPlatform) => $(`li:has(b:contains("${ALLOWED}"))`).text()
  expect(item(byPlatform)).toBe(item(byDeployment).replaceAll('https://other.test', PAGE_ORIGIN))
})

test('unknown, revoked and expired keys read the same (docs/behaviour.md#bootstrap)', async () => {
  const { tenant, clock } = service
  const deploy = async (fields: object) => {
    const json = { name: crypto.randomUUID(), assistant_id: tenant.assistant_id, ...fields }
    const created = await call(service, 'POST /widget-deployments', {
      key: tenant.keys.owner,
      json: { allowed_origins: [PAGE_ORIGIN], ...json },
    })
    return (await outcome(created)).body as { id: string; widget_key: string }
  }
  const revoked = await deploy({})
  await call(service, `DELETE /widget-deployments/${revoked.id}`, { key: tenant.keys.owner })
  const expired = await deploy({ expires_at: '2026-11-01T01:00:00' })
  clock.now = '2026-11-01T01:00:00.000Z'

  const pages = await Promise.all(
    [createWidgetKey(), revoked.widget_key, expired.widget_key].map((key) =>
      check({ key, origin: PAGE_ORIGIN }),
    ),
  )

  const told = pages.map(({ $ }) => $('ul').first().html())
  expect(new Set(told).size).toBe(1)
  expect(pages[0]?.states).toMatchObject({ [KEY]: 'problem', [ALLOWED]: 'unknown' })
})

test('opening the page counts neither as a use of the key nor as a refusal', async () => {
  const { tenant, stranger } = service
  const { deployment, keys } = stranger

  await check({ key: deployment.widget_key, origin: 'https://evil.test' })

  const path = `/widget-deployments/${deployment.id}`
  const read = await outcome(await call(service, `GET ${path}`, { key: keys.owner }))
  const refusals = await outcome(await call(service, `GET ${path}/refusals`, { key: keys.owner }))
  expect(tenant.id).not.toBe(stranger.id)
  expect(read.body.last_used_at).toBeNull()
  expect(refusals.body.data).toEqual([])
})

describe('hostile parameters', () => {
  const HOSTILE = `svc_wk_"><script>alert(1)</script><img src=x onerror=alert(1)>'\`\u202e`

  test('stay text, and never get into the tag to paste', async () => {
    const { html, $ } = await check({ key: HOSTILE, origin: HOSTILE })

    expect(html).not.toContain('<img')
    expect($('script').length).toBe(1)
    expect($('pre').text()).not.toContain('alert')
    expect($('input[name="origin"]').attr('value')).toBe(HOSTILE)
  })

  test('a secret API key is not repeated, and its owner is told to revoke it', async () => {
    const key = service.tenant.keys.owner.secret
    const { html, text } = await check({ key, origin: PAGE_ORIGIN })

    expect(html).not.toContain(key)
    expect(text).toContain('Revoke it at once')
  })

  test('given twice, the first counts', async () => {
    const query = `key=${liveKey()}&key=x&origin=${PAGE_ORIGIN}&origin=y`
    const response = await fetch(`${service.origin}/svc/widget/check?${query}`)

    expect(await response.text()).toContain('in the list of the deployment')
  })
})

test('the whole address of a page is recognized as such', async () => {
  const { text } = await check({ key: liveKey(), origin: `${PAGE_ORIGIN}/pricing?x=1` })

  expect(text).toContain(`did you mean ${PAGE_ORIGIN}?`)
})

test('loads nothing but its own script, under a policy without exceptions', async () => {
  const { response, $ } = await check({})

  const policy = response.headers.get('content-security-policy') ?? ''
  const style = createHash('sha256').update($('style').text()).digest('base64')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`style-src 'sha256-${style}'`)
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(
    $('[src], link')
      .toArray()
      .map((element) => $(element).attr('src')),
  ).toEqual(['/svc/widget/check.js'])
  const script = await fetch(`${service.origin}/svc/widget/check.js`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('shows the plain tag, the pinned one with its integrity, and what the policy needs', async () => {
  const { $ } = await check({ key: liveKey(), origin: PAGE_ORIGIN })

  const [plain, pinned, policy] = $('pre')
    .toArray()
    .map((element) => $(element).text())
  const script = load(pinned ?? '')('script')
  const served = await fetch(service.origin + new URL(script.attr('src') ?? '').pathname)
  const hash = createHash('sha384')
    .update(await served.text())
    .digest('base64')
  expect(plain).toContain(`src="${PUBLIC_URL}/svc/widget.js" data-widget-key="${liveKey()}"`)
  expect(script.attr('integrity')).toBe(`sha384-${hash}`)
  expect(script.attr('crossorigin')).toBe('anonymous')
  expect(policy).toContain(`script-src ${PUBLIC_URL};`)
  expect(policy).toContain(`connect-src ${PUBLIC_URL};`)
})

test('HEAD is answered, other methods are 405', async () => {
  const url = `${service.origin}/svc/widget/check`
  const head = await fetch(url, { method: 'HEAD' })
  const post = await fetch(url, { method: 'POST' })

  expect([head.status, post.status, post.headers.get('allow')]).toEqual([200, 405, 'GET, HEAD'])
})

test("counts against the address's budget", async () => {
  const limited = await startHttp({ assetsDir, rates: { address: 2 } })
  const statuses: number[] = []

  for (let i = 0; i < 3; i += 1) statuses.push((await check({}, limited)).response.status)
  await limited.stop()

  expect(statuses).toEqual([200, 200, 429])
})

describe('the policy of the page', () => {
  const { origin, host } = new URL(PUBLIC_URL)
  const examine = (policy: string) => check({ key: liveKey(), origin: PAGE_ORIGIN, policy })

  test.each([
    `default-src 'none'; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'`,
    `default-src ${origin}`,
    `img-src 'self'`,
    `script-src 'self' *.example ${host}; connect-src *`,
    `SCRIPT-SRC ${origin}/svc/; connect-src ${origin}/`,
    `default-src *, script-src ${origin}`,
  ])('that allows the widget is OK: %s', async (policy) => {
    const { states } = await examine(policy)

    expect(states[POLICY]).toBe('ok')
  })

  test.each([
    [`default-src 'self'`, '`script-src` and `connect-src`'],
    [`default-src 'none'; script-src ${origin}`, '`connect-src`'],
    [`script-src-elem 'self'; script-src ${origin}`, '`script-src`'],
    [`script-src ${origin}/svc/widget.js; connect-src ${origin}`, '`script-src`'],
    [`script-src ${origin}:1; connect-src ${origin}`, '`script-src`'],
    [`default-src *, connect-src 'none'`, '`connect-src`'],
    [`script-src ${origin} 'nonce-x' 'strict-dynamic'`, '`script-src`'],
  ])('that blocks it gets advice on what to change: %s', async (policy, names) => {
    const { states, text } = await examine(policy)

    expect(states[POLICY]).toBe('problem')
    expect(text).toContain(`Its ${names.replaceAll('`', '')} block`)
  })

  test('is not checked when none was given, and is escaped', async () => {
    const { states } = await check({ key: liveKey(), origin: PAGE_ORIGIN })
    const { $ } = await examine('</textarea><b>')

    expect(states[POLICY]).toBe('unknown')
    expect($('textarea').text()).toBe('</textarea><b>')
  })
})
