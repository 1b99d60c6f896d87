import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import { keepLeases } from '../../server/leases.ts'
import type { Log } from '../../server/log.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addCollection,
  addConversation,
  addKnowledge,
  addSource,
  at,
  backends,
  documentOf,
  ending,
  newId,
  openWithOrganizations,
  passage,
  passagesIn,
  question,
} from './backends.ts'

/** The time `seconds` after minute 1, in which leases begin. */
function after(seconds: number): string {
  return new Date(Date.parse(at(1)) + seconds * 1000).toISOString()
}

const END = { error_code: null, error_message: null, source_version: null, counters: NO_COUNTERS }

describe.each(backends)('leases on %s (docs/architecture.md#leases)', (_, open) => {
  async function startRun() {
    const { store, a, another } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
    await store.jobs.enqueue(a, source.id, job, at(0))
    await store.jobs.claim(after(0))
    const state = async () => (await store.jobs.find(a, job.id))?.status
    return { store, a, other: await another(), collection, source, id: job.id, state }
  }

  async function startTurn(streamed = true) {
    const { store, a, another } = await openWithOrganizations(open)
    const { asker, conversation } = await addConversation(store, a)
    const asked = question({ streamed })
    await store.turns.begin(asker, conversation.id, asked, after(0))
    const { answer_id } = asked
    const state = async () => (await store.conversations.find(a, conversation.id))?.turn_state
    return { store, a, other: await another(), asker, id: conversation.id, answer_id, state }
  }

  test('a job is taken over 20 s after its last sign of life, not before', async () => {
    const { store, a, other, id, state } = await startRun()
    await store.jobs.progress(a, id, NO_COUNTERS, after(10))

    expect(await other.jobs.recover(after(29.999))).toBe(0)
    expect(await state()).toBe('running')

    expect(await other.jobs.recover(after(30))).toBe(1)
    expect(await state()).toBe('queued')
  })

  test('renewing keeps all that an owner holds, and nothing of another one', async () => {
    const { store, other, state } = await startRun()

    await store.leases.renew(after(15))
    await other.leases.renew(after(30))

    expect(await other.jobs.recover(after(34))).toBe(0)
    expect(await other.jobs.recover(after(35))).toBe(1)
    expect(await state()).toBe('queued')
  })

  test('an owner never takes over its own job, however long it was suspended', async () => {
    const { store, a, id } = await startRun()

    expect(await store.jobs.recover(at(60))).toBe(0)

    expect(await store.jobs.progress(a, id, NO_COUNTERS, at(60))).toBe(true)
  })

  test('of two that take a job over one does', async () => {
    const { other, store, a, id } = await startRun()

    const taken = await Promise.all([other.jobs.recover(at(2)), other.jobs.recover(at(2))])

    expect(taken.toSorted()).toEqual([0, 1])
    expect(await store.jobs.find(a, id)).toMatchObject({ status: 'queued', attempt: 1 })
  })

  test('a run that comes back too late writes nothing', async () => {
    const { store, a, other, collection, source, id } = await startRun()
    const kept = await addKnowledge(store, a, ['kept'])
    const late = documentOf(source.id, { path: 'late.md' })
    await other.jobs.recover(at(2))
    await other.jobs.claim(at(3))

    const failure = { error_message: '', next_attempt_at: at(9), source_version: null }
    const counters = { ...NO_COUNTERS, documents_deleted: 9 }
    expect(await store.jobs.progress(a, id, counters, at(4))).toBe(false)
    await store.jobs.withhold(a, id, [late.id])
    const retried = { ...failure, error_code: 'source_unreachable' as const, counters }
    await store.jobs.retry(a, id, retried)
    await store.jobs.finish(a, id, { ...END, counters, status: 'failed' }, at(4))
    const staged = [{ document_id: late.id, passages: [passage(0, 'late')] }]
    const batch = { staged, published: [{ ...late, passage_count: 1 }] }
    expect(await store.documents.ingest(a, collection.id, batch, id)).toEqual([])
    expect(await store.documents.publish(a, collection.id, late, id)).toBe(false)
    await store.documents.remove(a, kept.source.id, [kept.document.id], id)

    expect(await store.jobs.find(a, id)).toMatchObject({
      status: 'running',
      counters: NO_COUNTERS,
    })
    expect(await store.documents.find(a, late.id)).toBeNull()
    expect(await passagesIn(store, a, collection.id)).toBe(0)
    expect(await passagesIn(store, a, kept.collection.id)).toBe(1)
    expect(await other.jobs.progress(a, id, NO_COUNTERS, at(4))).toBe(true)
  })

  test('what a run staged is discarded with its lease, what others staged or excluded stays', async () => {
    const { store, a, other, collection, source, id } = await startRun()
    const second = await addSource(store, a, collection.id)
    const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
    await store.jobs.enqueue(a, second.id, job, at(0))
    await other.jobs.claim(at(2))
    const [lost, running] = [documentOf(source.id), documentOf(second.id)]
    const stage = (document_id: string) => ({
      staged: [{ document_id, passages: [passage(0, 'one'), passage(1, 'two')] }],
      published: [],
    })
    await store.documents.ingest(a, collection.id, stage(lost.id), id)
    await other.documents.ingest(a, collection.id, stage(running.id), job.id)
    const excluded = await addKnowledge(store, a, ['kept'])
    await store.documents.update(a, excluded.document.id, { excluded: true }, at(1))

    await other.jobs.recover(after(20))
    await store.documents.publish(a, collection.id, lost)
    await other.documents.publish(a, collection.id, running, job.id)
    await store.documents.update(a, excluded.document.id, { excluded: false }, at(2))

    expect(await passagesIn(store, a, collection.id)).toBe(2)
    expect(await passagesIn(store, a, excluded.collection.id)).toBe(1)
  })

  test('what a dead owner held is taken over at once, and nothing of another one', async () => {
    const { store, a, other, collection, id } = await startRun()
    const source = await addSource(store, a, collection.id)
    const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
    await store.jobs.enqueue(a, source.id, job, at(0))
    await other.jobs.claim(after(0))

    await other.leases.end(store.owner)

    expect(await other.jobs.recover(after(1))).toBe(1)
    expect(await store.jobs.find(a, id)).toMatchObject({ status: 'queued', attempt: 1 })
    expect(await store.jobs.find(a, job.id)).toMatchObject({ status: 'running', attempt: 1 })
  })

  test('a shutdown puts back what its owner runs, and nothing of another one', async () => {
    const { store, other, state } = await startRun()

    await store.jobs.release(other.owner)
    expect(await state()).toBe('running')

    await other.jobs.release(store.owner)
    expect(await state()).toBe('queued')
  })

  test('a streamed answer is taken over 20 s after its last sign of life, and stored once', async () => {
    const { store, a, other, answer_id, id, state } = await startTurn()
    const grown = { text: 'By ca', citations: [] }
    await store.turns.progress(a, answer_id, grown, after(10))

    expect(await other.turns.recover(after(29.999))).toBe(0)
    expect(await state()).toBe('awaiting_answer')
    expect(await other.turns.recover(after(30))).toBe(1)
    expect(await state()).toBe('idle')
    await store.turns.progress(a, answer_id, { ...grown, text: 'By card' }, after(31))
    expect(await store.turns.end(a, answer_id, ending(), after(32))).toMatchObject({
      ending: { status: 'interrupted', error_code: 'server_restart', text: 'By ca' },
    })
    await store.turns.drop(a, answer_id, after(33))

    const { data } = await store.conversations.messages(a, id, { limit: 9 })
    expect(data.map(({ status, text }) => [status, text])).toEqual([
      ['complete', 'How do I pay?'],
      ['interrupted', 'By ca'],
    ])
  })

  test('an answer that is renewed goes on, and an owner ends none of its own', async () => {
    const { store, a, other, answer_id, state } = await startTurn(false)
    await store.leases.renew(after(15))

    expect(await other.turns.recover(after(34))).toBe(0)
    expect(await store.turns.recover(at(60))).toBe(0)
    expect(await store.turns.end(a, answer_id, ending(), at(60))).not.toBeNull()

    expect(await state()).toBe('idle')
  })

  test('where no other process lives, everything is taken over at once', async () => {
    const { store, other, state } = await startTurn()

    await other.leases.endAll()

    expect(await other.turns.recover(after(1))).toBe(1)
    expect(await state()).toBe('idle')
    expect(await store.turns.recover(after(1))).toBe(0)
  })

  async function startTestRun() {
    const { store, a, another } = await openWithOrganizations(open)
    const { assistant } = await addConversation(store, a)
    const kept = { id: newId(), question: 'How do I pay?', expected: null, created_at: at(0) }
    await store.testQuestions.create(a, assistant.id, kept)
    const run = { id: newId(), created_at: at(0) }
    await store.testRuns.enqueue(a, assistant.id, run)
    const idle = { working: [], most: 2 }
    await store.testRuns.claim(after(0), idle)
    const result = { question_id: kept.id, before: null, after: null, changed: false, passed: null }
    const latest = () => store.testRuns.latest(a, assistant.id)
    return { store, a, other: await another(), idle, id: run.id, result, latest }
  }

  test('a test run is taken over 20 s after it was last renewed, and goes on with its new owner', async () => {
    const { store, a, other, idle, id, result, latest } = await startTestRun()
    await store.leases.renew(after(10))

    expect(await other.testRuns.claim(after(29.999), idle)).toBeNull()
    expect(await other.testRuns.claim(after(30), idle)).toMatchObject({ id })
    expect(await store.testRuns.record(a, id, result)).toBe(false)
    await store.testRuns.end(a, id, 'stopped', after(31))
    expect(await latest()).toMatchObject({ status: 'running', results: [] })
    expect(await other.testRuns.record(a, id, result)).toBe(true)
    await other.testRuns.end(a, id, 'finished', after(32))

    expect(await latest()).toMatchObject({ status: 'finished', results: [result] })
  })

  test('an organization whose test run is at work elsewhere has no other one begun', async () => {
    const { store, a, other, idle, id, latest } = await startTestRun()
    const second = { id: newId(), created_at: at(1) }
    await store.testRuns.enqueue(a, (await latest())?.assistant_id ?? '', second)

    expect(await other.testRuns.claim(after(5), idle)).toBeNull()
    await store.testRuns.end(a, id, 'finished', after(6))

    expect(await other.testRuns.claim(after(7), idle)).toMatchObject({ id: second.id })
  })

  test('a delivery is on its way from one process only, until its lease ends', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const other = await another()
    const webhook = { url: 'https://hooks.example/', events: ['budget.spent'], enabled: true }
    const secret = { key_id: 'key', box: '' }
    await store.webhooks.save(a, { ...webhook, secret } as never, at(0))
    await store.organizations.update(a, { daily_model_tokens: 0 })
    await store.spending.add(a, at(0), 1)

    const [held] = await store.webhooks.claim(after(0), [], 9)
    expect(await other.webhooks.claim(after(19.999), [], 9)).toEqual([])
    const [taken] = await other.webhooks.claim(after(20), [], 9)
    const attempt = { delivered: false, last_status: 500, next_attempt_at: null }
    await store.webhooks.attempted(a, held?.id ?? '', attempt)
    await other.webhooks.attempted(a, taken?.id ?? '', { ...attempt, delivered: true })

    expect(taken?.id).toBe(held?.id)
    const { data } = (await store.webhooks.deliveries(a, { limit: 9 })) ?? { data: [] }
    expect(data.find(({ id }) => id === held?.id)).toMatchObject({
      status: 'delivered',
      attempts: 1,
    })
  })
})

test('after the database was away, nobody takes over before all could renew (docs/architecture.md#leases)', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const database = { isAway: false, takeovers: 0 }
  const store = {
    leases: {
      renew: async () => {
        if (database.isAway) throw new Error('away')
      },
      end: async () => undefined,
    },
    turns: {
      async recover() {
        database.takeovers += 1
      },
    },
  } as unknown as Store
  onTestFinished(keepLeases(store, { warn() {} } as unknown as Log))
  await vi.advanceTimersByTimeAsync(5000)
  expect(database.takeovers).toBe(1)
  database.isAway = true
  await vi.advanceTimersByTimeAsync(25_000)

  database.isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(database.takeovers).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)

  expect(database.takeovers).toBe(2)
})
