import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { write } from '../ingestion/ingestion.ts'
import { freePort } from '../support/free-port.ts'
import { caller, createSvc } from './svc.ts'

const HEADINGS = { 'fees.md': '# Fees\n\nThe fee is ten francs a year.\n' }

const toObject = (line: string) => JSON.parse(line)

/** The address to try that a command printed, and the widget key in it. */
function printed(output: string) {
  const [address = '', key = ''] = /http\S+\/svc\/widget\/try\?key=(\S+)/.exec(output) ?? []
  return { address, key }
}

test('a folder is read without a service, with all that an answer needs, and once', async () => {
  await using svc = await createSvc()
  const folder = join(svc.dir, 'help')
  write(folder, HEADINGS)

  const first = await svc.run(['ingest', folder, '--into', 'Help pages'])
  const again = await svc.run(['ingest', folder, '--into', 'Help pages'])

  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('1 passages written') })
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('1 unchanged') })
  expect(printed(again.output)).toEqual(printed(first.output))
  expect(first.output.slice(first.output.indexOf('Next:')).trim().split('\n')).toEqual([
    'Next:',
    `  1. Start the service:  SVC_DATA_DIR=${svc.data_dir} npm start`,
    `  2. Ask about it:  ${printed(first.output).address}`,
    '  3. Open the link that the start prints last: it makes you the owner of all this.',
  ])
  const key = await svc.run(['key', 'create', 'ci', '--org', 'main', '--role', 'admin'])
  const { api } = await svc.serve()
  const call = caller(api, key.output.trim())
  expect((await call('GET', '/knowledge/collections')).body.data).toMatchObject([
    { name: 'Help pages', document_count: 1, passage_count: 1 },
  ])
  expect((await call('GET', '/assistants')).body.data).toMatchObject([
    { name: 'Help pages', answerable: true },
  ])
  expect((await call('GET', '/widget-deployments')).body.data).toHaveLength(1)
})

test('a running service reads it, and its page to try has the widget', async () => {
  await using svc = await createSvc()
  const folder = join(svc.dir, 'help')
  write(folder, HEADINGS)
  const serving = await svc.serve()
  const port = new URL(serving.url).port

  const { code, output } = await svc.run(['ingest', folder, '--into', 'Help'], { SVC_PORT: port })

  const { address, key } = printed(output)
  const page = await fetch(address)
  const bootstrap = await fetch(`${serving.api}/widget/bootstrap`, {
    headers: { 'X-SVC-Widget-Key': key, origin: serving.url },
  })
  expect(code).toBe(0)
  expect(serving.output()).toContain('sync ended')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain(`script-src ${serving.url}`)
  expect(await page.text()).toContain(`data-widget-key="${key}"`)
  expect(bootstrap.status).toBe(200)
  expect((await fetch(`${serving.url}/svc/widget/try?key=<b>`)).status).toBe(400)
})

test('a website is read, and its widget allowed on it', async () => {
  const site = await startWebServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Berths</h1><p>Moor at the pier.</p>')
  })
  await using svc = await createSvc()
  const environment = { SVC_FETCH_PRIVATE: `127.0.0.1:${site.port}` }

  const { code, output } = await svc.run(
    ['ingest', `${site.origin}/`, '--into', 'Harbour'],
    environment,
  )

  expect(code).toBe(0)
  expect(output).toContain('1 passages written')
  const key = await svc.run(['key', 'create', 'ci', '--org', 'main', '--role', 'admin'])
  const { api } = await svc.serve()
  const { body } = await caller(api, key.output.trim())('GET', '/widget-deployments')
  expect(body.data[0].allowed_origins).toContain(site.origin)
})

