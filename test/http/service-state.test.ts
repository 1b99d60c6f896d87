import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleCall, cookieOf, createMember, signIn, wait } from './console.ts'
import { outcome, startHttp, type TestService } from './service.ts'
import type { Person } from './tenants.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  const member = await createMember(service, 'owner')
  person = { ...member, cookie: cookieOf(await signIn(service, member.email)) }
})

const read = () => consoleCall(service, 'GET /state', { person })
const backUp = () => consoleCall(service, 'GET /backup', { person })

test('everybody who is signed in sees version, address and providers; staff the machine', async () => {
  const { status, body } = await outcome(await read())

  expect(status).toBe(200)
  expect(body).toEqual({
    version: '0.0.0',
    public_url: 'https://answers.test',
    providers: [{ name: 'openai', problem: 'cannot be reached' }],
    machine: null,
  })
  await service.store.users.update(person.user_id, { staff: true })
  expect((await outcome(await read())).body.machine).toMatchObject({ database: 'sqlite' })
})

test('staff download a backup, once they have entered their password within ten minutes', async () => {
  expect((await backUp()).status).toBe(403)
  await service.store.users.update(person.user_id, { staff: true })
  const made = await backUp()
  expect(made.headers.get('content-disposition')).toBe('attachment; filename="svc.backup"')
  expect(await made.text()).toBe('a backup')

  wait(service, 11 * 60_000)

  expect((await outcome(await backUp())).body).toMatchObject({ code: 'confirmation_required' })
})
