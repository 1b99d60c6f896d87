import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

async function tryOut(json: unknown) {
  const { keys, assistant_id } = service.tenant
  const route = `POST /assistants/${assistant_id}/trials`
  return outcome(await call(service, route, { key: keys.editor, json }))
}

test('a trial answers with its trace, and begins no conversation', async () => {
  const { status, body } = await tryOut({ question: 'Where is it?' })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    answer: { text: 'At the harbour [1].', citations: [{ ordinal: 1 }], abstained: false },
    trace: { model: 'builtin/extractive' },
  })
  const key = service.tenant.keys.admin
  const listed = await outcome(await call(service, 'GET /conversations?owner=all', { key }))
  expect(listed.body.data).toEqual([])
})

test('a trial is streamed with its trace just before its end', async () => {
  const { keys, assistant_id } = service.tenant
  const route = `POST /assistants/${assistant_id}/trials:stream`
  const response = await call(service, route, { key: keys.editor, json: { question: 'Where?' } })

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect([...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
    'answer.delta',
    'answer.trace',
    'answer.completed',
  ])
})

test.each([
  [{}, /^question /],
  [{ question: ' ' }, 'question must be 1 to 16000 characters after trimming.'],
  [
    { question: 'A?', history: Array.from({ length: 7 }, () => ({ question: 'B?', answer: 'C' })) },
    /^history must/,
  ],
  [{ question: 'A?', history: [{ question: 'B?' }] }, 'history[0].answer is required.'],
  [{ question: 'A?', overrides: { model: 'nobody/knows' } }, /^model must name a configured/],
  [{ question: 'A?', overrides: { knowledge_base_ids: ['x'] } }, /^knowledge_base_ids must name/],
  [{ question: 'A?', overrides: { strictness: 'lax' } }, /strictness must be strict, balanced/],
  [{ question: 'A?', overrides: { name: 'X' } }, /name/],
])('%j is refused by name', async (json, message) => {
  const refused = await tryOut(json)

  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  expect(refused.body.message).toMatch(message)
})

test('collections of another organization are refused', async () => {
  const knowledge_base_ids = [service.stranger.collection_id]

  expect(await tryOut({ question: 'A?', overrides: { knowledge_base_ids } })).toMatchObject({
    status: 400,
    body: { message: 'knowledge_base_ids must name collections of this organization.' },
  })
})
