import { describe, expect, test } from 'vitest'
import { defaultBehaviour } from '../../server/contract/behaviour.ts'
import { addAssistant, addCollection, at, backends, openWithOrganizations } from './backends.ts'

describe.each(backends)('assistants on %s (docs/behaviour.md#assistants)', (_, open) => {
  test('a change that is refused leaves everything as it was', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const own = await addCollection(store, a)
    const foreign = await addCollection(store, b)
    const made = await addAssistant(store, a, { collections: [own.id] })

    const given = { name: 'Other', knowledge_base_ids: [own.id, foreign.id] }
    const changed = store.assistants.update(a, made.id, 1, given, at(1))

    await expect(changed).rejects.toMatchObject({ code: 'validation_error' })
    expect(await store.assistants.find(a, made.id)).toEqual(made)
  })

  test('of changes at the same revision one is stored, and the others are told', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const { id } = await addAssistant(store, a)
    const stores = [store, await another(), store]

    const changes = await Promise.allSettled(
      stores.map((each, n) => each.assistants.update(a, id, 1, { name: `Name ${n}` }, at(1))),
    )

    const stored = changes.flatMap((change) => (change.status === 'fulfilled' ? change.value : []))
    const refused = changes.flatMap((change) => (change.status === 'rejected' ? change.reason : []))
    expect(stored).toMatchObject([{ revision: 2 }])
    expect(refused).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }])
    expect(await store.assistants.find(a, id)).toEqual(stored[0])
  })
})

describe.each(backends)('behaviours on %s', (_, open) => {
  const texts = { greeting: 'Hello', declined: null }
  const wanted = { revision: 0, strictness: 'open', follow_ups: false, texts } as const

  test('the defaults stand until one is saved, each time at the current revision', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { id } = await addAssistant(store, a)

    expect(await store.behaviours.find(a, id)).toEqual(defaultBehaviour)
    expect(await store.behaviours.save(a, id, wanted)).toEqual({ ...wanted, revision: 1 })
    await expect(store.behaviours.save(a, id, wanted)).rejects.toMatchObject({ code: 'conflict' })
    const strict = { ...wanted, revision: 1, strictness: 'strict' } as const
    expect(await store.behaviours.save(a, id, strict)).toEqual({ ...strict, revision: 2 })

    expect(await store.behaviours.find(a, id)).toEqual({ ...strict, revision: 2 })
  })

  test('another organization neither sees nor saves one', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { id } = await addAssistant(store, a)

    expect(await store.behaviours.save(b, id, wanted)).toBeNull()

    expect(await store.behaviours.find(b, id)).toBeNull()
    expect(await store.behaviours.find(a, id)).toEqual(defaultBehaviour)
  })
})
