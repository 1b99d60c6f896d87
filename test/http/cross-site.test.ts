import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMember, PASSWORD } from './console.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Person, PUBLIC_URL } from './tenants.ts'

let service: TestService
let ann: Person
beforeEach(async () => {
  service = await startHttp()
  ann = await createMember(service)
})
afterEach(() => service.stop())

describe('requests of other websites (docs/behaviour.md#console-sessions)', () => {
  const send = (headers: Record<string, string>, route = 'POST /conversations') =>
    call(service, route, {
      headers: { cookie: ann.cookie, ...headers },
      ...(route.startsWith('POST') && { json: { assistant_id: service.tenant.assistant_id } }),
    })

  test.each([
    ['no Origin at all', {}],
    ['another origin', { origin: 'https://evil.test' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site by fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { origin: 'https://www.answers.test', 'sec-fetch-site': 'same-site' }],
  ])('an unsafe method with the cookie and %s is 403', async (_, headers) => {
    expect(await outcome(await send(headers))).toMatchObject({
      status: 403,
      body: { code: 'authorization_error' },
    })
    const signingIn = await call({ url: service.console }, 'POST /session', {
      headers: { cookie: ann.cookie, ...headers },
      json: { email: ann.email, password: PASSWORD },
    })
    expect(signingIn.status).toBe(403)
  })

  test('the public origin, the opened origin and Sec-Fetch-Site: same-origin are allowed', async () => {
    const statuses = await Promise.all(
      [{ origin: PUBLIC_URL }, { origin: service.origin }, { 'sec-fetch-site': 'same-origin' }].map(
        async (headers) => (await send(headers)).status,
      ),
    )

    expect(statuses).toEqual([201, 201, 201])
  })

  test('the public host is allowed only with its scheme', async () => {
    // `fetch` names the Host itself.
    const delivered = (origin: string) =>
      new Promise((resolve) => {
        const headers = { cookie: ann.cookie, origin, host: new URL(PUBLIC_URL).host }
        const url = `${service.console}/session`
        request(url, { method: 'DELETE', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).end()
      })

    expect(await delivered('http://answers.test')).toBe(403)
    expect(await delivered(PUBLIC_URL)).toBe(204)
  })

  test('a safe method needs none of these', async () => {
    expect((await send({}, 'GET /conversations')).status).toBe(200)
  })
})
