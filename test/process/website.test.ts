import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { temporaryFolder, write } from '../ingestion/ingestion.ts'
import { caller, createSvc, until } from './svc.ts'

/** Makes every process and thread of the service write down the modules that it loads. */
const WATCH = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.LOADED_MODULES, url + '\\n')
      return next(url, context)
    },
  })
`

test('the network is loaded with the first website that is read, not with the service', async () => {
  const folder = temporaryFolder()
  write(folder, { 'watch.mjs': WATCH, 'loaded.txt': '' })
  const loaded = () =>
    new Set(readFileSync(join(folder, 'loaded.txt'), 'utf8').match(/[\w-]+(?=\.js$)/gm))
  const site = await startWebServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Berths</h1><p>Moor at the pier.</p>')
  })
  await using svc = await createSvc()
  const { api } = await svc.serve({
    NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'watch.mjs'))}`,
    LOADED_MODULES: join(folder, 'loaded.txt'),
    SVC_FETCH_PRIVATE: `127.0.0.1:${site.port}`,
  })
  const { output } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])
  const call = caller(api, output.trim())
  const { body: collections } = await call('GET', '/knowledge/collections')
  const atStart = loaded()
  const { body: source } = await call(
    'POST',
    `/knowledge/collections/${collections.data[0].id}/sources`,
    { name: 'Site', type: 'website', config: { start_urls: [`${site.origin}/`] } },
  )
  const { body: job } = await call('POST', `/knowledge/sources/${source.id}/sync`)
  await until(async () => !(await call('GET', `/knowledge/jobs/${job.id}`)).body.is_active)

  expect((await call('GET', `/knowledge/jobs/${job.id}`)).body).toMatchObject({
    status: 'succeeded',
    counters: { documents_ingested: 1 },
  })
  expect([...atStart]).toContain('background')
  expect([...atStart].filter((name) => /^(fetcher|crawl)$/.test(name))).toEqual([])
  expect([...loaded()]).toEqual(expect.arrayContaining(['fetcher', 'crawl']))
})
