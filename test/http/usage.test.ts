import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declineQuestion, near } from './declined.ts'
import {
  answeredTurn,
  call,
  outcome,
  page,
  startHttp,
  type TestService,
  visitorTurn,
} from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const declinedQuestion = (text: string) => declineQuestion(service, text)

async function read(path: string, key = service.tenant.keys.member) {
  return outcome(await call(service, `GET ${path}`, { key }))
}

const none = {
  questions: 0,
  answers: 0,
  abstained: 0,
  small_talk: 0,
  clarifications: 0,
  curated: 0,
  interrupted: 0,
  failed: 0,
  follow_ups: 0,
  opened: 0,
  input_tokens: 0,
  output_tokens: 0,
  ratings_up: 0,
  ratings_down: 0,
}

describe('GET /usage (docs/behaviour.md#usage)', () => {
  test('an organization without questions has zeros and empty lists', async () => {
    const { body } = await read('/usage', service.stranger.keys.member)

    expect(body).toEqual({
      totals: none,
      by_day: [],
      by_model: [],
      by_assistant: [],
      by_channel: [],
    })
  })

  test('each turn and rating counts once, by day, model, assistant and channel', async () => {
    const { tenant } = service
    service.clock.now = '2026-12-01T08:00:00.000Z'
    const key = tenant.keys.editor
    const { conversation, answer } = await answeredTurn(service, key, tenant.assistant_id)
    const rated = `/conversations/${conversation.id}/messages/${answer.id}/feedback`
    await call(service, `PUT ${rated}`, { key, json: { rating: 'up' } })
    service.clock.now = '2026-12-03T23:59:59.999Z'
    await visitorTurn(service, tenant)
    await declinedQuestion('How deep is the harbour?')

    const { body } = await read('/usage?from=2026-12-01&to=2026-12-03')

    const tokens = { input_tokens: 3, output_tokens: 2 }
    const totals = { ...none, questions: 4, answers: 3, abstained: 1, ratings_up: 1, ...tokens }
    const first = { ...none, questions: 1, answers: 1, ratings_up: 1 }
    const third = { ...none, questions: 3, answers: 2, abstained: 1, ...tokens }
    expect(body).toEqual({
      totals,
      by_day: [
        { day: '2026-12-01', ...first },
        { day: '2026-12-03', ...third },
      ],
      by_model: [{ model: 'builtin/extractive', ...totals }],
      by_assistant: [{ assistant_id: tenant.assistant_id, ...totals }],
      by_channel: [
        { channel: 'api', ...first },
        { channel: 'widget', ...third },
      ],
    })
  })

  test('by default the last 30 days, including today', async () => {
    service.clock.now = '2027-03-01T00:00:00.000Z'
    await visitorTurn(service, service.tenant)
    service.clock.now = '2027-03-30T00:00:00.000Z'
    await visitorTurn(service, service.tenant)

    const now = await read('/usage')
    service.clock.now = '2027-03-31T00:00:00.000Z'
    const tomorrow = await read('/usage')
    const before = await read('/usage?to=2027-03-01')

    expect(now.body.totals.questions).toBe(2)
    expect(tomorrow.body.totals.questions).toBe(1)
    expect(before.body.totals.questions).toBe(1)
  })

  test('for one assistant', async () => {
    const { tenant } = service
    const other = await call(service, 'POST /assistants', {
      key: tenant.keys.owner,
      json: { name: 'Idle' },
    })
    const { id } = (await outcome(other)).body

    const idle = await read(`/usage?assistant_id=${id}`)
    const helper = await read(`/usage?assistant_id=${tenant.assistant_id}`)

    expect(idle.body.totals).toEqual(none)
    expect(helper.body.totals.questions).toBeGreaterThan(0)
  })

  test.each([
    ['from=2026-02-30', 'from must be a date such as 2026-11-20.'],
    ['to=yesterday', 'to must be a date such as 2026-11-20.'],
    ['from=2026-01-01T00:00:00Z', 'from must be a date such as 2026-11-20.'],
    ['from=2026-02-02&to=2026-02-01', 'from must not be later than to.'],
    ['from=2025-01-01&to=2026-02-05', 'from must be at most 399 days before to.'],
    ['assistant_id=nobody', 'assistant_id must be the id of an assistant.'],
  ])('%s is refused', async (query, message) => {
    expect(await read(`/usage?${query}`)).toEqual({
      status: 400,
      body: { code: 'validation_error', message },
    })
  })

  test('400 days are allowed', async () => {
    expect((await read('/usage?from=2025-01-01&to=2026-02-04')).status).toBe(200)
  })

  test('an assistant of another organization is refused as an unknown one', async () => {
    const foreign = await read(`/usage?assistant_id=${service.stranger.assistant_id}`)

    expect(foreign).toEqual(await read('/usage?assistant_id=nobody'))
  })
})

