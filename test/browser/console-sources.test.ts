/** Sources of every kind: added, set up, tested, and their collections renamed and emptied. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startFurnishedConsole>>
/** A website that the service may read. */
const site = createServer((request, response) => {
  const found = PAGES[request.url ?? '']
  response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' })
  response.end(`<html lang="en">${found ?? '<h1>Not found</h1>'}`)
})
let origin: string
let page: Page
let logged: string[]

const PAGES: Record<string, string> = {
  '/': '<title>Hours</title><h1>Hours</h1><p>We open at nine. <a href="/jobs">Jobs</a>',
  '/jobs': '<meta name="robots" content="noindex"><h1>Jobs</h1><p>None today.',
}

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  service = await startFurnishedConsole({ SVC_FETCH_PRIVATE: `127.0.0.1:${port}` })
})
afterAll(async () => {
  await service.stop()
  site.close()
})
beforeEach(async () => {
  page = await openPage(held.browser, {
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1280, height: 900 },
  })
  logged = []
  page.on('console', (line) => logged.push(line.text()))
  page.on('pageerror', (error) => logged.push(error.message))
  await service.signIn(page)
})
afterEach(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const shown = (text: string | RegExp) => page.getByText(text).first().waitFor()

test('a pasted text becomes a document that is answered from', async () => {
  await page.goto(service.at('knowledge'))
  await page.getByRole('link', { name: /More ways/ }).click()
  await button('Add and read it').click()
  await shown('Please fill this in.')
  await page.getByLabel('Title').fill('Gift cards')
  await page.getByLabel('Text', { exact: true }).fill('A gift card is valid for three years.')
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Add and read it').click()

  await page.getByRole('link', { name: 'Gift cards' }).click()
  await shown('A gift card is valid for three years.')
  expect(logged).toEqual([])
})

test('a website is set up with access and a schedule, and both can be changed', async () => {
  await page.goto(service.at('knowledge/add?kind=website'))
  await page.getByLabel('Addresses to begin with').fill(origin)
  await page.getByLabel('Access', { exact: true }).selectOption('basic')
  await page.getByLabel('User name').fill('ann')
  await page.getByLabel('Password').fill('secret')
  await page.getByLabel('Read again by itself').last().selectOption('weekly')
  await page.getByLabel('Day').selectOption('Wednesday')
  await page.getByLabel('Time', { exact: true }).fill('05:30')
  await shown('Times are in Europe/Zurich.')
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Add and read it').click()
  await page.getByRole('heading', { name: new URL(origin).host, level: 1 }).waitFor()

  const id = new URL(page.url()).pathname.split('/').at(-1)
  const source = () => service.send('GET', `/v1/knowledge/sources/${id}`)
  expect(await source()).toMatchObject({
    schedule: '30 5 * * 3',
    time_zone: 'Europe/Zurich',
    credentials: { type: 'basic', set: true },
  })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Shop hours')
  await page.getByLabel('Access', { exact: true }).selectOption('none')
  await button('Save').click()
  await page.getByRole('heading', { name: 'Shop hours', level: 1 }).waitFor()
  expect(await source()).toMatchObject({ credentials: null, schedule: '30 5 * * 3' })
  await page.getByText('There are changes that are not saved.').waitFor({ state: 'detached' })
  await page.getByLabel('Name', { exact: true }).fill('Opening hours')
  await button('Save').click()
  await page.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor()
  await page.getByText('There are changes that are not saved.').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Access', { exact: true }).inputValue()).toBe('none')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('tab', { name: 'Pages' }).click()
  await shown('The page asks not to be indexed.')
  await page.getByLabel('Show').selectOption('skipped')
  await page.waitForURL(/outcome=skipped/)
  await page.getByLabel('Address', { exact: true }).fill(`${origin}/`)
  await button('Test').click()
  await page.getByRole('link', { name: /^Hours/ }).waitFor()
  await page.getByText('1 link').click()
  await shown('Would be followed')
  expect(await accessibilityViolations(page)).toEqual([])
})

test('what the service refuses keeps the entries, but no secret outlives the page', async () => {
  await page.goto(service.at('knowledge/add?kind=git'))
  await page.getByLabel('Address', { exact: true }).fill('git.test/team/handbook.git')
  await page.getByLabel('Folder').fill('../etc')
  await page.getByLabel('Access', { exact: true }).selectOption('token')
  await page.getByLabel('Token', { exact: true }).fill('ghp_secret')
  await button('Add and read it').click()
  await shown(/This was not accepted: config.path/)

  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('handbook')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('ghp_')
})

test('a collection is made, renamed with a way back, and emptied by its name', async () => {
  await page.goto(service.at('knowledge'))
  await button('New collection').click()
  await page.getByLabel('Name of the collection').fill('Old things')
  await button('Create').click()
  await button('Change “Old things”').click()
  await button('Rename…').click()
  await page.getByLabel('Name of the collection').fill('Older things')
  await button('Save').click()
  await page.getByRole('heading', { name: 'Older things' }).waitFor()
  await button('Undo').click()
  await page.getByRole('heading', { name: 'Old things' }).waitFor()

  await button('Change “Old things”').click()
  await button('Empty for good…').click()
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
  expect(await button('Empty it').isDisabled()).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Name of the collection').fill('Old things')
  await button('Empty it').click()

  await shown('“Old things” is empty and put away.')
  await page.getByRole('heading', { name: 'Old things' }).waitFor({ state: 'detached' })
})

test('a document is renamed, left out and taken back', async () => {
  const { data } = await service.send('GET', `/v1/knowledge/sources/${service.source.id}/documents`)
  const { id } = data.find(({ path }: { path: string }) => path === 'delivery.md')
  await page.goto(service.at(`knowledge/documents/${id}`))
  await page.getByLabel('Title').fill('How we deliver')
  await button('Save').click()
  await page.getByRole('heading', { name: 'How we deliver', level: 1 }).waitFor()

  await button('Leave out of answers').click()
  await shown('Answers no longer use this document.')
  await button('Use in answers again').waitFor()
  await button('Undo').click()
  await button('Leave out of answers').waitFor()
})

test.each(['knowledge/add?kind=s3', 'knowledge'])('%s is usable at 360 pixels', async (path) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(service.at(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
