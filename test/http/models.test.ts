import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

describe('models (docs/behaviour.md#models)', () => {
  test('are listed with their kind', async () => {
    const key = service.tenant.keys.member

    expect(await outcome(await call(service, 'GET /models', { key }))).toEqual({
      status: 200,
      body: {
        data: [
          {
            selector: 'builtin/extractive',
            kind: 'language',
            configured_by: 'built-in',
            price: null,
          },
          {
            selector: 'builtin/meaning-1',
            kind: 'embedding',
            configured_by: 'built-in',
            price: null,
          },
        ],
      },
    })
  })

  test.each([
    [{ selector: 'builtin/extractive' }, 200, { ok: true, first_token_ms: 1 }],
    [
      { selector: 'nobody/x' },
      400,
      { message: 'selector must be one of: builtin/extractive, builtin/meaning-1.' },
    ],
    [{}, 400, { code: 'validation_error' }],
  ])('a test of %j is %d', async (json, status, body) => {
    const key = service.tenant.keys.editor

    const tested = await outcome(await call(service, 'POST /models/test', { key, json }))

    expect(tested).toMatchObject({ status, body })
  })
})