test('GET /usage/tokens tells what is used today (docs/behaviour.md#spending)', async () => {
  const { store, tenant, stranger } = service
  service.clock.now = '2027-05-01T08:00:00.000Z'
  await store.spending.add(tenant.id, service.clock.now, 790)

  const today = await read('/usage/tokens')
  const other = await read('/usage/tokens', stranger.keys.member)
  service.clock.now = '2027-05-02T08:00:00.000Z'
  const tomorrow = await read('/usage/tokens')

  const day = '2027-05-01'
  expect(today.body).toEqual({ day, tokens: 790, daily_model_tokens: 2_000_000 })
  expect(other.body).toEqual({ day, tokens: 0, daily_model_tokens: 2_000_000 })
  expect(tomorrow.body).toMatchObject({ day: '2027-05-02', tokens: 0 })
})

describe('GET /usage/unanswered (docs/behaviour.md#usage)', () => {
  test('lists declined questions newest first, with the passages near them', async () => {
    service.clock.now = '2027-05-01T10:00:00.000Z'
    const first = await declinedQuestion('Is there parking?')
    service.clock.now = '2027-05-01T11:00:00.000Z'
    const second = await declinedQuestion('Are dogs allowed?')

    const { body } = await read('/usage/unanswered?limit=1')
    const next = await read(`/usage/unanswered?limit=1&cursor=${body.next_cursor}`)

    const common = {
      assistant_id: service.tenant.assistant_id,
      channel: 'widget',
      abstention_reason: 'insufficient_support',
      nearest: [near],
    }
    expect(body.data).toEqual([
      {
        ...common,
        conversation_id: second.conversation_id,
        message_id: second.id,
        question: 'Are dogs allowed?',
        asked_at: '2027-05-01T11:00:00.000Z',
      },
    ])
    expect(next.body.data).toEqual([
      {
        ...common,
        conversation_id: first.conversation_id,
        message_id: first.id,
        question: 'Is there parking?',
        asked_at: '2027-05-01T10:00:00.000Z',
      },
    ])
  })

  test('an erased conversation leaves its counts but not its questions', async () => {
    service.clock.now = '2027-06-01T10:00:00.000Z'
    const { conversation_id, headers } = await declinedQuestion('My name is Ann; is it open?')

    await call(service, `DELETE /widget/conversations/${conversation_id}`, { headers })

    const { body } = await read('/usage/unanswered')
    expect(JSON.stringify(body)).not.toContain('Ann')
    expect((await read('/usage?from=2027-06-01&to=2027-06-01')).body.totals.abstained).toBe(1)
  })

  test('lists neither answered questions nor those of other organizations', async () => {
    await visitorTurn(service, service.stranger)

    const { body } = await read('/usage/unanswered', service.stranger.keys.member)

    expect(body).toEqual({ data: [], has_more: false, next_cursor: null })
  })

  test('a page cannot read usage', async () => {
    const response = await call(service, 'GET /usage', { headers: page(service.tenant) })

    expect(response.status).toBe(401)
  })
})
