import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { Script, ScriptedTurn } from '../http/scripted.ts'
import { call, outcome } from '../http/service.ts'
import { bearer, connect, type Era, eras, post, start } from './client.ts'

afterEach(() => {
  vi.useRealTimers()
})

const QUESTION = { name: 'ask', arguments: { question: 'Where?' } }

/** Begins an answer and ends it when told. */
function waiting(): { script: Script; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* script({ answer_message_id }: ScriptedTurn): AsyncIterable<StreamEvent> {
    yield { type: 'answer.delta', data: { text: 'At the harbour.' } }
    await promise
    yield {
      type: 'answer.completed',
      data: {
        answer_message_id,
        status: 'answered',
        abstained: false,
        finish_reason: 'stop',
        abstention_reason: null,
      },
    }
  }
  return { script, end: resolve }
}

describe.each(Object.keys(eras) as Era[])('a client of %s (docs/behaviour.md#mcp)', (era) => {
  test('is told of the progress, at least every ten seconds while nothing happens', async () => {
    const { script, end } = waiting()
    const service = await start({ script })
    const client = await connect(service, service.tenant.keys.member, era)
    const told: [number, string | undefined][] = []
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

    const asked = client.callTool(QUESTION, {
      onprogress: ({ progress, message }) => told.push([progress, message]),
    })
    await expect.poll(() => told.length).toBe(2)
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => told.length).toBe(3)
    end()
    await asked

    expect(told).toEqual([
      [1, 'Searching the knowledge'],
      [2, 'Answering'],
      [3, 'Answering'],
    ])
  })

  test('gets the status line at once, also when it wants no progress', async () => {
    const { script, end } = waiting()
    const service = await start({ script })
    const statuses: number[] = []
    const client = await connect(service, service.tenant.keys.member, era, {
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (String(init?.body).includes('"tools/call"')) statuses.push(response.status)
        return response
      },
    })

    const asked = client.callTool(QUESTION)
    await expect.poll(() => statuses.length).toBe(1)
    end()

    expect((await asked).isError).toBeFalsy()
    expect(statuses).toEqual([200])
  })

  test('is told whose knowledge it is, and what it is about', async () => {
    const service = await start()
    const { owner, member } = service.tenant.keys
    const layer = { identity: { productName: 'Harbor' } }
    await call(service, 'PUT /branding', { key: owner, json: { revision: 0, layer } })
    const json = { name: 'Tides', description: 'When the water  rises.' }
    await call(service, 'POST /knowledge/collections', { key: owner, json })

    const client = await connect(service, member, era)

    expect(client.getServerVersion()).toMatchObject({
      name: 'acme-knowledge',
      title: 'Knowledge of Harbor',
    })
    expect(client.getInstructions()).toMatch(/^The knowledge of Harbor\./)
    expect(client.getInstructions()).toContain('- Tides: When the water rises.\n')
  })

  test('is promised no notices of changes', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } })
  })
})

test('one of two clients with the same key cancels its own question alone (2025-11-25)', async () => {
  const { script, end } = waiting()
  const service = await start({ script })
  const { member } = service.tenant.keys
  const [one, other] = [
    await connect(service, member, '2025-11-25'),
    await connect(service, member, '2025-11-25'),
  ]
  const leaving = new AbortController()
  const states = async () => {
    const { body } = await outcome(await call(service, 'GET /conversations', { key: member }))
    return body.data.map((each: { turn_state: string }) => each.turn_state).sort()
  }

  const left = expect(one.callTool(QUESTION, { signal: leaving.signal })).rejects.toThrow()
  const asked = other.callTool(QUESTION)
  await expect.poll(states).toEqual(['awaiting_answer', 'awaiting_answer'])
  leaving.abort()
  await left
  end()

  expect((await asked).isError).toBeFalsy()
})

test('a subscription is refused, and the log has no stack of it (2026-07-28)', async () => {
  const service = await start()
  const client = await connect(service, service.tenant.keys.member)

  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()

  expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('null and an empty text stand for an optional argument that is left out', async () => {
  const service = await start()
  const client = await connect(service, service.tenant.keys.member)

  const { isError } = await client.callTool({
    name: 'ask',
    arguments: { question: 'Where?', assistant: '', conversation_id: null },
  })

  expect(isError).toBeFalsy()
})

test('a slash at the end of the address changes nothing', async () => {
  const service = await start()
  const key = bearer(service.tenant.keys.member)

  const response = await post(service, key, undefined, '/svc/mcp/')

  expect(response.status).toBe(200)
})
