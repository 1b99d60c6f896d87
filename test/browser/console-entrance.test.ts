/** The console before signing in: claim, invitation, new password, in the built program. */
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '../ingestion/ingestion.ts'
import { createSvc, type Serving } from '../process/svc.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'

const held = useBrowser()
const PASSWORD = 'correct horse battery'
let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving
let page: Page
/** Console messages and uncaught errors of the page, such as violations of its policy. */
let logged: string[]

beforeAll(async () => {
  svc = await createSvc()
  serving = await svc.serve({ SVC_DEMO: 'off' })
  await claimByApi()
})
afterAll(() => svc[Symbol.asyncDispose]())
beforeEach(() => openAnew())
afterEach(() => page.context().close())

async function openAnew(options: BrowserContextOptions = {}) {
  await page?.context().close()
  page = await openPage(held.browser, { locale: 'en-GB', ...options })
  logged = []
  page.on('console', (line) => {
    // The browser reports every refused request; which are refused is what the tests are about.
    if (!line.text().startsWith('Failed to load resource')) logged.push(line.text())
  })
  page.on('pageerror', (error) => logged.push(error.message))
}

function claimLink({ output }: Serving): string {
  return output().match(/http\S+#claim=\S+/)?.[0] ?? ''
}

let cookie = ''

/** Ann becomes the owner; her cookie invites others. */
async function claimByApi() {
  const response = await api('POST', '/claim', {
    code: claimLink(serving).split('=')[1],
    email: 'ann@acme.test',
    name: 'Ann',
    password: PASSWORD,
    organization_name: 'Acme',
  })
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function api(method: string, path: string, body: unknown = {}, as = cookie) {
  return fetch(`${serving.url}/svc/console/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: serving.url, cookie: as },
    body: JSON.stringify(body),
  })
}

async function invite(email: string, name?: string) {
  const response = await api('POST', '/v1/members', { email, role: 'editor', name })
  return (await response.json()) as { member: { user_id: string }; invitation_url: string }
}

const field = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

async function signIn(email: string, password = PASSWORD) {
  await field('E-mail address').fill(email)
  await field('Password').fill(password)
  await button('Sign in').click()
}

test('the address of the service leads to sign-in, which shows the page that was asked for', async () => {
  await page.goto(`${serving.url}/`)
  await heading('Sign in').waitFor()
  expect(page.url()).toBe(`${serving.url}/svc/console/`)
  await page.goto(`${serving.url}/svc/console/settings/account`)

  await signIn('ann@acme.test')

  await heading('Your account').waitFor()
  expect(page.url()).toBe(`${serving.url}/svc/console/settings/account`)
  expect(logged).toEqual([])
})

test('what is missing or wrong is said at its field, and the entries stay', async () => {
  await page.goto(`${serving.url}/svc/console/`)
  await field('E-mail address').fill('ann')
  await page.keyboard.press('Enter')

  await page.getByText('Please fill this in.').waitFor()
  await page.getByText('Please enter an e-mail address').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')

  await signIn('ann@acme.test', 'not the password')
  await page.getByRole('alert').getByText('is wrong').waitFor()
  expect(await field('E-mail address').inputValue()).toBe('ann@acme.test')
})

test('an unreachable service is told, and the next try succeeds', async () => {
  await page.goto(`${serving.url}/svc/console/`)
  await field('E-mail address').waitFor()
  await page.route('**/api/session', (route) => route.abort())
  await signIn('ann@acme.test')
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/api/session')

  await button('Sign in').click()

  await heading('First steps').waitFor()
})

test('an invited person joins by the link, which is then used up', async () => {
  const { invitation_url } = await invite('ben@acme.test', 'Ben')
  await page.goto(invitation_url)
  await heading('Join Acme').waitFor()
  expect(await field('E-mail address').inputValue()).toBe('ben@acme.test')
  expect(await field('Your name').inputValue()).toBe('Ben')
  expect(await accessibilityViolations(page)).toEqual([])

  await field('Password').fill('short')
  await button('Join Acme').click()
  await page.getByText('Please use at least 10 characters.').waitFor()
  await field('Password').fill(PASSWORD)
  await button('Join Acme').click()

  await heading('First steps').waitFor()
  expect(page.url()).toBe(`${serving.url}/svc/console/setup`)
  await page.goto(invitation_url)
  await heading('This invitation is no longer valid').waitFor()
  expect(logged).toEqual([])
})

test('a link sets a new password, once', async () => {
  const { invitation_url } = await invite('cleo@acme.test')
  const token = invitation_url.split('#')[1]
  const accepted = { token, name: 'Cleo', password: 'the first password' }
  const { user } = await (await api('POST', '/invitations/accept', accepted, '')).json()
  const made = await api('POST', `/v1/members/${user.id}/password-reset`)
  const { reset_url } = (await made.json()) as { reset_url: string }

  await page.goto(reset_url)
  await field('New password').fill(PASSWORD)
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Save the new password').click()
  await heading('Your password is changed').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await signIn('cleo@acme.test')
  await heading('First steps').waitFor()

  await page.goto(reset_url)
  await field('New password').fill(PASSWORD)
  await button('Save the new password').click()
  await page.getByRole('alert').getByText('older than 24 hours').waitFor()
})

test('everything is reached by the keyboard, and a password can be shown', async () => {
  await page.goto(`${serving.url}/svc/console/`)
  await field('E-mail address').focus()
  await page.keyboard.type('ann@acme.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await field('Password').getAttribute('type')).toBe('text')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await heading('First steps').waitFor()
})

test.each([
  { locale: 'de-DE', colorScheme: 'light' as const },
  { locale: 'en-GB', colorScheme: 'dark' as const },
])(
  'is accessible at 360 pixels, without scrolling sideways: $locale, $colorScheme',
  async (look) => {
    await openAnew({ ...look, viewport: { width: 360, height: 740 } })
    await page.goto(`${serving.url}/svc/console/`)
    await page.getByRole('heading', { level: 1 }).waitFor()

    expect(await page.getAttribute('html', 'lang')).toBe(look.locale.slice(0, 2))
    expect(await accessibilityViolations(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(overflow).toBeLessThanOrEqual(360)
  },
)

test('the language is chosen once for this browser', async () => {
  await page.goto(`${serving.url}/svc/console/`)
  await page.getByLabel('Language').selectOption('de')
  await heading('Anmelden').waitFor()

  await page.reload()

  await heading('Anmelden').waitFor()
})

test('what was read before the claim is taken over; which, where there are several, is asked', async () => {
  await using other = await createSvc()
  write(join(other.dir, 'help'), { 'fees.md': '# Fees\n\nThe fee is ten francs.\n' })
  await other.run(['ingest', join(other.dir, 'help'), '--into', 'Help'])
  const first = await other.serve({ SVC_DEMO: 'off' })
  await page.goto(claimLink(first))
  await page.getByText('You become the owner of “Main”').waitFor()
  expect(await field('Name of your organization').count()).toBe(0)
  await first.stop()
  await other.run(['org', 'create', 'second', 'Second'])
  const serving = await other.serve({ SVC_DEMO: 'off' })
  await page.goto(claimLink(serving))
  await heading('Set up your assistant').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field('Which organization is yours?').selectOption('A new one')
  await field('Name of your organization').waitFor()
  await field('Which organization is yours?').selectOption('Main')
  await field('Your name').fill('Dora')
  await field('E-mail address').fill('dora@new.test')
  await field('Password').fill(PASSWORD)
  await button('Create my account').click()

  await heading('Overview').waitFor()
  await page.goto(`${serving.url}/svc/console/knowledge`)
  await page.getByRole('heading', { name: 'Help', exact: true }).waitFor()
})

test('a link of an earlier start says so before anything is filled in', async () => {
  await using other = await createSvc()
  const fresh = await other.serve({ SVC_DEMO: 'off' })

  await page.goto(claimLink(fresh).replace(/=.*/, '=guess'))

  await heading('This link is no longer valid').waitFor()
})

test('a new installation asks for its code and makes the first person its owner', async () => {
  await using other = await createSvc()
  const fresh = await other.serve({ SVC_DEMO: 'off' })
  await page.goto(`${fresh.url}/`)
  await heading('Welcome. This installation is new.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field('Link or code').fill(`  Console     ${claimLink(fresh)} `)
  await button('Continue').click()
  await heading('Set up your assistant').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await field('Your name').fill('Dora')
  await field('E-mail address').fill('dora@new.test')
  await field('Password').fill(PASSWORD)
  await field('Name of your organization').fill('New Ltd')
  await button('Create my account').click()

  await heading('First steps').waitFor()
  await page.getByText('New Ltd').waitFor()
  expect(page.url()).toBe(`${fresh.url}/svc/console/setup`)
  await page.goto(claimLink(fresh))
  await heading('This installation is set up already').waitFor()
  expect(logged).toEqual([])
})
