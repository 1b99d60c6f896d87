import { expect } from 'vitest'
import { call, outcome, type TestService } from './service.ts'

/** The message of a request that is refused with 400, as an error body with one sentence. */
export async function refusalOf(
  service: TestService,
  route: string,
  json?: unknown,
): Promise<string> {
  const { status, body } = await outcome(
    await call(service, route, { key: service.tenant.keys.owner, json }),
  )
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' })
  expect(Object.keys(body)).toEqual(['code', 'message'])
  expect(body.message).toMatch(/^[^\n]+[^.]\.$/)
  return body.message
}

export const long = (length: number) => 'x'.repeat(length)
/** The expectation for names. */
export const shown =
  'must be free of control, invisible and private-use characters and be a single line'
/** The expectation for longer texts. */
export const written = 'must be free of control and invisible characters'
