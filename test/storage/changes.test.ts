import { describe, expect, test } from 'vitest'
import type { StoredChange } from '../../server/storage/ports/changes.ts'
import { at, backends, newId, openWithOrganizations } from './backends.ts'

describe.each(backends)('watching changes in %s', (_, open) => {
  async function opened() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const told: StoredChange[] = []
    const stop = store.watch((changes) => told.push(...changes))
    const make = (organization_id: string, name: string) => {
      const id = newId()
      const collection = { id, name, description: '', created_at: at(0) }
      const embedding = { embedding_model: 'builtin/lexical-512', embedding_dimensions: 4 }
      return store.collections.create(organization_id, { ...collection, ...embedding })
    }
    return { store, another, a, b, told, stop, make }
  }

  test('a thing that is stored several times is told once', async () => {
    const { store, a, told, make } = await opened()

    const { id } = await make(a, 'One')
    await store.collections.update(a, id, { name: 'Two' }, at(1))

    await expect.poll(() => told).toHaveLength(1)
    expect(told).toEqual([{ organization_id: a, kind: 'collection', id, revision: null }])
  })

  test('of many things of a kind the kind alone is told, for each organization', async () => {
    const { a, b, told, make } = await opened()

    for (let n = 0; n < 30; n += 1) await make(a, `Many ${n}`)
    const { id } = await make(b, 'One')

    await expect.poll(() => told).toHaveLength(2)
    expect(told).toEqual([
      { organization_id: a, kind: 'collection', id: null, revision: null },
      { organization_id: b, kind: 'collection', id, revision: null },
    ])
  })

  test('what is stored over another connection is told exactly where the store hears all', async () => {
    const { store, another, a, told, make } = await opened()
    const other = await another()
    const toldElsewhere: StoredChange[] = []
    other.watch((changes) => toldElsewhere.push(...changes))
    const kindsOf = (changes: StoredChange[]) =>
      [...new Set(changes.map(({ kind }) => kind))].sort()

    await make(a, 'One')
    await other.organizations.update(a, { name: 'A' })

    const all = ['collection', 'organization']
    await expect.poll(() => kindsOf(told)).toEqual(store.hearsAll ? all : ['collection'])
    await expect.poll(() => kindsOf(toldElsewhere)).toEqual(store.hearsAll ? all : ['organization'])
  })

  test('nothing is told once watching has ended', async () => {
    const { a, told, stop, make } = await opened()
    await make(a, 'One')
    stop()
    const { store: other, a: theirs, told: later } = await opened()
    await make(a, 'Two')
    await other.organizations.update(theirs, { status: 'suspended' })

    await expect.poll(() => later).toHaveLength(1)
    expect(told).toEqual([])
  })
})
