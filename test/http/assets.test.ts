import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDemoSite } from '../../server/http/demo-site.ts'
import { createSharedVersions } from '../../server/http/shared-widget-versions.ts'
import { createFolderVersions } from '../../server/http/widget-versions.ts'
import { createFolderFiles } from '../../server/storage/files/folder.ts'
import type { WidgetVersion, WidgetVersions } from '../../server/storage/ports/widget-versions.ts'
import { startHttp, type TestService } from './service.ts'

/** Sends the path unchanged: `fetch` would normalize it. */
function getRaw(origin: string, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end()
  })
}

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assets-'))
})
afterAll(() => rm(dir, { recursive: true }))

describe("the widget's files", () => {
  let service: TestService
  beforeAll(async () => {
    const assetsDir = join(dir, 'assets')
    await mkdir(join(assetsDir, 'widget'), { recursive: true })
    await writeFile(join(assetsDir, 'widget.js'), `/* ${'launcher '.repeat(50)} */`)
    await writeFile(join(assetsDir, 'widget/panel-Ab3_x-9Z.js'), 'export {}')
    await writeFile(join(assetsDir, 'widget/plain.css'), 'p{}')
    await writeFile(join(assetsDir, 'secret.txt'), 'secret')
    service = await startHttp({ assetsDir })
  })
  afterAll(() => service.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.origin + path, { headers })

  test('any page may load the script', async () => {
    const { status, headers } = await get('/svc/widget.js')

    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
  })

  test('the files it loads have a hash in their name and are cached forever', async () => {
    const hashed = await get('/svc/widget/panel-Ab3_x-9Z.js')
    const plain = await get('/svc/widget/plain.css')

    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('cache-control')).toBe('no-cache')
    expect(plain.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  test('the script also has a versioned name, for pinning it with its integrity', async () => {
    const content = `/* ${'launcher '.repeat(50)} */`
    const hash = createHash('sha384').update(content).digest('base64url').slice(0, 8)

    const response = await get(`/svc/widget/widget-${hash}.js`)

    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe(content)
  })

  test('an unchanged script is 304', async () => {
    const etag = (await get('/svc/widget.js')).headers.get('etag') ?? ''

    const response = await get('/svc/widget.js', { 'if-none-match': etag, 'cache-control': '' })

    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  test.each(['br', 'gzip'])('it is sent as %s to clients that accept it', async (coding) => {
    const response = await get('/svc/widget.js', { 'accept-encoding': coding })

    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(await response.text()).toContain('launcher')
  })

  test('HEAD is answered, other methods are 405', async () => {
    const head = await fetch(`${service.origin}/svc/widget.js`, { method: 'HEAD' })
    const post = await fetch(`${service.origin}/svc/widget.js`, { method: 'POST' })

    expect([head.status, await head.text()]).toEqual([200, ''])
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each([
    '/svc/secret.txt',
    '/svc/widget/../secret.txt',
    '/svc/widget/%2e%2e/secret.txt',
    '/svc/widget/..%2fsecret.txt',
    '/svc/widget/',
    '/svc/widget/none.js',
  ])('%s is 404', async (path) => {
    expect(await getRaw(service.origin, path)).toBe(404)
  })
})

/** A folder with a widget built from `text`. */
async function build(text: string): Promise<string> {
  const assetsDir = await mkdtemp(join(dir, 'built-'))
  await mkdir(join(assetsDir, 'widget'))
  await writeFile(join(assetsDir, 'widget.js'), `script ${text}`)
  await writeFile(join(assetsDir, `widget/panel-${hashOf(text)}.js`), `panel ${text}`)
  return assetsDir
}

const hashOf = (text: string) =>
  createHash('sha384').update(`script ${text}`).digest('base64url').slice(0, 8)
const pinned = (text: string) => `/svc/widget/widget-${hashOf(text)}.js`
const panel = (text: string) => `/svc/widget/panel-${hashOf(text)}.js`

describe("the widget's earlier versions", () => {
  const inFolder = (name = 'versions') => createFolderVersions(join(dir, name))

  /** The service's responses for these paths with a widget built from `text`. */
  async function servedBy(text: string, paths: string[], kept = inFolder()): Promise<string[]> {
    const assetsDir = await build(text)
    const service = await startHttp({ assetsDir, versions: kept })
    const responses = await Promise.all(paths.map((path) => fetch(service.origin + path)))
    const texts = await Promise.all(responses.map((response) => response.text()))
    await service.stop()
    return texts.map((body, at) => (responses[at]?.ok ? body : `${responses[at]?.status}`))
  }

  test('are served with their files after an upgrade, while the plain script is new', async () => {
    await servedBy('one', [])

    expect(await servedBy('two', [pinned('one'), panel('one'), '/svc/widget.js'])).toEqual([
      'script one',
      'panel one',
      'script two',
    ])
  })

  test('are the last twenty that were served', async () => {
    const texts = Array.from({ length: 21 }, (_, at) => `version ${at}`)
    for (const text of texts.slice(0, 20)) await servedBy(text, [])
    await servedBy('version 0', [])

    const answers = await servedBy('version 20', texts.map(pinned))

    expect(answers.flatMap((answer, at) => (answer === '404' ? [at] : []))).toEqual([1])
  })

  test('are optional: when they cannot be stored, the current version is served', async () => {
    await writeFile(join(dir, 'no-folder'), '')

    const paths = ['/svc/widget.js', pinned('one'), panel('one')]
    expect(await servedBy('one', paths, inFolder('no-folder'))).toEqual([
      'script one',
      'script one',
      'panel one',
    ])
  })
})

describe("the widget's versions of several processes", () => {
  /** Starts processes that share data. */
  function shareData() {
    const kept: WidgetVersion[] = []
    const reported: string[] = []
    const files = createFolderFiles(join(dir, newId()))
    const widgetVersions: WidgetVersions = {
      keep: async (version) => void kept.unshift(version),
      list: async () => kept,
    }
    const start = async (text: string) => {
      const assetsDir = await build(text)
      const versions = createSharedVersions({ files, widgetVersions }, (error) =>
        reported.push(String(error)),
      )
      const service = await startHttp({ assetsDir, versions })
      onTestFinished(() => service.stop())
      await vi.waitUntil(() => kept.some(({ name }) => pinned(text).includes(name)), {
        timeout: 10_000,
      })
      return (path: string) => fetch(service.origin + path)
    }
    return { start, kept, reported }
  }

  test('are served by each, earlier ones and those of a later process', async () => {
    const { start } = shareData()
    const one = await start('one')
    const two = await start('two')

    const earlier = await two(pinned('one'))
    const later = await one(panel('two'))

    expect([await earlier.text(), await later.text()]).toEqual(['script one', 'panel two'])
    expect(later.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await (await one('/svc/widget.js')).text()).toBe('script one')
    expect((await one('/svc/widget/panel-00000000.js')).status).toBe(404)
  })

  test('of which one cannot be read are served but for that one', async () => {
    const { start, kept, reported } = shareData()
    await start('one')
    kept.unshift({ name: 'widget-lost', content_hash: '0'.repeat(64) })
    const two = await start('two')

    expect(await (await two(panel('one'))).text()).toBe('panel one')
    expect(reported).toEqual([expect.stringContaining('0'.repeat(64))])
  })
})

describe('the demo site', () => {
  let origin: string
  const closing: (() => void)[] = []
  beforeAll(async () => {
    const site = join(dir, 'site')
    await mkdir(join(site, 'docs'), { recursive: true })
    await writeFile(join(site, 'index.html'), '<a href="{{base_url}}">{{widget_key}} {{other}}</a>')
    await writeFile(join(site, 'guide.html'), '<p>Guide</p>')
    await writeFile(join(site, 'docs/index.html'), '<p>Docs</p>')
    await writeFile(join(site, 'style.css'), 'p{content:"{{base_url}}"}')
    const values = { base_url: 'https://answers.test/a?b&c', widget_key: '"><script>' }
    const server = createServer(createDemoSite({ dir: site, values }).callback())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => closing.forEach((close) => close()))

  test('values are inserted in its pages, escaped, and nowhere else', async () => {
    const page = await (await fetch(`${origin}/`)).text()
    const style = await (await fetch(`${origin}/style.css`)).text()

    expect(page).toBe(
      '<a href="https://answers.test/a?b&amp;c">&quot;&gt;&lt;script&gt; {{other}}</a>',
    )
    expect(style).toBe('p{content:"{{base_url}}"}')
  })

  test.each(['/guide', '/guide.html', '/docs/', '/docs/index.html'])(
    '%s is a page',
    async (path) => {
      const response = await fetch(origin + path)

      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  test('its policy allows itself and the service only', async () => {
    const { headers } = await fetch(`${origin}/`)

    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' https://answers.test;")
    expect(policy).toContain('connect-src https://answers.test;')
    expect(policy).not.toContain('unsafe')
  })

  test.each(['/none', '/../index.html', '/%2e%2e/index.html'])('%s is 404', async (path) => {
    expect(await getRaw(origin, path)).toBe(404)
  })
})
