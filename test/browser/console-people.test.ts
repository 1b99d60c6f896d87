/** People and keys in the console: who is invited, changed and removed, and what keys can do. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage } from '../support/widget-page.ts'
import { startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startConsole)
let service: typeof held.service
let page: typeof held.page
let logged: string[]
beforeEach(async () => {
  ;({ service, page, logged } = held)
  await openPeople(page)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const field = (label: string) => page.getByLabel(label, { exact: true })

async function openPeople(shown: Page) {
  await shown.goto(service.at('settings/people'))
  await shown.getByRole('heading', { name: 'People and keys', level: 1 }).waitFor()
}

/** Invites a person as an editor, who joins; returns a page of theirs. */
async function join(name: string, email: string): Promise<Page> {
  await field('E-mail address').fill(email)
  await field('Name (optional)').fill(name)
  await button('Make a link').click()
  const link = page.getByRole('region', { name: `Pass this link on to ${name}` })
  const address = (await link.textContent())?.trim() ?? ''
  const theirs = await openPage(held.browser, { locale: 'en-GB' })
  await theirs.goto(address)
  await theirs.getByLabel('Password', { exact: true }).fill('another long password')
  await theirs.getByRole('button', { name: 'Join Acme' }).click()
  await theirs.getByRole('link', { name: 'Knowledge', exact: true }).waitFor()
  return theirs
}

test('a page that a role may not open says whom to ask; a new name shows at once', async () => {
  const theirs = await join('Dee', 'dee@acme.test')
  await theirs.goto(service.at('settings/people'))
  await theirs.getByRole('heading', { name: 'This is not open to you' }).waitFor()
  await theirs.getByText('Your role here is “Editor”').waitFor()
  expect(await accessibilityViolations(theirs)).toEqual([])

  await page.goto(service.at('settings'))
  await field('Name').fill('Acme International')
  await button('Save').click()

  await page.locator('header').getByText('Acme International').waitFor()
  await field('Name').fill('Acme')
  await button('Save').click()
  await page.locator('header').getByText('Acme', { exact: true }).waitFor()
  await theirs.context().close()
})

test('a person is invited by a link, joins, and loses a right at once when demoted', async () => {
  await button('Make a link').click()
  await page.getByText('Please enter an e-mail address').waitFor()
  const theirs = await join('Bea', 'bea@acme.test')
  await theirs.goto(service.at('knowledge'))
  await theirs.getByRole('heading', { name: 'Add knowledge' }).waitFor()

  const role = row('Bea').getByLabel('Role of Bea')
  await role.selectOption({ label: 'Member' })
  await page.getByText('Bea: Member.').waitFor()
  await button('Undo').click()
  await expect.poll(() => role.inputValue()).toBe('editor')

  await role.selectOption({ label: 'Member' })
  await page.getByText('Bea: Member.').waitFor()

  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
  await theirs.getByText('can add documents').waitFor()
  expect(await theirs.getByRole('heading', { name: 'Add knowledge' }).count()).toBe(0)
  await theirs.context().close()
})

test('the last owner is neither demoted nor removed, and this is said', async () => {
  await row('Ann').getByLabel('Role of Ann').selectOption({ label: 'Editor' })

  await page.getByText('The last owner stays.').waitFor()
  await page.reload()
  expect(await row('Ann').getByLabel('Role of Ann').inputValue()).toBe('owner')
})

test('an invitation is renewed and withdrawn, a member removed', async () => {
  const theirs = await join('Cem', 'cem@acme.test')
  await field('E-mail address').fill('dora@acme.test')
  await button('Make a link').click()
  const first = page.getByRole('region', { name: 'Pass this link on to dora@acme.test' })
  const old = await first.textContent()
  await row('dora@acme.test').getByRole('button', { name: 'New link' }).click()
  await expect.poll(() => first.textContent()).not.toBe(old)

  await row('dora@acme.test').getByRole('button', { name: 'Withdraw…' }).click()
  await button('Withdraw').click()
  await expect.poll(() => row('dora@acme.test').count()).toBe(0)

  await row('Cem').getByRole('button', { name: 'Remove…' }).click()
  await button('Remove').click()
  await page.getByText('Cem is removed.').waitFor()
  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await theirs.context().close()
})

test('a key is made, shown once, works, and is refused once it is revoked', async () => {
  await field('What it is for').fill('Build server')
  await button('Make a key').click()
  const secret = page.getByRole('region', { name: 'The secret of “Build server”' })
  const key = (await secret.textContent())?.trim() ?? ''
  const ask = () =>
    fetch(`${service.serving.url}/svc/api/v1/assistants`, {
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await ask()).status).toBe(200)
  expect(await accessibilityViolations(page)).toEqual([])

  await row('Build server').getByRole('button', { name: 'Revoke…' }).click()
  await button('Revoke').click()

  await page.getByText('There are no keys.').waitFor()
  expect((await ask()).status).toBe(401)
  await page.getByLabel('Show those that no longer work').check()
  await row('Build server').getByText('Revoked').waitFor()
  await page.reload()
  await row('Build server').getByText('Revoked').waitFor()
  expect(await page.content()).not.toContain(key)
  expect(logged).toEqual([])
})

test('a key is limited to some of the assistants, and says so (docs/behaviour.md#api-keys)', async () => {
  const [shop, staff] = [
    await service.call(page, 'POST', '/assistants', { name: 'Shop help' }),
    await service.call(page, 'POST', '/assistants', { name: 'Staff help' }),
  ]
  await page.reload()
  await field('What it is for').fill('Shop page')
  await field('Staff help').uncheck()
  await button('Make a key').click()

  const secret = page.getByRole('region', { name: 'The secret of “Shop page”' })
  const key = (await secret.textContent())?.trim() ?? ''
  const search = async ({ id }: { id: string }) => {
    const { status } = await fetch(`${service.serving.url}/svc/api/v1/knowledge/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'prices', assistant_id: id }),
    })
    return status
  }
  expect([await search(shop), await search(staff)]).toEqual([200, 403])
  await row('Shop page').getByText('only Shop help').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('is usable at 360 pixels', async () => {
  await page.setViewportSize({ width: 360, height: 740 })

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
