import { describe, expect, test } from 'vitest'
import {
  addAssistant,
  addCollection,
  addKnowledge,
  addSource,
  at,
  backends,
  keysOf,
  newId,
  openWithOrganizations,
} from './backends.ts'

describe.each(backends)('collections and assistants on %s', (_, open) => {
  test('a name is unique within its organization only', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const first = await addCollection(store, a, { name: 'Handbook' })
    const second = await addCollection(store, a, { name: 'Notes' })

    await addCollection(store, b, { name: 'Handbook' })

    await expect(addCollection(store, a, { name: 'Handbook' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const rename = store.collections.update(a, second.id, { name: 'Handbook' }, at(1))
    await expect(rename).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.collections.update(a, first.id, { name: 'Handbook' }, at(1))).toMatchObject({
      name: 'Handbook',
      updated_at: at(1),
    })
  })

  test('active → archived → archived → active', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { id } = await addCollection(store, a)

    for (const status of ['archived', 'archived', 'active'] as const) {
      expect(await store.collections.update(a, id, { status }, at(1))).toMatchObject({ status })
      expect(await store.collections.find(a, id)).toMatchObject({ status })
    }
  })

  test('an archived collection refuses sources and uploads, and stays searchable', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['pay by card'])
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    await store.collections.update(a, collection.id, { status: 'archived' }, at(1))

    await expect(addSource(store, a, collection.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.uploads.put(a, source.id, [], at(2))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await keysOf(store, a, collection.id, ['card'])).toHaveLength(1)
  })

  test('nothing of an organization can be reached from another', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { collection, source, document, passages } = await addKnowledge(store, a, ['secret'])
    const assistant = await addAssistant(store, a, { collections: [collection.id] })
    const job = await store.jobs.enqueue(
      a,
      source.id,
      { id: newId(), trigger: 'manual', max_attempts: 3 },
      at(1),
    )
    const page = { limit: 10 }

    const seen = await Promise.all([
      store.collections.find(b, collection.id),
      store.collections.update(b, collection.id, { name: 'mine' }, at(2)),
      store.sources.find(b, source.id),
      store.sources.update(b, source.id, { name: 'mine' }, at(2)),
      store.sources.list(b, collection.id, page),
      store.uploads.put(b, source.id, [], at(2)),
      store.documents.find(b, document.id),
      store.documents.list(b, source.id, {}, page),
      store.passages.find(b, passages[0]?.id ?? ''),
      store.passages.list(b, document.id, page),
      store.jobs.enqueue(b, source.id, { id: newId(), trigger: 'manual', max_attempts: 3 }, at(2)),
      store.jobs.find(b, job?.id ?? ''),
      store.jobs.latest(b, source.id),
      store.jobs.list(b, source.id, page),
      store.jobs.cancel(b, job?.id ?? '', at(2)),
      store.assistants.find(b, assistant.id),
      store.assistants.update(b, assistant.id, 1, { name: 'mine' }, at(2)),
    ])

    expect(seen.every((answer) => answer === null)).toBe(true)
    expect(await store.sources.delete(b, source.id)).toBe(false)
    expect(await store.documents.delete(b, document.id)).toBe(false)
    expect(await store.collections.findMany(b, [collection.id])).toEqual([])
    expect((await store.assistants.list(b, {}, page)).data).toEqual([])
    expect((await store.collections.list(b, { status: 'active' }, page)).data).toEqual([])
    await expect(addAssistant(store, b, { collections: [collection.id] })).rejects.toMatchObject({
      code: 'validation_error',
      message: /knowledge_base_ids/,
    })
    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ status: 'queued' })
  })

  test('collections of one assistant must have the same embedding', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addCollection(store, a)
    const wider = await addCollection(store, a, { dimensions: 4 })
    const other = await addCollection(store, a, { model: 'builtin/other' })

    for (const second of [wider, other]) {
      const both = addAssistant(store, a, { collections: [one.id, second.id] })
      await expect(both).rejects.toMatchObject({
        code: 'validation_error',
        message: /knowledge_base_ids/,
      })
    }
  })

  test('an assistant changes only at its current revision, which is then incremented', async () => {
    const { store, a } = await openWithOrganizations(open)
    const [one, two] = [await addCollection(store, a), await addCollection(store, a)]
    const { id } = await addAssistant(store, a, { collections: [one.id] })

    const ids = [two.id, one.id]
    const changed = await store.assistants.update(
      a,
      id,
      1,
      { knowledge_base_ids: ids, instruction: 'Be kind.' },
      at(1),
    )

    expect(changed).toMatchObject({
      revision: 2,
      knowledge_base_ids: ids,
      instruction: 'Be kind.',
      updated_at: at(1),
    })
    const outdated = store.assistants.update(a, id, 1, { name: 'Late' }, at(2))
    await expect(outdated).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.assistants.update(a, id, 2, { instruction: null }, at(3))).toMatchObject({
      instruction: null,
    })
  })

  test('answerable means active with at least one collection', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { id } = await addCollection(store, a)
    const bare = await addAssistant(store, a)
    const ready = await addAssistant(store, a, { collections: [id] })

    expect([bare.answerable, ready.answerable]).toEqual([false, true])
    expect(
      await store.assistants.update(a, ready.id, 1, { status: 'disabled' }, at(1)),
    ).toMatchObject({ answerable: false })
    expect(await store.assistants.list(a, { status: 'disabled' }, { limit: 5 })).toMatchObject({
      data: [{ id: ready.id }],
    })
  })
})
