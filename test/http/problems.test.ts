import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import type { Problem } from '../../server/contract/problem.ts'
import { declineQuestion } from './declined.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createKey, START } from './tenants.ts'
import { createThings, type Things } from './things.ts'

const LATER = '2026-11-10T00:00:00.000Z'

let service: TestService
let things: Things
beforeEach(async () => {
  service = await startHttp()
  things = createThings(service)
})
afterEach(() => service.stop())

async function problems(): Promise<Problem[]> {
  const person = service.tenant.people.admin
  return (await outcome(await call(service, 'GET /usage/problems', { person }))).body.data
}

/** A job that ends so; returns the id of its source. */
async function ended(
  error_code: 'source_unreachable' | 'deletions_withheld' | null,
  withheld: string[] = [],
) {
  const { store, clock, tenant } = service
  await things.newJob()
  const claimed = await store.jobs.claim(clock.now)
  const { job, source } = claimed ?? { job: { id: '' }, source: { id: '' } }
  await store.jobs.withhold(tenant.id, job.id, withheld)
  const status = error_code === 'source_unreachable' ? ('failed' as const) : ('partial' as const)
  const end = { status, error_code, error_message: null, source_version: null }
  await store.jobs.finish(tenant.id, job.id, { ...end, counters: NO_COUNTERS }, clock.now)
  return source.id
}

describe('problems (docs/behaviour.md#problems)', () => {
  test('there are none at first', async () => {
    expect(await problems()).toEqual([])
  })

  test('a failed sync is told until a later one succeeds', async () => {
    const id = await ended('source_unreachable')

    expect(await problems()).toEqual([
      {
        kind: 'sync_failed',
        at: START,
        target: { type: 'source', id, name: expect.stringContaining('Thing') },
        reason: 'source_unreachable',
        origin: null,
        count: 1,
      },
    ])
    service.clock.now = LATER
    await things.make(`POST /knowledge/sources/${id}/sync`)
    expect(await problems()).toEqual([])
  })

  test('withheld deletions are told with their number', async () => {
    const documents = [await things.newDocument(), await things.newDocument()]
    const withheld = documents.map((path) => path.split('/').at(-1) ?? '')
    const id = await ended('deletions_withheld', withheld)

    expect(await problems()).toMatchObject([
      { kind: 'deletions_withheld', target: { type: 'source', id }, count: 2 },
    ])
  })

  test('an origin that was allowed meanwhile is told no more', async () => {
    const { id } = service.tenant.deployment
    const origin = 'https://elsewhere.test'
    await service.store.deployments.refuse(
      service.tenant.id,
      id,
      origin,
      'origin_not_allowed',
      START,
    )
    await things.make(`PATCH /widget-deployments/${id}`, { allowed_origins: [origin] })

    expect(await problems()).toEqual([])
  })

  test('a refused origin is told for a day', async () => {
    const { id } = service.tenant.deployment
    const origin = 'https://elsewhere.test'
    await service.store.deployments.refuse(
      service.tenant.id,
      id,
      origin,
      'origin_not_allowed',
      START,
    )
    await service.store.deployments.refuse(service.tenant.id, id, origin, 'rate_limited', START)

    expect(await problems()).toMatchObject([
      { kind: 'origin_refused', target: { id }, reason: 'origin_not_allowed', origin, count: 1 },
    ])
    service.clock.now = LATER
    expect(await problems()).toEqual([])
  })

  test('what expires is told before and after, unless it was revoked', async () => {
    const { store, tenant } = service
    const made = await things.make('POST /widget-deployments', {
      ...things.newDeploymentBody(),
      expires_at: '2026-11-09T00:00:00.000Z',
    })
    const key = await createKey(store, tenant.id, 'member', { expires_at: LATER })
    await createKey(store, tenant.id, 'member', { expires_at: '2027-06-01T00:00:00.000Z' })
    const told = async () => (await problems()).map(({ kind, target }) => [kind, target?.id])

    const both = [
      ['deployment_expiring', made.id],
      ['api_key_expiring', key.id],
    ]
    expect(await told()).toEqual(both)
    service.clock.now = LATER
    expect(await told()).toEqual(both)
    await things.make(`DELETE /widget-deployments/${made.id}`)
    expect(await told()).toEqual([both[1]])
  })

  test('keys are told to those who manage them only', async () => {
    await createKey(service.store, service.tenant.id, 'member', { expires_at: LATER })
    const { people, keys } = service.tenant
    const seen = async (as: object) =>
      (await outcome(await call(service, 'GET /usage/problems', as))).body.data

    expect(await seen({ person: people.editor })).toEqual([])
    expect(await seen({ key: keys.owner })).toEqual([])
    expect(await seen({ person: people.owner })).toMatchObject([{ kind: 'api_key_expiring' }])
  })

  test('a budget is told from 80 % on', async () => {
    const { store, tenant } = service
    await things.make('PATCH /organization', {
      revision: (await things.organizationRevision()) ?? 0,
      daily_model_tokens: 1000,
    })
    await store.spending.add(tenant.id, START, 790)
    expect(await problems()).toEqual([])
    await store.spending.add(tenant.id, START, 40)

    expect(await problems()).toMatchObject([{ kind: 'budget_spent', target: null, count: 83 }])
  })

  test('new gaps are counted for a week, while they are open', async () => {
    await declineQuestion(service, 'Is there parking?')
    const { id } = await declineQuestion(service, 'Are dogs allowed?')

    expect(await problems()).toMatchObject([{ kind: 'new_gaps', at: START, count: 2 }])
    await things.make(`PUT /usage/gaps/${id}`, { state: 'dismissed' })
    expect(await problems()).toMatchObject([{ kind: 'new_gaps', count: 1 }])
    service.clock.now = LATER
    expect(await problems()).toEqual([])
  })

  test('of another organization nothing is told', async () => {
    await ended('source_unreachable')
    const person = service.stranger.people.owner

    expect(
      (await outcome(await call(service, 'GET /usage/problems', { person }))).body.data,
    ).toEqual([])
  })
})
