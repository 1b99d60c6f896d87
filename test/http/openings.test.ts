import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

/** An answer to a visitor, and what tells that they opened something of it. */
async function answered() {
  const { headers, conversation_id, turn } = await visitorTurn(service, service.tenant)
  const messages = `/widget/conversations/${conversation_id}/messages`
  const open = (json: unknown, message_id: string = turn.answer.id) =>
    call(service, `POST ${messages}/${message_id}/opened`, { headers, json })
  return { turn, open }
}

async function openedByDay() {
  const key = service.tenant.keys.owner
  const { body } = await outcome(await call(service, 'GET /usage', { key }))
  return body.totals.opened
}

describe('a source that a visitor opened (docs/behaviour.md#opened-sources)', () => {
  test('counts once, for the model, assistant and channel of the answer', async () => {
    const { open, turn } = await answered()
    const before = await openedByDay()
    expect(turn.answer.citations).toHaveLength(1)

    expect((await open({ citation: 1 })).status).toBe(204)
    expect((await open({ citation: 1 })).status).toBe(204)

    expect(await openedByDay()).toBe(before + 1)
    const key = service.tenant.keys.owner
    const { body } = await outcome(await call(service, 'GET /usage', { key }))
    const channel = body.by_channel.find((each: { opened: number }) => each.opened > 0)
    expect(channel.channel).toBe('widget')
  })

  test.each([
    [{}, 400],
    [{ citation: 1, link: 1 }, 400],
    [{ citation: 0 }, 400],
    [{ citation: '1' }, 400],
    [{ citation: 1.5 }, 400],
    [{ citation: 1001 }, 400],
    [{ citation: 2 }, 404],
    [{ link: 1 }, 404],
    [{ citation: 1, more: true }, 400],
  ])('is refused for %o', async (json, expected) => {
    const { open } = await answered()
    const before = await openedByDay()

    expect((await open(json)).status).toBe(expected)

    expect(await openedByDay()).toBe(before)
  })

  test('is refused for a question, an unknown answer and one of another conversation', async () => {
    const { open, turn } = await answered()
    const other = await answered()

    expect((await open({ citation: 1 }, turn.question.id)).status).toBe(404)
    expect((await open({ citation: 1 }, crypto.randomUUID())).status).toBe(404)
    expect((await open({ citation: 1 }, other.turn.answer.id)).status).toBe(404)
  })
})

test('openings have a budget of their own, and spend no other (docs/behaviour.md#rate-limits)', async () => {
  const limited = await startHttp({
    rates: { identity: 120, address: 5, widget: 5, deployment: 1200, mcp: 120 },
  })
  try {
    const { headers, conversation_id, turn } = await visitorTurn(limited, limited.tenant)
    const messages = `/widget/conversations/${conversation_id}/messages`
    const statuses: number[] = []
    for (let n = 0; n < 61; n += 1) {
      const route = `POST ${messages}/${turn.answer.id}/opened`
      statuses.push((await call(limited, route, { headers, json: { citation: 1 } })).status)
    }

    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(204))
    expect(statuses[60]).toBe(429)
    expect((await call(limited, `GET ${messages}`, { headers })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
