import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../server/contract/operations.ts'
import { keyRows, personRows } from './access-rows.ts'
import { call, startHttp, type TestService } from './service.ts'
import { createThings, type Things } from './things.ts'

/** More than connections to a database, so that some wait for one. */
const AT_ONCE = 12

let service: TestService
let things: Things
beforeAll(async () => {
  service = await startHttp()
  things = createThings(service)
})
afterAll(() => service.stop())

const writes = <Row>(rows: Record<string, Row>) =>
  Object.entries(rows).filter(
    ([name]) => operations[name as keyof typeof operations].method !== 'get',
  )

/** The statuses of the same request, sent many times at the same moment. */
async function sendAtOnce(route: string, sent: Parameters<typeof call>[2]): Promise<number[]> {
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call(service, route, sent)),
  )
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  return responses.map(({ status }) => status)
}

describe('a request that is sent many times at once is done or refused', () => {
  test.each(writes(keyRows))('%s', async (_, { attempt, statuses: [alone] }) => {
    const key = service.tenant.keys.owner
    const { route, json } = await attempt(things, key)

    const seen = await sendAtOnce(route, { key, json })

    expect(seen).toContain(alone)
    expect(seen.filter((status) => status >= 500)).toEqual([])
  })

  test.each(writes(personRows))('%s', async (_, { attempt, statuses: [alone] }) => {
    const person = service.tenant.people.owner
    const { route, json } = await attempt(things)

    const seen = await sendAtOnce(route, { person, json })

    expect(seen).toContain(alone)
    expect(seen.filter((status) => status >= 500)).toEqual([])
  })
})
