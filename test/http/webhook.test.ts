import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declineQuestion } from './declined.ts'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeEach(async () => {
  service = await startHttp()
})
afterEach(() => service.stop())

const request = async (route: string, json?: unknown) =>
  outcome(await call(service, route, { key: service.tenant.keys.owner, json }))

const HOOK = { url: 'https://hooks.example/in?a=b', events: ['sync.failed', 'answer.rated_down'] }

const told = async () => (await request('GET /webhook/deliveries')).body.data

describe('the webhook of an organization (docs/behaviour.md#webhook)', () => {
  test('its secret is shown when it is made, and never again', async () => {
    const made = await request('PUT /webhook', HOOK)
    const replaced = await request('PUT /webhook', { ...HOOK, enabled: false })
    const read = await request('GET /webhook')

    expect(made).toMatchObject({ status: 201, body: { ...HOOK, enabled: true } })
    expect(Buffer.from(made.body.secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(replaced.status).toBe(200)
    expect(read).toEqual({ status: 200, body: replaced.body })
    expect(read.body).toEqual({
      ...HOOK,
      enabled: false,
      created_at: service.clock.now,
      updated_at: service.clock.now,
    })
    expect(JSON.stringify(await service.store.webhooks.find(service.tenant.id))).not.toContain(
      made.body.secret.slice(6),
    )
  })

  test('without one there is nothing to read, to test or to delete', async () => {
    const routes = ['GET /webhook', 'DELETE /webhook', 'POST /webhook/test']

    for (const route of [...routes, 'GET /webhook/deliveries']) {
      expect((await request(route)).status).toBe(404)
    }
  })

  test('a deleted one leaves nothing, and the next one has another secret', async () => {
    const first = await request('PUT /webhook', HOOK)
    await service.store.spending.add(service.tenant.id, service.clock.now, 1)

    expect((await request('DELETE /webhook')).status).toBe(204)
    expect((await request('GET /webhook')).status).toBe(404)
    const second = await request('PUT /webhook', HOOK)
    expect(second.status).toBe(201)
    expect(second.body.secret).not.toBe(first.body.secret)
  })

  test.each([
    ['url', { ...HOOK, url: 'http://hooks.example/' }],
    ['url', { ...HOOK, url: 'https://ann:secret@hooks.example/' }],
    ['url', { ...HOOK, url: 'hooks' }],
    ['url', { ...HOOK, url: 'https://hooks.example:25/' }],
    ['url', { ...HOOK, url: `https://hooks.example/${'a'.repeat(2000)}` }],
    ['events', { ...HOOK, events: [] }],
    ['events', { ...HOOK, events: ['sync.failed', 'sync.failed'] }],
    ['events', { ...HOOK, events: ['sync.broken'] }],
    ['enabled', { ...HOOK, enabled: 1 }],
    ['secret', { ...HOOK, secret: 'whsec_mine' }],
  ])('a wrong %s is refused, and nothing is made', async (field, json) => {
    expect(await request('PUT /webhook', json)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', message: expect.stringContaining(field) },
    })
    expect((await request('GET /webhook')).status).toBe(404)
  })

  test('a test tells the status of the answer', async () => {
    await request('PUT /webhook', HOOK)

    expect(await request('POST /webhook/test')).toEqual({ status: 200, body: { status: 204 } })
    expect(await told()).toEqual([])
  })
})

describe('what a webhook is told (docs/behaviour.md#webhook)', () => {
  const rate = async (json: unknown) => {
    const { keys, assistant_id } = service.tenant
    const { conversation, answer } = await answeredTurn(service, keys.owner, assistant_id)
    const route = `PUT /conversations/${conversation.id}/messages/${answer.id}/feedback`
    return { route, rated: await request(route, json), answer, conversation }
  }

  test('a thumbs-down with a note, once for each note, without its words', async () => {
    await request('PUT /webhook', HOOK)
    const { route } = await rate({ rating: 'down' })
    expect(await told()).toEqual([])

    const down = { rating: 'down', note: 'Mumbled nonsense' }
    await request(route, down)
    await request(route, down)

    expect(await told()).toEqual([
      {
        id: expect.any(String),
        event: 'answer.rated_down',
        status: 'pending',
        attempts: 0,
        last_status: null,
        created_at: service.clock.now,
      },
    ])
    const [due] = await service.store.webhooks.claim(service.clock.now, [], 1)
    expect(JSON.stringify(due)).not.toMatch(/mumbled/i)
    expect(due?.data).toMatchObject({ assistant_id: service.tenant.assistant_id, channel: 'api' })
  })

  test('a thumbs-up, and one whose event it does not want, are not told', async () => {
    await request('PUT /webhook', { ...HOOK, events: ['sync.failed'] })

    await rate({ rating: 'up', note: 'Good' })
    await rate({ rating: 'down', note: 'Bad' })

    expect(await told()).toEqual([])
  })

  test('nothing while it is off, or to another organization', async () => {
    await request('PUT /webhook', { ...HOOK, enabled: false })
    await call(service, 'PUT /webhook', { key: service.stranger.keys.owner, json: HOOK })

    await rate({ rating: 'down', note: 'Bad' })

    expect(await told()).toEqual([])
    const theirs = await call(service, 'GET /webhook/deliveries', {
      key: service.stranger.keys.owner,
    })
    expect((await outcome(theirs)).body.data).toEqual([])
  })

  test('a spent budget, once a day', async () => {
    await request('PUT /webhook', { ...HOOK, events: ['budget.spent'] })
    const { id } = service.tenant
    const { body } = await request('GET /organization')
    await request('PATCH /organization', { revision: body.revision, daily_model_tokens: 100 })

    await service.store.spending.add(id, '2026-11-01T10:00:00.000Z', 99)
    expect(await told()).toEqual([])
    await service.store.spending.add(id, '2026-11-01T11:00:00.000Z', 1)
    await service.store.spending.add(id, '2026-11-01T12:00:00.000Z', 50)
    await service.store.spending.add(id, '2026-11-02T12:00:00.000Z', 100)

    const days = await told()
    expect(days.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
      '2026-11-02T12:00:00.000Z',
      '2026-11-01T11:00:00.000Z',
    ])
  })

  test.each([
    ['sync.failed', { status: 'failed', error_code: 'source_unreachable' }],
    ['deletions.withheld', { status: 'partial', error_code: 'deletions_withheld' }],
    [null, { status: 'partial', error_code: 'limit_exceeded' }],
    [null, { status: 'succeeded', error_code: null }],
  ] as const)('%s, when a sync ends so', async (event, end) => {
    await request('PUT /webhook', { ...HOOK, events: ['sync.failed', 'deletions.withheld'] })
    const { collection_id } = service.tenant
    const { body: source } = await request(`POST /knowledge/collections/${collection_id}/sources`, {
      name: 'Files',
      type: 'upload',
    })
    const { body: job } = await request(`POST /knowledge/sources/${source.id}/sync`)
    await service.store.jobs.claim(service.clock.now)

    await service.store.jobs.finish(
      service.tenant.id,
      job.id,
      { ...end, error_message: 'So.', counters: job.counters, source_version: null },
      service.clock.now,
    )

    const due = await service.store.webhooks.claim(service.clock.now, [], 5)
    const { error_code } = end
    const data = {
      job_id: job.id,
      source_id: source.id,
      source_name: 'Files',
      collection_id,
      error_code,
      error_message: 'So.',
    }
    expect(due.map(({ event, data }) => ({ event, data }))).toEqual(event ? [{ event, data }] : [])
  })

  test('a job that a crash ended for the last time', async () => {
    await request('PUT /webhook', HOOK)
    const { collection_id } = service.tenant
    const { body: source } = await request(`POST /knowledge/collections/${collection_id}/sources`, {
      name: 'Files',
      type: 'upload',
    })
    const { body: job } = await request(`POST /knowledge/sources/${source.id}/sync`)
    for (let isOver = false; !isOver; ) {
      expect(await told()).toEqual([])
      await service.store.jobs.claim(service.clock.now)
      await service.store.leases.endAll()
      await service.store.jobs.recover(service.clock.now)
      isOver = (await request(`GET /knowledge/jobs/${job.id}`)).body.status === 'failed'
    }

    expect(await told()).toMatchObject([{ event: 'sync.failed' }])
  })

  test('the gaps that were opened on a day, once, by their ids', async () => {
    await request('PUT /webhook', { ...HOOK, events: ['gaps.daily'] })
    await declineQuestion(service, 'Opening hours tomorrow?')
    await declineQuestion(service, 'Refund of a voucher?')
    const day = service.clock.now.slice(0, 10)
    const { body: gaps } = await request('GET /usage/gaps')

    await service.store.webhooks.tellGaps(day, service.clock.now)
    await service.store.webhooks.tellGaps(day, service.clock.now)
    await service.store.webhooks.tellGaps('2020-01-01', service.clock.now)

    expect(await told()).toHaveLength(1)
    const [due] = await service.store.webhooks.claim(service.clock.now, [], 1)
    expect(due?.data).toEqual({ day, new_gaps: 2, gap_ids: expect.any(Array) })
    const ids = gaps.data.map(({ id }: { id: string }) => id)
    expect(new Set(due?.data['gap_ids'] as string[])).toEqual(new Set(ids))
    expect(JSON.stringify(due)).not.toMatch(/hours|refund/i)
  })

  test('the newest five hundred are kept, and none for longer than thirty days', async () => {
    await request('PUT /webhook', { ...HOOK, events: ['budget.spent'] })
    const { id } = service.tenant
    const { body } = await request('GET /organization')
    await request('PATCH /organization', { revision: body.revision, daily_model_tokens: 0 })
    const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
    for (let n = 1; n <= 503; n += 1) await service.store.spending.add(id, day(n), 1)

    const kept = await service.store.webhooks.sweep('9999')

    expect(kept).toBe(500)
  })
})
