import { describe, expect, test } from 'vitest'
import type { JobCounters } from '../../server/contract/job.ts'
import type { BusyJobs, ClaimedJob } from '../../server/storage/ports/jobs.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addCollection,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  passagesIn,
} from './backends.ts'

const counters: JobCounters = {
  documents_discovered: 1,
  documents_ingested: 1,
  documents_unchanged: 0,
  documents_skipped: 0,
  documents_failed: 0,
  documents_deleted: 0,
  chunks_written: 3,
  bytes_fetched: 10,
}

describe.each(backends)('sources and jobs on %s', (_, open) => {
  async function start() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const enqueue = (
      now: string,
      trigger: 'manual' | 'scheduled' | 'api' = 'manual',
      source_id = source.id,
    ) => store.jobs.enqueue(a, source_id, { id: newId(), trigger, max_attempts: 2 }, now)
    const enqueueBehind = (now: string) => {
      const job = {
        id: newId(),
        trigger: 'api' as const,
        max_attempts: 2,
        joins: 'queued' as const,
      }
      return store.jobs.enqueue(a, source.id, job, now)
    }
    return { store, a, b, another, collection, source, enqueue, enqueueBehind }
  }

  test('(none) → queued: attempt 1, all counters 0', async () => {
    const { a, store, source, collection, enqueue } = await start()

    const job = await enqueue(at(1))

    expect(job).toMatchObject({
      collection_id: collection.id,
      source_id: source.id,
      status: 'queued',
      trigger: 'manual',
      is_active: true,
      attempt: 1,
      queued_at: at(1),
      started_at: null,
      source_version: null,
    })
    expect(new Set(Object.values(job?.counters ?? {}))).toEqual(new Set([0]))
    expect(await store.sources.find(a, source.id)).toMatchObject({ latest_job: job })
  })

  test('queued or running: the same job is returned, and no second one starts', async () => {
    const { store, enqueue } = await start()
    const job = await enqueue(at(1))

    expect(await enqueue(at(2))).toEqual(job)
    const claimed = await store.jobs.claim(at(3))

    expect(await enqueue(at(4))).toEqual(claimed?.job)
    expect(await store.jobs.claim(at(4))).toBeNull()
  })

  test('one more job is queued behind a running one, and later ones join it (docs/behaviour.md#jobs)', async () => {
    const { store, a, source, enqueue, enqueueBehind } = await start()
    const running = await enqueue(at(1))
    await store.jobs.claim(at(2))

    const behind = await enqueueBehind(at(3))

    expect(behind).toMatchObject({ status: 'queued', attempt: 1, queued_at: at(3) })
    expect(await enqueueBehind(at(4))).toEqual(behind)
    expect(await enqueue(at(4))).toEqual(behind)
    expect(await store.jobs.latest(a, source.id)).toEqual(behind)
    expect(await store.jobs.claim(at(5))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBeNull()
    await store.jobs.cancel(a, running?.id ?? '', at(6))
    expect(await store.jobs.claim(at(7))).toMatchObject({ job: { id: behind?.id } })
  })

  test.each(['retry', 'release', 'recover'] as const)(
    'by %s a job goes back to the queue beside the one behind it (docs/behaviour.md#jobs)',
    async (how) => {
      const { store, a, another, source, enqueue, enqueueBehind } = await start()
      const first = await enqueue(at(1))
      await store.jobs.claim(at(2))
      const behind = await enqueueBehind(at(3))

      const failure = {
        error_code: 'source_unreachable' as const,
        error_message: 'No answer.',
        counters,
        source_version: null,
      }
      if (how === 'retry')
        await store.jobs.retry(a, first?.id ?? '', { ...failure, next_attempt_at: at(9) })
      else if (how === 'release') await store.jobs.release(store.owner)
      else await (await another()).jobs.recover(at(4))

      const ids = [first?.id, behind?.id]
      const active = (await store.jobs.list(a, source.id, { limit: 9 }))?.data
      expect(active?.map(({ id, status }) => [id, status])).toEqual(
        ids.toReversed().map((id) => [id, 'queued']),
      )
      expect(await enqueueBehind(at(5))).toEqual(behind)
      const next = how === 'retry' ? ids.toReversed() : ids
      const claimed = await store.jobs.claim(at(8))
      expect(claimed).toMatchObject({ job: { id: next[0] } })
      expect(await store.jobs.claim(at(10))).toBeNull()
      await store.jobs.cancel(a, claimed?.job.id ?? '', at(10))
      expect(await store.jobs.claim(at(10))).toMatchObject({ job: { id: next[1] } })
    },
  )

  test('the organization with the fewest running jobs comes first, then the longest queued job (docs/behaviour.md#jobs)', async () => {
    const { store, a, b, collection, source, enqueue } = await start()
    const second = await addSource(store, a, collection.id)
    const third = await addSource(store, a, collection.id)
    const theirs = await addSource(store, b, (await addCollection(store, b)).id)
    await enqueue(at(1))
    await enqueue(at(2), 'manual', second.id)
    await enqueue(at(3), 'manual', third.id)
    const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
    await store.jobs.enqueue(b, theirs.id, job, at(4))
    const nextSource = async (busy?: BusyJobs) => (await store.jobs.claim(at(5), busy))?.source.id

    expect(await nextSource({ organizations: [a, b] })).toBeUndefined()
    expect(await store.jobs.nextDueAt({ organizations: [a] })).toBe(at(4))
    expect(await nextSource()).toBe(source.id)
    expect(await nextSource()).toBe(theirs.id)
    expect(await nextSource({ sources: [second.id] })).toBe(third.id)
    expect(await store.jobs.nextDueAt({ sources: [second.id] })).toBeNull()
    expect(await nextSource()).toBe(second.id)
  })

  test.each([
    ['manual', 'failed', 'collection_archived'],
    ['api', 'failed', 'collection_archived'],
    ['scheduled', 'skipped', null],
  ] as const)(
    'in an archived collection a %s job becomes %s at once',
    async (trigger, status, error_code) => {
      const { store, a, collection, enqueue } = await start()
      await enqueue(at(0))
      await store.collections.update(a, collection.id, { status: 'archived' }, at(1))

      const job = await enqueue(at(2), trigger)

      expect(job).toMatchObject({ status, error_code, is_active: false, finished_at: at(2) })
    },
  )

  test('of several processes that claim at once each gets other jobs, and none a second of a source', async () => {
    const { store, a, another, collection } = await start()
    const sources = await Promise.all(
      Array.from({ length: 10 }, () => addSource(store, a, collection.id)),
    )
    const queue = async (source_id: string) => {
      const job = { id: newId(), trigger: 'api' as const, max_attempts: 2 }
      await store.jobs.enqueue(a, source_id, { ...job, joins: 'queued' }, at(1))
      return job.id
    }
    const first = await Promise.all(sources.map(({ id }) => queue(id)))
    for (const _ of sources) await store.jobs.claim(at(2))
    const second = await Promise.all(sources.map(({ id }) => queue(id)))
    await store.jobs.release(store.owner)
    const processes = [store, await another()]

    const end = { error_code: null, error_message: null, counters, source_version: null }
    const done: string[] = []
    for (const _ of ['the first of each source', 'the second of each source']) {
      const claimed = await Promise.all(
        processes.flatMap((each) => [claimAll(each), claimAll(each)]),
      )
      const atOnce = claimed.flat()
      expect(new Set(atOnce.map((run) => run.source.id)).size).toBe(atOnce.length)
      expect(atOnce).toHaveLength(sources.length)
      for (const { job } of atOnce) {
        done.push(job.id)
        for (const each of processes) {
          await each.jobs.finish(a, job.id, { status: 'succeeded', ...end }, at(4))
        }
      }
    }
    expect(done.toSorted()).toEqual([...first, ...second].toSorted())
  })

  async function claimAll(store: Store) {
    const claimed: ClaimedJob[] = []
    for (;;) {
      const next = await store.jobs.claim(at(3))
      if (!next) return claimed
      claimed.push(next)
    }
  }

  test('queued → running: the longest queued first, with all that a run needs', async () => {
    const { store, a, collection, source, enqueue } = await start()
    const later = await addSource(store, a, collection.id)
    await enqueue(at(2), 'manual', later.id)
    const first = await enqueue(at(1))

    expect(await store.jobs.nextDueAt()).toBe(at(1))
    expect(await store.jobs.claim(at(5))).toMatchObject({
      organization_id: a,
      job: { id: first?.id, status: 'running', started_at: at(5) },
      source: { id: source.id, type: 'folder', config: {} },
      collection: {
        id: collection.id,
        status: 'active',
        embedding_model: 'builtin/meaning-1',
        embedding_dimensions: 3,
      },
    })
    expect(await store.jobs.claim(at(5))).toMatchObject({ source: { id: later.id } })
    expect(await store.jobs.claim(at(5))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBeNull()
  })

  test('running → an end, once', async () => {
    const { store, a, source, enqueue } = await start()
    const job = await enqueue(at(1))
    const id = job?.id ?? ''
    await store.jobs.claim(at(2))
    expect(await store.jobs.progress(a, id, counters, at(2))).toBe(true)
    expect(await store.jobs.find(a, id)).toMatchObject({ counters })

    const end = { error_code: null, error_message: null, counters, source_version: 'v1' }
    await store.jobs.finish(a, id, { status: 'partial', ...end }, at(3))
    await store.jobs.finish(a, id, { status: 'succeeded', ...end }, at(4))

    expect(await store.jobs.find(a, id)).toMatchObject({
      status: 'partial',
      is_active: false,
      finished_at: at(3),
    })
    expect(await store.jobs.progress(a, id, counters, at(9))).toBe(false)
    expect(await enqueue(at(5))).toMatchObject({ status: 'queued' })
    expect(
      (await store.jobs.list(a, source.id, { limit: 9 }))?.data.map(({ queued_at }) => queued_at),
    ).toEqual([at(5), at(1)])
  })

  test('running → queued for another attempt, not before its time', async () => {
    const { store, a, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    const failure = {
      error_code: 'source_unreachable' as const,
      error_message: 'No answer.',
      next_attempt_at: at(9),
      counters,
      source_version: 'v1',
    }
    await store.jobs.retry(a, job?.id ?? '', failure)

    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({
      ...failure,
      status: 'queued',
      attempt: 2,
    })
    expect(await store.jobs.claim(at(8))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBe(at(9))
    expect(await store.jobs.claim(at(9))).toMatchObject({
      job: { error_code: null, next_attempt_at: null, attempt: 2 },
    })
  })

  test('pending, queued or running → cancelled; any other stays as it is', async () => {
    const { store, a, enqueue } = await start()
    const queued = await enqueue(at(1))
    expect(await store.jobs.cancel(a, queued?.id ?? '', at(2))).toMatchObject({
      status: 'cancelled',
      finished_at: at(2),
    })
    const running = await enqueue(at(3))
    await store.jobs.claim(at(4))
    await store.jobs.cancel(a, running?.id ?? '', at(5))

    expect(await store.jobs.cancel(a, running?.id ?? '', at(6))).toMatchObject({
      status: 'cancelled',
      finished_at: at(5),
    })
    expect(await store.jobs.progress(a, running?.id ?? '', counters, at(9))).toBe(false)
  })

  test('a shutdown puts running jobs back without counting an attempt', async () => {
    const { store, a, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    await store.jobs.release(store.owner)

    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ status: 'queued', attempt: 1 })
  })

  test('what a crash interrupted counts an attempt when the same document was being read twice', async () => {
    const { store, a, another, source, collection, enqueue } = await start()
    const document = documentOf(source.id, { path: 'a.md' })
    await store.documents.publish(a, collection.id, document)
    const job = await enqueue(at(1))
    const restarted = await another()
    const read = (path: string) =>
      store.documents.beganParsing(a, source.id, { path, content_hash: path })
    /** Reads documents until the process dies; returns what becomes of the job. */
    const crash = async (...paths: string[]) => {
      await store.jobs.claim(at(2))
      for (const path of paths) await read(path)
      expect(await restarted.jobs.recover(at(3))).toBe(1)
      const { status, attempt } = (await store.jobs.find(a, job?.id ?? '')) ?? {}
      return [status, attempt]
    }

    expect(await crash('a.md')).toEqual(['queued', 1])
    expect(await store.documents.find(a, document.id)).toMatchObject({
      status: 'ingested',
      error_code: 'interrupted',
    })
    expect(await crash('b.md')).toEqual(['queued', 1])
    expect(await crash()).toEqual(['queued', 1])
    expect(await crash('a.md', 'c.md')).toEqual(['queued', 2])
    expect(await crash('d.md')).toEqual(['queued', 2])
    expect(await crash('a.md')).toEqual(['failed', 2])
    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ error_code: 'interrupted' })
    expect(await store.documents.beingParsed(a, source.id)).toMatchObject([
      { path: 'a.md', interruptions: 3 },
      { path: 'b.md', interruptions: 1 },
      { path: 'c.md', interruptions: 1 },
      { path: 'd.md', interruptions: 1 },
    ])
    await store.documents.recordVersions(a, [{ id: document.id, version: null }])
    expect(await store.documents.find(a, document.id)).toMatchObject({ error_code: null })
  })

  test('what a run that was stopped was reading counts in no later crash', async () => {
    const { store, a, another, source, enqueue } = await start()
    await enqueue(at(1))
    await store.jobs.claim(at(2))
    const being = { path: 'a.md', content_hash: 'hash' }
    await store.documents.beganParsing(a, source.id, being)
    await store.jobs.release(store.owner)
    await store.jobs.claim(at(3))

    await (await another()).jobs.recover(at(5))

    expect(await store.documents.beingParsed(a, source.id)).toMatchObject([{ interruptions: 0 }])
  })

  test('a job at whose every run the process dies fails in the end', async () => {
    const { store, a, another, collection, source, enqueue } = await start()
    const job = await enqueue(at(1))
    const document = documentOf(source.id)
    const passages = [passage(0, 'half'), passage(1, 'way')]
    const batch = { staged: [{ document_id: document.id, passages }], published: [] }
    const restarted = await another()
    const attempts: (number | undefined)[] = []
    for (let crash = 1; crash <= 12; crash += 1) {
      await store.jobs.claim(at(2))
      await store.documents.ingest(a, collection.id, batch, job?.id)
      expect(await restarted.jobs.recover(at(5))).toBe(1)
      attempts.push((await store.jobs.find(a, job?.id ?? ''))?.attempt)
    }

    expect(attempts).toEqual([...Array(10).fill(1), 2, 2])
    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({
      status: 'failed',
      error_code: 'interrupted',
      finished_at: at(5),
    })
    await store.documents.publish(a, collection.id, document)
    expect(await passagesIn(store, a, collection.id)).toBe(0)
    while (await store.documents.sweep(9));
    expect(await store.check()).toEqual([])
  })

  test('the job of a deleted source stops', async () => {
    const { store, a, source, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    await store.sources.delete(a, source.id)

    expect(await store.jobs.progress(a, job?.id ?? '', counters, at(9))).toBe(false)
    expect(await store.jobs.find(a, job?.id ?? '')).toBeNull()
  })

  test('a job that confirms another may delete what that one withheld', async () => {
    const { store, a, b, source, enqueue } = await start()
    const job = await enqueue(at(1))
    const id = job?.id ?? ''
    await store.jobs.claim(at(2))
    const gone = [newId(), newId()]
    await store.jobs.withhold(a, id, gone)
    const withheld = { error_code: 'deletions_withheld' as const, error_message: 'Many are gone.' }
    const end = { ...withheld, status: 'partial' as const, counters, source_version: null }
    await store.jobs.finish(a, id, end, at(3))
    const confirming = { id: newId(), max_attempts: 2 }

    expect(await store.jobs.confirm(b, id, confirming, at(4))).toBeNull()
    await store.jobs.confirm(a, id, confirming, at(4))
    await expect(store.jobs.confirm(a, id, confirming, at(4))).rejects.toMatchObject({
      code: 'conflict',
    })

    const claimed = await store.jobs.claim(at(5))
    expect(claimed).toMatchObject({ job: { id: confirming.id }, source: { id: source.id } })
    expect(claimed?.confirmed?.toSorted()).toEqual(gone)
  })

  test('a source name is unique in its collection; an update keeps the other fields', async () => {
    const { store, a, b, collection } = await start()
    const docs = await addSource(store, a, collection.id, { name: 'docs' })
    const more = await addSource(store, a, collection.id, { name: 'more', schedule: '0 * * * *' })
    const elsewhere = await addCollection(store, a)

    await addSource(store, a, elsewhere.id, { name: 'docs' })

    await expect(addSource(store, a, collection.id, { name: 'docs' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(store.sources.update(a, more.id, { name: 'docs' }, at(1))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.sources.update(a, docs.id, { config: { path: 'x' } }, at(1))).toMatchObject({
      name: 'docs',
      config: { path: 'x' },
      updated_at: at(1),
    })
    expect(await store.sources.list(b, collection.id, { limit: 5 })).toBeNull()
  })

  test('the folders an operator grants belong to one organization', async () => {
    const { store, a, b } = await start()

    await store.sources.grantRoot(a, '/srv/docs')
    await store.sources.grantRoot(a, '/srv/docs')

    expect(await store.sources.grantedRoots(a)).toEqual(['/srv/docs'])
    expect(await store.sources.grantedRoots(b)).toEqual([])
  })
})
