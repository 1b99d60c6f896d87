import { describe, expect, test, vi } from 'vitest'
import { SERVER_SHUTDOWN } from '../../server/answering/turn.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import { isTerminal, type StreamEvent } from '../../server/contract/events.ts'
import type { Turns } from '../../server/storage/ports/turns.ts'
import { at } from '../storage/backends.ts'
import { finish, type SetUp, type Step, scripted, setUp, textOf } from './setup.ts'

const good: Step[] = ['The Starter plan includes 20 GB of storage [1].', finish]

/** A disk that is full until there is room again, or for so many writes of a turn's end. */
function fullDisk({ writes = Number.POSITIVE_INFINITY } = {}) {
  const disk = { full: writes > 0, refused: 0 }
  const write = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    if (!disk.full) return step()
    disk.refused += 1
    if (disk.refused === writes) disk.full = false
    throw new ServiceError('service_unavailable', 'The service cannot store data at the moment.')
  }
  const turns = (stored: Turns): Turns => ({
    ...stored,
    end: (...values) => write(() => stored.end(...values)),
    drop: (...values) => write(() => stored.drop(...values)),
  })
  return { disk, turns }
}

/** As a client reads: up to the terminal event. */
async function readToEnd(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = []
  for await (const event of events) {
    seen.push(event)
    if (isTerminal(event)) break
  }
  return seen
}

const answered = (given: Partial<SetUp>) => setUp({ model: scripted(good).model, ...given })

describe('a turn whose end cannot be stored (docs/behaviour.md#turns)', () => {
  test.each([1, 2, 3])('is held until it is, and completes: %i failures', async (writes) => {
    const { turns } = fullDisk({ writes })
    const { stream, messages, state } = await answered({ turns })

    const events = await readToEnd(await stream())

    expect(events.at(-1)?.type).toBe('answer.completed')
    expect((await messages())[1]).toMatchObject({ status: 'complete', text: textOf(events) })
    expect(await state()).toBe('idle')
  })

  test('streamed, tells its reader after a while, and is stored once that is possible', async () => {
    const { disk, turns } = fullDisk()
    const { stream, messages, state, unstored } = await answered({ turns, heldMs: 0 })

    const events = await readToEnd(await stream({ idempotency_key: 'k' }))
    expect(events.at(-1)).toMatchObject({
      type: 'answer.interrupted',
      data: { reason: 'service_unavailable' },
    })
    expect(await state()).toBe('awaiting_answer')
    disk.full = false
    await vi.waitFor(async () => expect(await state()).toBe('idle'), 5000)

    expect((await messages())[1]).toMatchObject({ status: 'complete', text: textOf(events) })
    const replayed = await readToEnd(await stream({ idempotency_key: 'k' }))
    expect(replayed.at(-1)?.type).toBe('answer.completed')
    expect(unstored).toHaveLength(1)
  })

  test('streamed, and taken over by another process, tells its reader so', async () => {
    const turns = (stored: Turns): Turns => ({
      ...stored,
      async end(...values) {
        await (await another()).turns.recover(at(60))
        return stored.end(...values)
      },
    })
    const { another, stream, messages } = await answered({ turns })

    const events = await readToEnd(await stream())

    const { id, status } = (await messages())[1] ?? {}
    expect(status).toBe('interrupted')
    expect(events.at(-1)).toEqual({
      type: 'answer.interrupted',
      data: { answer_message_id: id, reason: 'server_restart' },
    })
  })

  test.each([true, false])(
    'is stored once when the reply to it is lost: streamed %s',
    async (streamed) => {
      const lost = new ServiceError('service_unavailable', 'The connection was lost.')
      let replies = 0
      const turns = (stored: Turns): Turns => ({
        ...stored,
        async end(...values) {
          const turn = await stored.end(...values)
          replies += 1
          if (replies === 1) throw lost
          return turn
        },
      })
      const { stream, whole, messages } = await answered({ turns })

      if (streamed) expect((await readToEnd(await stream())).at(-1)?.type).toBe('answer.completed')
      else expect((await whole()).answer.status).toBe('complete')

      expect((await messages()).map(({ status }) => status)).toEqual(['complete', 'complete'])
      expect(replies).toBe(2)
    },
  )

  test('streamed, that failed before any text, is an error', async () => {
    const { disk, turns } = fullDisk()
    const model = scripted([{ fail: new Error('down') }]).model
    const { stream, state } = await setUp({ model, turns, heldMs: 0 })

    const events = await readToEnd(await stream())
    disk.full = false
    await vi.waitFor(async () => expect(await state()).toBe('idle'), 5000)

    expect(events.at(-1)).toMatchObject({
      type: 'answer.error',
      data: { code: 'service_unavailable' },
    })
  })

  test('whole, fails after a while, and nothing of it is kept', async () => {
    const { disk, turns } = fullDisk()
    const { whole, messages, state } = await answered({ turns, heldMs: 0 })

    await expect(whole()).rejects.toMatchObject({ code: 'service_unavailable' })
    disk.full = false
    await vi.waitFor(async () => expect(await state()).toBe('idle'), 5000)

    expect(await messages()).toEqual([])
    expect((await whole()).answer.status).toBe('complete')
  })

  test('whole, tells why its generation failed, not that it could not be dropped yet', async () => {
    const { disk, turns } = fullDisk()
    const fail = new ServiceError('provider_failure', 'The model is away.')
    const { whole, messages, state } = await setUp({ model: scripted([{ fail }]).model, turns })

    await expect(whole()).rejects.toMatchObject({ code: 'provider_failure' })
    disk.full = false
    await vi.waitFor(async () => expect(await state()).toBe('idle'), 5000)

    expect(await messages()).toEqual([])
  })

  test('frees the conversation of a reader who left', async () => {
    const { disk, turns } = fullDisk()
    const model = scripted([...good.slice(0, 1), { hang: 'heeding' }]).model
    const { stream, messages, state } = await setUp({ model, turns })
    const events = await stream()
    await events.next()

    await events.return()
    disk.full = false
    await vi.waitFor(async () => expect(await state()).toBe('idle'), 5000)

    expect((await messages())[1]).toMatchObject({ status: 'interrupted' })
  })

  test('is tried once more when the service stops, and not waited for after that', async () => {
    const { disk, turns } = fullDisk()
    const { stream, inFlight, shutdown, state } = await answered({ turns, heldMs: 0 })
    await readToEnd(await stream())
    const before = disk.refused

    shutdown.abort(SERVER_SHUTDOWN)
    await inFlight.drained(60_000)

    expect(disk.refused).toBe(before + 1)
    expect(await state()).toBe('awaiting_answer')
  })
})
