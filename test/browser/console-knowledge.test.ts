/** Knowledge in the console: documents are added, watched while they are read, and deleted. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { write } from '../ingestion/ingestion.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { holdBack, startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
/** A website that the service may read. */
let site: Awaited<ReturnType<typeof startWebServer>>
let page: Page
/** Console messages and uncaught errors of the page. */
let logged: string[]

beforeEach(async () => {
  site = await startWebServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
    response.end('<html lang="en"><title>Opening hours</title><h1>Hours</h1><p>We open at nine.')
  })
  service = await startConsole({ SVC_FETCH_PRIVATE: `127.0.0.1:${site.port}` })
  page = await openPage(held.browser, { locale: 'en-GB' })
  logged = []
  page.on('console', (line) => logged.push(line.text()))
  page.on('pageerror', (error) => logged.push(error.message))
  await service.signIn(page)
  await page.goto(service.at('knowledge'))
  await page.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
})
afterEach(async () => {
  await page.context().close()
  await service.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor()

const guide = {
  name: 'returns.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Returns\n\nYou may send back any article within 30 days of delivery.\n'),
}
const broken = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') }

test('the first files are read at once; what is not readable says why', async () => {
  await shown('Nothing to answer from yet')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByLabel('Choose files').setInputFiles([guide, broken])

  await shown('1 of 2 files can be answered from. 1 has a problem.')
  await link('Files').waitFor()
  await shown(/Read .*, but not everything/)
  await shown('2 documents · 1 passage')
  expect(await accessibilityViolations(page)).toEqual([])

  await link('Files').click()
  await page.getByRole('listitem').getByText('Not readable').waitFor()
  await shown('returns.md')
  await page.getByLabel('Show').selectOption('failed')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  await shown('broken.pdf')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(logged).toEqual([])
})

test('files that are dropped go the same way', async () => {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.md', { type: 'text/markdown' }))
    return transfer
  }, guide.buffer.toString())

  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data })

  await shown(/Up to date since/)
  await shown('1 document · 1 passage')
})

const uploaded = (path: string) => page.getByRole('listitem').filter({ hasText: path })

test('a folder is sent in turns, with its paths; what is too large is said before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'))
  const files = Array.from({ length: 60 }, (_, n) => [
    `guides/${n}.md`,
    `# Guide ${n}\n\nStep ${n}.`,
  ])
  write(folder, Object.fromEntries(files))
  write(folder, { '.DS_Store': 'nothing', 'manual.pdf': '0'.repeat(32 * 1024 * 1024 + 1) })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/documents')) sent.push(request.method())
  })

  await page.getByLabel('Choose a folder').setInputFiles(folder)

  await uploaded('manual.pdf').getByText('larger than 32 MB').waitFor()
  await shown('60 of 61 files can be answered from. 1 has a problem.')
  await uploaded(`${basename(folder)}/guides/7.md`)
    .getByText('Read', { exact: true })
    .waitFor()
  expect(sent.filter((method) => method === 'POST')).toHaveLength(2)
  expect(await uploaded('.DS_Store').count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Empty this list').click()
  await page.getByText('60 of 61').waitFor({ state: 'hidden' })
})

test('a zip archive is taken apart; what cannot be read in it says why', async () => {
  const buffer = Buffer.from(
    zipSync({
      'docs/returns.md': guide.buffer,
      'docs/stored.md': [Buffer.from('# Stored\n\nIt is not packed.'), { level: 0 }],
      'docs/broken.pdf': broken.buffer,
      '__MACOSX/docs/returns.md': Buffer.from('litter'),
    }),
  )

  await page
    .getByLabel('Choose files')
    .setInputFiles([{ name: 'help.zip', mimeType: 'application/zip', buffer }])

  await shown('2 of 3 files can be answered from. 1 has a problem.')
  await uploaded('help/docs/broken.pdf').getByText('Not read').waitFor()
  await uploaded('help/docs/stored.md').getByText('Read', { exact: true }).waitFor()
})