test('more pages of a website are read with --max-pages, also of a source that exists', async () => {
  const site = await startWebServer(({ url = '/' }, response) => {
    const more = url === '/' ? [1, 2, 3].map((page) => `<a href="/${page}">${page}</a>`) : []
    const body = `<h1>Pier ${url}</h1><p>Moor at the pier ${url} from eight to ${url}.</p>`
    response.setHeader('content-type', 'text/html').end(`${body}${more.join(' ')}`)
  })
  await using svc = await createSvc()
  const environment = { SVC_FETCH_PRIVATE: `127.0.0.1:${site.port}` }
  const read = (pages: string) => {
    const args = ['ingest', `${site.origin}/`, '--into', 'Harbour', '--max-pages', pages]
    return svc.run(args, environment)
  }

  const some = await read('2')
  const all = await read('10')

  expect(some).toMatchObject({ code: 0, output: expect.stringContaining('larger --max-pages') })
  expect(some.output).toContain('max_pages (2)')
  expect(all).toMatchObject({ code: 0, output: expect.not.stringContaining('max') })
  const listed = await svc.read('SELECT config FROM sources')
  expect(listed).toEqual([{ config: expect.stringContaining('"max_pages":10') }])
  expect(await svc.read('SELECT path FROM documents')).toHaveLength(4)
})

test('a name that nothing has ends it with one sentence, at once', async () => {
  await using svc = await createSvc()

  const { code, output } = await svc.run(['ingest', 'http://nowhere.invalid/', '--into', 'Help'])

  expect(code).toBe(1)
  expect(output.match(/cannot be resolved/g)).toHaveLength(1)
  expect(output.trim().split('\n').at(-1)).toBe(
    'http://nowhere.invalid/robots.txt cannot be read. The name nowhere.invalid cannot be resolved.',
  )
  expect(output).not.toMatch(/^\{|^ +at /m)
})

test('a host that refuses the connection is one sentence on the terminal and one line in the log', async () => {
  await using svc = await createSvc()
  const host = `127.0.0.1:${await freePort()}`
  const environment = { SVC_FETCH_PRIVATE: host }
  const serving = await svc.serve(environment)

  const { code, output } = await svc.run(['ingest', `http://${host}/`, '--into', 'Help'], {
    ...environment,
    SVC_PORT: new URL(serving.url).port,
  })
  await serving.stop()

  const sentence = `http://${host}/robots.txt cannot be read. ${host} cannot be reached (ECONNREFUSED).`
  expect(code).toBe(1)
  expect(output.split('\n').filter((line) => line.includes('cannot'))).toEqual([sentence])
  const lines = serving.output().split('\n')
  expect(lines.filter((line) => line.includes('cannot be reached')).map(toObject)).toMatchObject([
    {
      level: 30,
      msg: 'sync ended',
      status: 'failed',
      error_code: 'source_unreachable',
      error_message: sentence,
    },
  ])
  expect(serving.output()).not.toContain('"stack"')
})

test.each([
  [['ingest', '.', '--into', 'A', '--max-pages', '9'], 2, '--max-pages is for websites.'],
  [
    ['ingest', 'https://a.test', '--into', 'A', '--max-pages', '20001'],
    2,
    '--max-pages must be a whole number from 1 to 20000.',
  ],
  [['ingest'], 2, 'Usage: svc ingest'],
  [['ingest', '.', '--into', ' '], 2, 'Usage: svc ingest'],
  [['ingest', 'nowhere', '--into', 'A'], 2, 'neither a folder nor an address'],
  [['ingest', '.', '--into', 'A', '--org', 'none'], 1, 'There is no organization none.'],
])('%j is refused', async (args, code, sentence) => {
  await using svc = await createSvc()

  expect(await svc.run(args)).toMatchObject({ code, output: expect.stringContaining(sentence) })
})

test('a job that fails ends the command with 1 and its reason', async () => {
  await using svc = await createSvc()
  const folder = join(svc.dir, 'empty')
  write(folder, { '.hidden': '' })

  expect(await svc.run(['ingest', folder, '--into', 'A'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('The source holds no documents.'),
  })
})
