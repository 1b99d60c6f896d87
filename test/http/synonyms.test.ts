import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

describe('the synonyms of a collection (docs/behaviour.md#synonyms)', () => {
  const request = async (method: string, json?: unknown) => {
    const { keys, collection_id } = service.tenant
    const route = `${method} /knowledge/collections/${collection_id}/synonyms`
    return outcome(await call(service, route, { key: keys.editor, json }))
  }
  const groups = [
    ['holiday', 'annual leave', 'vacation'],
    ['Gehalt', 'Lohn'],
  ]

  test('are none at first, replaced as a whole, and refused at an outdated revision', async () => {
    const before = await request('GET')
    const saved = await request('PUT', { revision: 0, groups })
    const again = await request('PUT', { revision: 0, groups: [] })
    const after = await request('GET')
    const emptied = await request('PUT', { revision: 1, groups: [] })

    expect(before).toEqual({ status: 200, body: { revision: 0, groups: [] } })
    expect(saved).toEqual({ status: 200, body: { revision: 1, groups } })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(after.body).toEqual(saved.body)
    expect(emptied.body).toEqual({ revision: 2, groups: [] })
  })

  test.each([
    ['groups', Array.from({ length: 501 }, () => ['a', 'b']), 'at most 500 groups'],
    ['groups[1]', [['a', 'b'], ['alone']], '2 to 20 words'],
    ['groups[0]', [Array(21).fill('a')], '2 to 20 words'],
    ['groups[0][1]', [['a', 'x'.repeat(61)]], '1 to 60 characters'],
    ['groups[0][0]', [['', 'a']], '1 to 60 characters'],
    ['groups', 'holiday', 'groups'],
  ])('name %s when it cannot be taken', async (field, given, expected) => {
    const { status, body } = await request('PUT', { revision: 2, groups: given })

    expect(status).toBe(400)
    expect(body.message).toContain(field)
    expect(body.message).toContain(expected)
  })
})