test('files that did not arrive are sent again', async () => {
  await page.route('**/documents', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByLabel('Choose files').setInputFiles([guide])
  await uploaded('returns.md').getByText('could not be reached').waitFor()
  await page.unroute('**/documents')

  await button('Send again').click()

  await shown('1 of 1 file can be answered from.')
})

test('a website is added by its address, beside files, and its pages come in', async () => {
  await page.getByLabel('Address of a website').fill('not an address')
  await button('Add website').click()
  await shown('Please enter the address of a website')
  await page.getByLabel('Address of a website').fill(site.origin)
  // Both are the first of an organization without a collection.
  await page.getByLabel('Choose files').setInputFiles([guide])
  await button('Add website').click()

  await expect.poll(() => page.getByText(/Up to date since/).count()).toBe(2)
  expect(await page.locator('.card-head h2').count()).toBe(1)
  await page.getByLabel('Address of a website').fill(site.origin)
  await button('Add website').click()
  await shown(/There is a source of this name already/)
  await link(`127.0.0.1:${site.port}`).click()
  await link('Opening hours').waitFor()
})

test('a website says what becomes of it where it is added, and a mistyped one is taken back', async () => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const begun = page.locator('.begun')
  const isSeen = () =>
    begun.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  // A collection with much in it, below which the form is.
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await service.call(page, 'POST', '/knowledge/collections', { name })
  }
  await page.reload()
  const release = await holdBack(page, 'POST', /\/sources$/)
  const name = `127.0.0.1:${site.port}`

  await page.getByLabel('Address of a website').fill(`${site.origin}/gone`)
  await button('Add website').click()
  await begun.getByText(`Looking at ${name}/gone…`).waitFor()
  expect(await isSeen()).toBe(true)
  release()
  await begun.getByText(/\/gone could not be read/).waitFor()
  expect(await isSeen()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Correct the address').click()

  await begun.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Address of a website').inputValue()).toBe(`${site.origin}/gone`)
  await link(`${name}/gone`).waitFor({ state: 'hidden' })
  await page.getByLabel('Address of a website').fill(site.origin)
  await page.keyboard.press('Enter')
  await begun.getByText(`1 page of ${name} can be answered from.`).waitFor()
  expect(await isSeen()).toBe(true)
  await begun.getByRole('link', { name: 'Show the pages' }).click()
  await link('Opening hours').waitFor()
})

test('a website is read again every week, and the first collection is named after it', async () => {
  const { id } = await service.call(page, 'POST', '/knowledge/collections', { name: 'Knowledge' })
  await page.reload()
  await page.getByLabel('Address of a website').fill(site.origin)
  await button('Add website').click()

  await page.getByRole('heading', { name: `127.0.0.1:${site.port}`, level: 2 }).waitFor()
  await page.getByText(/can be answered from/).waitFor()
  const { data } = await service.call(page, 'GET', `/knowledge/collections/${id}/sources`)
  expect(data).toMatchObject([{ schedule: expect.stringMatching(/^0 4 \* \* [0-6]$/) }])
})

test('a website that cannot be read says why', async () => {
  await page.getByLabel('Address of a website').fill(`${site.origin}/gone`)
  await button('Add website').click()

  await link(`127.0.0.1:${site.port}/gone`).waitFor()
  await shown(/\/gone could not be read/)
})

test('what a colleague adds shows by itself', async () => {
  const colleague = await openPage(held.browser, { locale: 'en-GB' })
  await service.signIn(colleague)
  await colleague.goto(service.at('knowledge'))

  await colleague.getByLabel('Choose files').setInputFiles([guide])

  await link('Files').waitFor()
  await shown(/Up to date since/)
  await colleague.context().close()
})

test('a source is deleted once that is confirmed', async () => {
  await page.getByLabel('Choose files').setInputFiles([guide])
  await link('Files').click()
  await shown('returns.md')

  await button('Delete…').click()
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  const reading = page.waitForResponse((response) => response.url().endsWith('/sync'))
  await button('Read again').click()
  const { id } = await (await reading).json()
  const isActive = async () => (await service.call(page, 'GET', `/knowledge/jobs/${id}`)).is_active
  await expect.poll(isActive).toBe(false)
  await shown(/Up to date since/)
  await button('Delete…').click()
  await button('Delete').click()

  await shown('“Files” is deleted.')
  await shown('No documents yet.')
  expect(new URL(page.url()).pathname).toBe('/svc/console/knowledge')
})

test('what was refused for too many requests comes by itself', async () => {
  await page.route('**/v1/knowledge/collections*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { code: 'rate_limit_exceeded', message: 'Too many requests.' },
    }),
  )
  await page.reload()
  await shown(/goes on by itself/)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute('**/v1/knowledge/collections*')

  await shown('Nothing to answer from yet')
})

test('what cannot be loaded says so, and comes with another try', async () => {
  await page.route('**/knowledge/collections?*', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/knowledge/collections?*')

  await button('Try again').click()

  await shown('Nothing to answer from yet')
})

test('is usable at 360 pixels', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Choose files').setInputFiles([guide])
  await link('Files').waitFor()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
