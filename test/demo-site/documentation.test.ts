import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOperations, operations } from '../../server/contract/operations.ts'
import { Provisioning } from '../../server/provisioning/file.ts'

const root = join(import.meta.dirname, '../..')
let site: string
let pages: Map<string, ReturnType<typeof load>>

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'demo-site-'))
  await promisify(execFile)(process.execPath, [join(root, 'demo-site/build.ts'), site])
  const files = (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.html'))
  pages = new Map()
  for (const file of files) pages.set(`/${file}`, load(await readFile(join(site, file), 'utf8')))
})

afterAll(() => rm(site, { recursive: true, force: true }))

test('every link within the demo site leads to a page and a heading that exist', async () => {
  const assets = new Set((await readdir(site, { recursive: true })).map((name) => `/${name}`))

  const broken = [...pages].flatMap(([from, $]) =>
    $('[href], [src]')
      .toArray()
      .map((element) => $(element).attr('href') ?? $(element).attr('src') ?? '')
      .filter((target) => !target.startsWith('{{base_url}}'))
      .filter((target) => !leadsSomewhere(new URL(target, `http://site${from}`), assets))
      .map((target) => `${from} → ${target}`),
  )

  expect(broken).toEqual([])
})

test('every page carries the widget with suggestions, and nothing that a strict policy refuses', () => {
  for (const [path, $] of pages) {
    const tag = $('body > script').last()
    const suggestions = JSON.parse(tag.attr('data-suggestions') ?? 'null')

    expect(tag.attr('src'), path).toBe('{{base_url}}/svc/widget.js')
    expect(tag.attr('data-widget-key'), path).toBe('{{widget_key}}')
    expect(suggestions.length, path).toBeGreaterThanOrEqual(3)
    expect($('[style], style, script:not([src])').length, path).toBe(0)
    expect($('h1').length, path).toBe(1)
  }
})

test('every question that a page suggests is a heading of the knowledge', () => {
  const headings = new Set(
    [...pages.values()].flatMap(($) =>
      $('.prose h2')
        .toArray()
        .map((heading) => $(heading).contents().not('.anchor').text()),
    ),
  )

  const suggested = [...pages.values()].flatMap(($): string[] =>
    JSON.parse($('[data-suggestions]').attr('data-suggestions') ?? '[]'),
  )

  expect(suggested.filter((question) => !headings.has(question))).toEqual([])
})

test('the provisioning file on the page for operators is accepted', () => {
  const sample = pages.get('/self-host.html')?.('[aria-label="Provisioning file"]').text() ?? ''

  expect(Provisioning.safeParse(JSON.parse(sample)).error?.issues ?? []).toEqual([])
})

test('the API reference describes every operation, and with its access', async () => {
  const reference = await readFile(join(root, 'docs/api.md'), 'utf8')
  const sections = new Map(
    reference.split(/^### /m).map((section) => [section.slice(0, section.indexOf('\n')), section]),
  )

  const ofConsole = Object.values(consoleOperations).map((operation) => ({
    ...operation,
    path: `/svc/console/api${operation.path}`,
  }))
  for (const { method, path, access } of [...Object.values(operations), ...ofConsole]) {
    const title = `${method.toUpperCase()} ${path}`
    const named = access === 'widget' ? 'widget key' : access
    expect(sections.get(title), title).toMatch(/```sh\n(?:[A-Z_]+=\$\()?curl /)
    expect(sections.get(title), title).toMatch(new RegExp(`^Access: \`?${named}\`?[.;,]`, 'm'))
  }
})

test('the settings page lists every setting that the service knows, with its default', async () => {
  const { listSettings } = await import('../../server/config.ts')
  const known = Object.fromEntries(listSettings().map(({ name, byDefault }) => [name, byDefault]))

  const $ = pages.get('/docs/self-hosting.html')
  const rows = $?.('tr').toArray() ?? []
  const cells = rows.map(
    (row) =>
      $?.(row)
        .find('td')
        .toArray()
        .map((cell) => $(cell).text()) ?? [],
  )
  const listed = cells.filter(([name]) => name?.startsWith('SVC_'))

  expect(Object.fromEntries(listed)).toEqual(known)
})

function leadsSomewhere({ pathname, hash }: URL, assets: Set<string>): boolean {
  const page = pages.get(pathname === '/' ? '/index.html' : pathname)
  if (!page) return assets.has(pathname)
  return hash === '' || page(`[id="${decodeURIComponent(hash.slice(1))}"]`).length === 1
}
