import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consoleCall, cookieOf, createMember, MINUTE, PASSWORD, signIn, wait } from './console.ts'
import { outcome, startHttp, type TestService } from './service.ts'
import { type Person, signedIn } from './tenants.ts'

let service: TestService
let ann: Person
beforeEach(async () => {
  service = await startHttp()
  ann = await createMember(service)
})
afterEach(() => service.stop())

describe('wrong passwords (docs/behaviour.md#passwords)', () => {
  /** From behind a trusted proxy, so that they may come from any network address. */
  let proxied: TestService
  beforeEach(async () => {
    proxied = await startHttp({ trustProxy: 1 })
    ann = await createMember(proxied)
  })
  afterEach(() => proxied.stop())

  const tryFrom = (host: number, email: string, password: string) =>
    consoleCall(proxied, 'POST /session', {
      headers: { 'x-forwarded-for': `198.51.100.${host}` },
      json: { email, password },
    })
  const guessesFrom = (host: number, email: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => tryFrom(host, email, 'wrong horse')))

  test('at most 10 failures for an e-mail address from a network address in 10 minutes, also concurrently', async () => {
    const statuses = (await guessesFrom(1, ann.email, 12)).map(({ status }) => status).sort()
    const refused = await tryFrom(1, ann.email.toUpperCase(), PASSWORD)

    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect(await outcome(refused.clone())).toMatchObject({
      status: 429,
      body: { code: 'rate_limit_exceeded' },
    })
    expect(refused.headers.get('retry-after')).toBe('600')
  })

  test('ten failures lock out neither another person nor a colleague behind the same address', async () => {
    const bob = await createMember(proxied, 'member')
    await guessesFrom(1, ann.email, 10)

    const [elsewhere, colleague] = await Promise.all([
      tryFrom(2, ann.email, PASSWORD),
      tryFrom(1, bob.email, PASSWORD),
    ])

    expect([elsewhere.status, colleague.status]).toEqual([200, 200])
  })

  test('after 10 minutes the right password is accepted again', async () => {
    await guessesFrom(1, ann.email, 10)

    wait(proxied, 10 * MINUTE)

    expect((await tryFrom(1, ann.email, PASSWORD)).status).toBe(200)
  })

  test('the right password never counts', async () => {
    for (let index = 0; index < 12; index += 1) {
      expect((await tryFrom(1, ann.email, PASSWORD)).status).toBe(200)
    }
  })
})

describe('changing the password (docs/behaviour.md#passwords)', () => {
  const change = (json: object) => consoleCall(service, 'PUT /password', { person: ann, json })

  test('ends every session of the person and begins a new one', async () => {
    const elsewhere = await signedIn(service.store, {
      ...ann,
      organization_id: service.tenant.id,
    })

    const response = await change({ current_password: PASSWORD, new_password: 'battery staple' })

    const anew = { ...ann, cookie: cookieOf(response) }
    const statuses = await Promise.all(
      [ann, elsewhere, anew].map(
        async (person) => (await consoleCall(service, 'GET /session', { person })).status,
      ),
    )
    expect(response.status).toBe(200)
    expect(statuses).toEqual([401, 401, 200])
    expect((await signIn(service, ann.email)).status).toBe(401)
    expect((await signIn(service, ann.email, 'battery staple')).status).toBe(200)
  })

  test('refuses one that is easily guessed, with a word why', async () => {
    const refused = async (new_password: string) =>
      outcome(await change({ current_password: PASSWORD, new_password }))
    const own = ann.email.split('@')[0] ?? ''

    expect(await refused('1234567890')).toEqual({
      status: 400,
      body: {
        code: 'validation_error',
        message: 'new_password must not be one of the 10000 most common ones.',
      },
    })
    expect((await refused(`editor ${own}`)).body.message).toBe(
      "new_password must have at least 6 characters beside the person's name and e-mail address.",
    )
    expect((await signIn(service, ann.email)).status).toBe(200)
  })

  test('requires the current one, and at least 10 characters', async () => {
    const wrong = await change({ current_password: 'wrong', new_password: 'battery staple' })
    const short = await change({ current_password: PASSWORD, new_password: 'battery' })
    const emoji = await change({ current_password: PASSWORD, new_password: '😀'.repeat(9) })

    expect(await outcome(wrong)).toEqual({
      status: 400,
      body: {
        code: 'validation_error',
        message: 'current_password must be your current password.',
      },
    })
    for (const response of [short, emoji]) {
      expect(await outcome(response)).toEqual({
        status: 400,
        body: {
          code: 'validation_error',
          message: 'new_password must be at least 10 characters.',
        },
      })
    }
    expect((await consoleCall(service, 'GET /session', { person: ann })).status).toBe(200)
  })
})
