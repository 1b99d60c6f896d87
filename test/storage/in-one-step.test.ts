import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/storage/sqlite/database.ts'
import { inOneStep } from '../../server/storage/sqlite/in-one-step.ts'
import { createSqliteStore } from '../../server/storage/sqlite/store.ts'

test('several steps of a store become one: visible to others as a whole, or not at all', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'step-'))
  const file = join(dir, 'test.db')
  const db = openDatabase(file)
  const [store, others] = [createSqliteStore(db), createSqliteStore(openDatabase(file))]
  const seen: number[] = []
  const look = async () => seen.push((await others.organizations.list()).length)
  const make = async (slug: string) => {
    const at = '2026-11-01T00:00:00.000Z'
    await store.organizations.create({
      id: slug,
      slug,
      name: slug,
      status: 'active',
      support_access: false,
      created_at: at,
    })
    await store.collections.create(slug, {
      id: `${slug}-c`,
      name: 'Handbook',
      description: '',
      embedding_model: 'm',
      embedding_dimensions: 8,
      created_at: at,
    })
    await look()
  }

  const failed = inOneStep(db, async () => {
    await make('acme')
    throw new Error('The file is wrong.')
  })
  await expect(failed).rejects.toThrow('The file is wrong.')
  await look()
  await inOneStep(db, () => make('acme'))
  await look()

  expect(seen).toEqual([0, 0, 0, 1])
  store.close()
  others.close()
  await rm(dir, { recursive: true })
})
