import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { zipped } from '../ingestion/archives.ts'
import { createRepository } from '../ingestion/git-server.ts'
import { temporaryFolder, write } from '../ingestion/ingestion.ts'
import { ACCESS_KEY, startS3 } from '../ingestion/s3-server.ts'
import { caller, createSvc, until } from './svc.ts'

/** Functions and classes by which a part is recognized, whatever file of the build it is in. */
const EVERY_DAY = ['extractMarkdown', 'extractHtml', 'extractPdf', 'extractDocx']
const FORMATS = {
  csv: 'extractCsv',
  json: 'extractJson',
  adoc: 'extractAsciidoc',
  ipynb: 'extractNotebook',
  srt: 'extractSubtitles',
  pptx: 'extractPptx',
  xlsx: 'extractXlsx',
  odt: 'extractOdt',
  epub: 'extractEpub',
}
const NETWORK = ['createFetcher', 'jsonEntries', 'crawl', 'readObjects', 'AwsV4Signer']
const GIT = ['repositoryFor', 'createPortableRepository']
const MEANING = ['readStaticModel', 'WordPieceTokenizer']
const OPTIONAL = [...Object.values(FORMATS), ...NETWORK, ...GIT, 'extractOpenapi', 'rerankWith']

/** Makes every process and thread of the service write down the parts that it loads. */
const WATCH = `
  import { appendFileSync } from 'node:fs'
  import children from 'node:child_process'
  import { registerHooks, syncBuiltinESMExports } from 'node:module'
  const { NODE_OPTIONS, LOADED_PARTS } = process.env
  const parts = /(?:function\\*?|class|var) (${[...EVERY_DAY, ...OPTIONAL, ...MEANING].join('|')})\\b/g
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const names = Array.from(String(loaded.source ?? '').matchAll(parts), ([, name]) => name)
      if (names.length > 0) appendFileSync(LOADED_PARTS, names.join(' ') + ' ')
      return loaded
    },
  })
  // The parser's process gets nothing of the environment but this.
  const { fork } = children
  children.fork = (file, args, options) =>
    fork(file, args, { ...options, env: { ...options.env, NODE_OPTIONS, LOADED_PARTS } })
  syncBuiltinESMExports()
`

/** The service, with folders that sources may read, and the parts that it has loaded. */
async function start(roots: string, { org = 'demo', ...environment }: Record<string, string> = {}) {
  const folder = temporaryFolder()
  write(folder, { 'watch.mjs': WATCH, 'loaded.txt': '' })
  const svc = await createSvc()
  const { api } = await svc.serve({
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'watch.mjs'))}`,
    LOADED_PARTS: join(folder, 'loaded.txt'),
    SVC_SOURCE_ROOTS: roots,
    ...environment,
  })
  if (org !== 'demo') await svc.run(['org', 'create', org])
  const { output } = await svc.run(['key', 'create', 'ci', '--org', org, '--role', 'admin'])
  const call = caller(api, output.trim())
  const { body: collections } = await call('GET', '/knowledge/collections')

  return {
    call,

    loaded: () => [...new Set(readFileSync(join(folder, 'loaded.txt'), 'utf8').split(' '))],

    /** Reads a new source, and returns its job once that has ended. */
    async ingest(
      type: string,
      config: Record<string, unknown>,
      more: Record<string, unknown> = {},
    ) {
      const created = await call(
        'POST',
        `/knowledge/collections/${collections.data[0].id}/sources`,
        { name: JSON.stringify(config).slice(0, 100), type, config, ...more },
      )
      expect(created).toMatchObject({ status: 201 })
      const { body: job } = await call('POST', `/knowledge/sources/${created.body.id}/sync`)
      await until(async () => !(await call('GET', `/knowledge/jobs/${job.id}`)).body.is_active)
      return (await call('GET', `/knowledge/jobs/${job.id}`)).body
    },

    [Symbol.asyncDispose]: () => svc[Symbol.asyncDispose](),
  }
}

test('formats but Markdown, HTML, PDF and DOCX are loaded with the first document of each', async () => {
  const folder = temporaryFolder()
  write(join(folder, 'usual'), {
    'a.md': 'One.',
    'b.html': '<p>Two.</p>',
    'c.pdf': '%PDF-1.7 and nothing else',
    'd.docx': zipped({}),
  })
  await using svc = await start(folder)

  await svc.ingest('folder', { path: join(folder, 'usual') })

  expect(svc.loaded()).toEqual(expect.arrayContaining(EVERY_DAY))
  expect(svc.loaded().filter((part) => OPTIONAL.includes(part))).toEqual([])
  for (const [extension, part] of Object.entries(FORMATS)) {
    expect(svc.loaded()).not.toContain(part)
    const content = /pptx|xlsx|odt|epub/.test(extension) ? zipped({}) : '[]'
    write(join(folder, extension), { [`a.${extension}`]: content })

    await svc.ingest('folder', { path: join(folder, extension) })

    expect(svc.loaded()).toContain(part)
  }
})

test('each source type is loaded with its first run, and the network with the first that needs it', async () => {
  const folder = temporaryFolder()
  write(folder, {
    'api.json':
      '{"openapi": "3.1.0", "info": {"title": "Berths"}, "paths": {"/berths": {"get": {"summary": "List berths"}}}}',
  })
  const { directory } = createRepository({ 'a.md': 'One.' })
  const site = await startWebServer(({ url }, response) => {
    if (url === '/feed') {
      const entries = [{ id: '1', content_text: 'Moor at the pier.' }]
      const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'News', items: entries }
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(feed))
    }
    return response.setHeader('content-type', 'text/html').end('<h1>Berths</h1><p>At the pier.</p>')
  })
  const s3 = await startS3({ 'a.md': 'One.' })
  await using svc = await start(`${folder},${directory}`, {
    SVC_FETCH_PRIVATE: '127.0.0.1',
    PATH: '/nowhere',
  })
  const url = `file://${directory}`
  const bucket = { endpoint: s3.origin, region: 'eu-west-1', bucket: 'docs', path_style: true }
  const sources: [string, Record<string, unknown>, string[], Record<string, unknown>?][] = [
    ['git', { url }, ['repositoryFor', 'createPortableRepository']],
    ['openapi', { path: join(folder, 'api.json') }, ['extractOpenapi']],
    ['feed', { url: `${site.origin}/feed`, full_pages: false }, ['jsonEntries', 'createFetcher']],
    ['website', { start_urls: [`${site.origin}/`] }, ['crawl']],
    ['s3', bucket, ['readObjects', 'AwsV4Signer'], { credentials: ACCESS_KEY }],
  ]
  for (const [type, config, parts, more] of sources) {
    expect(svc.loaded().filter((part) => parts.includes(part))).toEqual([])

    const job = await svc.ingest(type, config, more)

    expect(job).toMatchObject({ status: 'succeeded', counters: { documents_ingested: 1 } })
    expect(svc.loaded()).toEqual(expect.arrayContaining(parts))
  }
})

test('the embedding model is read when it is first needed, and found by the built program', async () => {
  await using svc = await start('', { org: 'acme', SVC_DEMO: 'off' })
  expect(svc.loaded().filter((part) => MEANING.includes(part))).toEqual([])

  const { body } = await svc.call('POST', '/models/test', { selector: 'builtin/meaning-1' })

  expect(body).toMatchObject({ ok: true })
  expect(svc.loaded()).toEqual(expect.arrayContaining(MEANING))
})
