/** The built program with one person, for journeys through the console. */
import type { Page } from 'playwright-core'
import { createSvc, type Environment } from '../process/svc.ts'

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
  const serving = await svc.serve({ SVC_DEMO: 'off', ...environment })
  const code = serving.output().match(/#claim=(\S+)/)?.[1]
  await call('/claim', {
    code,
    email: EMAIL,
    name: 'Ann',
    password: PASSWORD,
    organization_name: 'Acme',
  })

  /** Sends a request and returns its cookie. */
  async function call(path: string, body: object): Promise<string> {
    const response = await fetch(`${serving.url}/svc/console/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: serving.url },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  return {
    serving,
    at: (path: string) => `${serving.url}/svc/console/${path}`,

    /** Gives a page a session of Ann. */
    async signIn(page: Page) {
      const cookie = await call('/session', { email: EMAIL, password: PASSWORD })
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

    stop: () => svc[Symbol.asyncDispose](),
  }
}
