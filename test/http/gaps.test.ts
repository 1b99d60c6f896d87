import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Gap } from '../../server/contract/gap.ts'
import { declineQuestion, near } from './declined.ts'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeEach(async () => {
  service = await startHttp()
})
afterEach(() => service.stop())

const send = async (route: string, json?: unknown, key = service.tenant.keys.editor) =>
  outcome(await call(service, route, { key, json }))

const gaps = async (query = ''): Promise<Gap[]> => (await send(`GET /usage/gaps${query}`)).body.data

const decline = (text: string) => declineQuestion(service, text)

async function declineAll(...texts: string[]) {
  const asked = []
  for (const text of texts) asked.push(await decline(text))
  return asked
}

test('questions that are alike are one gap, largest first (docs/behaviour.md#gaps)', async () => {
  const [first] = await declineAll(
    'How do I cancel my order?',
    'Are dogs allowed in the store?',
    'Can you cancel my order',
    'cancelling an order',
  )

  const [largest, other] = await gaps()

  expect(largest).toEqual({
    id: first?.id,
    assistant_id: expect.any(String),
    label: 'How do I cancel my order?',
    count: 3,
    first_asked_at: service.clock.now,
    last_asked_at: service.clock.now,
    days: [{ day: service.clock.now.slice(0, 10), count: 3 }],
    questions: expect.arrayContaining(['Can you cancel my order', 'cancelling an order']),
    nearest: [near],
    state: 'open',
  })
  expect(other).toMatchObject({ label: 'Are dogs allowed in the store?', count: 1 })
})

test('questions that share only a word are different gaps', async () => {
  await declineAll('How do I cancel my order?', 'Where is my order?', 'Order gift vouchers by post')

  expect(await gaps()).toHaveLength(3)
})

test('a word that only one question has divides no gap, once there are many', async () => {
  const ask = (place: string) => `Do you deliver to ${place}?`
  const [pune] = await declineAll(ask('Pune'), ask('Goa'))
  expect(await gaps()).toHaveLength(2)
  const subjects = 'bill invoice warranty parking dogs repair colour weight gift login email phone'
  const others = 'jobs press museum tickets wheelchair toilets wifi lockers'
  await declineAll(...`${subjects} ${others}`.split(' '))

  await declineAll(ask('Mumbai'), ask('Kochi'))

  const [largest, ...rest] = await gaps()
  expect(largest).toMatchObject({ id: pune?.id, count: 3 })
  expect(rest.map(({ count }) => count)).toEqual(Array(21).fill(1))
})

test('the question of an answer rated down is a gap until the rating is taken back', async () => {
  const key = service.tenant.keys.editor
  const { conversation, question, answer } = await answeredTurn(
    service,
    key,
    service.tenant.assistant_id,
  )
  const route = `/conversations/${conversation.id}/messages/${answer.id}/feedback`
  const ids = async () => (await gaps()).map(({ id }) => id)

  await send(`PUT ${route}`, { rating: 'down' })
  const down = await ids()
  await send(`PUT ${route}`, { rating: 'up' })
  const up = await ids()
  await send(`PUT ${route}`, { rating: 'down' })
  await send(`DELETE ${route}`)

  expect(down).toEqual([question.id])
  expect(up).toEqual([])
  expect(await ids()).toEqual([])
})

test('a state is kept, and a further question opens an answered gap again', async () => {
  const { id } = await decline('How do I cancel my order?')
  const set = (state: string) => send(`PUT /usage/gaps/${id}`, { state })

  expect((await set('answered')).body).toMatchObject({ id, count: 1, state: 'answered' })
  expect(await gaps()).toEqual([])
  expect(await gaps('?state=answered')).toMatchObject([{ id }])
  await decline('Cancel my order')
  expect(await gaps()).toMatchObject([{ id, count: 2 }])
  await set('dismissed')
  await decline('Cancel the order')
  expect(await gaps()).toEqual([])
  expect(await gaps('?state=dismissed')).toMatchObject([{ id, count: 3 }])
})

test('when the first question is erased, the next one leads the gap', async () => {
  const [first, second] = await declineAll('How do I cancel my order?', 'Can you cancel my order')
  await send(
    `DELETE /conversations/${first?.conversation_id}`,
    undefined,
    service.tenant.keys.admin,
  )

  expect(await gaps()).toMatchObject([
    { id: second?.id, label: 'Can you cancel my order', count: 1 },
  ])
  expect((await send(`PUT /usage/gaps/${first?.id}`, { state: 'answered' })).status).toBe(404)
  await decline('cancel order')
  expect(await gaps()).toMatchObject([{ id: second?.id, count: 2 }])
})

test('only the first question names its gap', async () => {
  const [, second] = await declineAll('How do I cancel my order?', 'Can you cancel my order')

  expect((await send(`PUT /usage/gaps/${second?.id}`, { state: 'answered' })).status).toBe(404)
})

test('the counts are of the days asked for, and of the assistant', async () => {
  const { assistant_id } = service.tenant
  await decline('How do I cancel my order?')
  service.clock.now = '2027-03-01T00:00:00.000Z'
  await decline('Can you cancel my order')

  expect(await gaps('?from=2027-03-01&to=2027-03-01')).toMatchObject([{ count: 1 }])
  expect(await gaps(`?assistant_id=${assistant_id}`)).toMatchObject([{ count: 2 }])
  expect(await gaps('?to=2020-01-01')).toEqual([])
})

test('gaps come in pages, largest first', async () => {
  await declineAll('Are dogs allowed?', 'Is there parking?', 'Is there a parking?', 'Gift vouchers')
  const first = (await send('GET /usage/gaps?limit=2')).body
  const rest = (await send(`GET /usage/gaps?limit=2&cursor=${first.next_cursor}`)).body

  expect([...first.data, ...rest.data].map(({ label }: Gap) => label)).toEqual([
    'Is there parking?',
    'Gift vouchers',
    'Are dogs allowed?',
  ])
})

test('questions from before there were gaps are grouped once', async () => {
  await declineAll('How do I cancel my order?', 'Can you cancel my order')
  const before = await gaps()

  expect(await service.store.gaps.catchUp(10)).toBe(0)
  expect(await gaps()).toEqual(before)
})

test.each([
  ['?state=lost', 'state must be open, answered or dismissed.'],
  ['?from=soon', 'from must be a date such as 2026-11-20.'],
  ['?assistant_id=x', 'assistant_id must be the id of an assistant.'],
])('%s is refused by name', async (query, message) => {
  expect(await send(`GET /usage/gaps${query}`)).toMatchObject({ status: 400, body: { message } })
})
