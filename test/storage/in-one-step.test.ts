import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/open-store.ts'
import type { Store } from '../../server/storage/store.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { backends, temporaryFolder } from './backends.ts'

/** Opens the data of a new folder, or a new database, as the service does. */
async function openNew(backend: string) {
  const data_dir = await temporaryFolder()
  if (backend === 'sqlite') return openStore({ data_dir })
  const name = basename(data_dir)
  onTestFinished(() => dropPostgresDatabase(name))
  return openStore({ data_dir, database_url: await postgresDatabase(name) })
}

test.each(backends)(
  '%s: several steps of a store become one: visible to others as a whole, or not at all',
  async (backend) => {
    const opened = await openNew(backend)
    onTestFinished(() => opened.close())
    const seen: number[] = []
    const look = async () => seen.push((await opened.organizations.list()).length)
    const make = async (store: Store, slug: string) => {
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

    const failed = opened.inOneStep(async (store) => {
      await make(store, 'acme')
      throw new Error('The file is wrong.')
    })
    await expect(failed).rejects.toThrow('The file is wrong.')
    await look()
    await opened.inOneStep((store) => make(store, 'acme'))
    await look()

    expect(seen).toEqual([0, 0, 0, 1])
  },
)
