/** The built program with one person, for journeys through the console. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { hashPassword } from '../../server/identity/passwords.ts'
import { createSvc, type Environment, type Serving } from '../process/svc.ts'

export const EMAIL = 'ann@acme.test'
export const PASSWORD = 'correct horse battery'

/** Holds requests of a page back until the returned function is called. */
export async function holdBack(page: Page, method: string, address: RegExp) {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) await gate
    await route.continue()
  })
  return release
}

/** Starts the service, claimed by Ann, who owns the organization Acme. Stop it when done. */
export async function startConsole(environment: Environment = {}) {
  const svc = await createSvc()
  claimed ??= claim()
  for (const [file, content] of await claimed) {
    const path = join(svc.data_dir, file)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, content, { mode: 0o600 })
  }
  const serving = await svc.serve({ SVC_DEMO: 'off', ...environment })

  return {
    serving,
    at: (path: string) => `${serving.url}/svc/console/${path}`,

    /** Gives a page a session of Ann. */
    async signIn(page: Page) {
      const cookie = await post(serving, '/session', { email: EMAIL, password: PASSWORD })
      const [name = '', value = ''] = cookie.split('=')
      await page.context().addCookies([{ name, value, url: `${serving.url}/svc` }])
    },

    /** Calls the API as the person of a page. */
    async call(page: Page, method: string, path: string, data?: object) {
      const response = await page.request.fetch(`${serving.url}/svc/console/api/v1${path}`, {
        method,
        ...(data && { data }),
        headers: { origin: serving.url },
      })
      if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
      return response.json()
    },

    /** Runs a command of the operator's beside the service. */
    run: svc.run,

    /** Makes every session as old as one that nobody has confirmed today. */
    age: () =>
      svc.change(`
        UPDATE sessions SET created_at = '2020-01-01T00:00:00.000Z', confirmed_at = NULL
      `),

    stop: () => svc[Symbol.asyncDispose](),
  }
}

/** Files of a data folder that Ann has claimed, from which each console of this process starts. */
let claimed: Promise<Map<string, Buffer>> | undefined

async function claim(): Promise<Map<string, Buffer>> {
  await using svc = await createSvc({ inPostgres: false })
  const serving = await svc.serve({ SVC_DEMO: 'off' })
  const code = serving.output().match(/#claim=(\S+)/)?.[1]
  await post(serving, '/claim', {
    code,
    email: EMAIL,
    name: 'Ann',
    password: PASSWORD,
    organization_name: 'Acme',
  })
  await serving.stop()
  const db = new Database(join(svc.data_dir, 'svc.db'))
  // Each sign-in costs as much as the hash.
  const cheap = await hashPassword(PASSWORD, { logCost: 4 })
  db.prepare('UPDATE users SET password_hash = ?').run(cheap)
  db.close()
  const files = readdirSync(svc.data_dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((file) => [relative(svc.data_dir, file), readFileSync(file)]))
}

/** Sends a request to the console's API and returns its cookie. */
async function post({ url }: Serving, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/svc/console/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
