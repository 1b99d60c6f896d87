import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRACE_DAYS } from '../../server/contract/trace.ts'
import { answeredTurn, call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'
import { createPerson } from './tenants.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const strict = {
  strictness: 'strict',
  follow_ups: false,
  texts: { greeting: 'Ahoy!', declined: null },
}

describe('the behaviour of an assistant (docs/behaviour.md#behaviour-of-an-assistant)', () => {
  const request = async (method: string, json?: unknown) => {
    const key = service.tenant.keys.editor
    const route = `${method} /assistants/${service.tenant.assistant_id}/behaviour`
    return outcome(await call(service, route, { key, json }))
  }

  test('has defaults, is replaced as a whole, and refuses an outdated revision', async () => {
    const before = await request('GET')
    const saved = await request('PUT', { revision: 0, ...strict })
    const again = await request('PUT', { revision: 0, ...strict })
    const after = await request('GET')

    expect(before.body).toEqual({
      revision: 0,
      strictness: 'balanced',
      follow_ups: true,
      texts: { greeting: null, declined: null },
    })
    expect(saved).toEqual({ status: 200, body: { revision: 1, ...strict } })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(after.body).toEqual(saved.body)
  })

  test.each([
    ['strictness', { strictness: 'lax' }, 'strict, balanced or open'],
    ['follow_ups', { follow_ups: 'no' }, 'true or false'],
    ['texts.greeting', { texts: { greeting: 'x'.repeat(501), declined: null } }, '500'],
    ['texts', { texts: undefined }, 'texts'],
  ])('names %s when it cannot be read', async (field, change, expected) => {
    const { status, body } = await request('PUT', { revision: 1, ...strict, ...change })

    expect(status).toBe(400)
    expect(body.message).toContain(field)
    expect(body.message).toContain(expected)
  })
})

describe('the trace of a turn (docs/behaviour.md#traces)', () => {
  const traceOf = (conversation_id: string, message_id: string) =>
    `GET /conversations/${conversation_id}/messages/${message_id}/trace`

  test('of a visitor’s turn is read by an editor too', async () => {
    const { tenant } = service
    const { conversation_id, turn } = await visitorTurn(service, tenant)
    const route = traceOf(conversation_id, turn.answer.id)

    const { status, body } = await outcome(await call(service, route, { key: tenant.keys.editor }))

    expect(status).toBe(200)
    expect(body).toMatchObject({ question_as_searched: 'Where is it?', threshold: 0.5 })
  })

  test('is not there for a question, nor in another conversation', async () => {
    const { keys, assistant_id } = service.tenant
    const { conversation, question, answer } = await answeredTurn(service, keys.owner, assistant_id)
    const other = await answeredTurn(service, keys.owner, assistant_id)

    const ofQuestion = await call(service, traceOf(conversation.id, question.id), {
      key: keys.owner,
    })
    const elsewhere = await call(service, traceOf(other.conversation.id, answer.id), {
      key: keys.owner,
    })

    expect([ofQuestion.status, elsewhere.status]).toEqual([404, 404])
  })

  test('ends after 30 days, when the sweep erases it', async () => {
    const { keys, assistant_id } = service.tenant
    const begun = service.clock.now
    const { conversation, answer } = await answeredTurn(service, keys.owner, assistant_id)
    const route = traceOf(conversation.id, answer.id)
    const late = (days: number) =>
      new Date(Date.parse(begun) + days * 86_400_000 + 1000).toISOString()

    service.clock.now = late(TRACE_DAYS - 1)
    const before = await call(service, route, { key: keys.owner })
    service.clock.now = late(TRACE_DAYS)
    const after = await call(service, route, { key: keys.owner })
    service.clock.now = begun

    expect([before.status, after.status]).toEqual([200, 404])
    expect(await service.store.traces.sweep(service.tenant.id, late(0))).toBeGreaterThan(0)
    expect(await service.store.traces.sweep(service.tenant.id, late(0))).toBe(0)
  })

  test('is erased with its conversation', async () => {
    const { tenant, store } = service
    const { conversation_id, headers, turn } = await visitorTurn(service, tenant)
    await call(service, `DELETE /widget/conversations/${conversation_id}`, { headers })

    expect(await store.traces.find(tenant.id, conversation_id, turn.answer.id, '')).toBeNull()
  })

  test('is hidden from people outside of the organization', async () => {
    const { conversation_id, turn } = await visitorTurn(service, service.tenant)
    const person = await createPerson(service.store, {
      organization_id: service.stranger.id,
      role: 'owner',
    })
    const route = traceOf(conversation_id, turn.answer.id)

    const response = await call({ url: `${service.console}/v1` }, route, { person })

    expect(response.status).toBe(404)
  })
})
