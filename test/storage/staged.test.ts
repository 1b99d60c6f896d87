import { describe, expect, test } from 'vitest'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import {
  addCollection,
  addKnowledge,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  passagesIn,
} from './backends.ts'

describe.each(backends)('what a run has staged on %s', (_, open) => {
  async function start() {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const enqueue = (now: string) =>
      store.jobs.enqueue(a, source.id, { id: newId(), trigger: 'manual', max_attempts: 2 }, now)
    return { store, a, collection, source, enqueue }
  }

  test.each(['cancelled', 'failed'] as const)(
    'and not published is swept once the job is %s',
    async (end) => {
      const { store, a, collection, enqueue } = await start()
      const id = (await enqueue(at(1)))?.id ?? ''
      await store.jobs.claim(at(2))
      const passages = [passage(0, 'one'), passage(1, 'two')]
      const part = { document_id: newId(), passages }
      await store.documents.ingest(a, collection.id, { staged: [part], published: [] }, id)
      expect(await store.documents.sweep(9)).toBe(false)

      if (end === 'cancelled') await store.jobs.cancel(a, id, at(3))
      else {
        const failure = { error_code: 'timeout' as const, error_message: 'Too long.' }
        const ending = { ...failure, counters: NO_COUNTERS, source_version: null }
        await store.jobs.finish(a, id, { status: 'failed', ...ending }, at(3))
      }

      expect(await store.documents.sweep(1)).toBe(true)
    },
  )

  test.each(['delete', 'purge'] as const)(
    'by %s of its source a document goes, and what a run has staged of another',
    async (how) => {
      const { store, a, collection, source, enqueue } = await start()
      const kept = await addKnowledge(store, a, ['kept'])
      const job = await enqueue(at(1))
      await store.jobs.claim(at(2))
      const stage = (document_id: string) => ({ document_id, passages: [passage(0, 'staged')] })
      const document = documentOf(source.id)
      const whole = { staged: [stage(document.id)], published: [{ ...document, passage_count: 1 }] }
      await store.documents.ingest(a, collection.id, whole, job?.id)
      const begun = documentOf(source.id, { path: 'begun.md' })
      const part = { staged: [stage(begun.id)], published: [] }
      await store.documents.ingest(a, collection.id, part, job?.id)
      expect(await passagesIn(store, a, collection.id)).toBe(1)

      if (how === 'delete') expect(await store.sources.delete(a, source.id)).toBe(true)
      else await store.collections.purge(a, collection.id, at(3))

      expect(await store.sources.find(a, source.id)).toBeNull()
      expect(await store.documents.find(a, document.id)).toBeNull()
      expect(await store.collections.find(a, collection.id)).toMatchObject({
        document_count: 0,
        passage_count: 0,
      })
      expect(await passagesIn(store, a, kept.collection.id)).toBe(1)
      expect(await store.documents.sweep(1)).toBe(true)
      expect(await store.documents.sweep(1)).toBe(false)
      expect(await store.sources.delete(a, source.id)).toBe(false)
    },
  )
})
