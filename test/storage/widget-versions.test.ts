import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/open-store.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { backends, temporaryFolder } from './backends.ts'

const onPostgres = test.runIf(backends.some(([name]) => name === 'postgres'))

async function openShared() {
  const folder = await temporaryFolder()
  const name = basename(folder)
  const database_url = await postgresDatabase(name)
  const store = await openStore({ data_dir: join(folder, 'data'), database_url })
  onTestFinished(async () => {
    await store.close()
    await dropPostgresDatabase(name)
  })
  if (!store.shared) throw new Error('The data are not shared.')
  return { files: store.files, versions: store.shared.widgetVersions, database_url }
}

onPostgres('the versions of the widget that were served last are kept', async () => {
  const { versions } = await openShared()
  const keep = (name: string, content_hash = name) => versions.keep({ name, content_hash }, 2)

  await keep('one')
  await keep('two')
  await keep('one', 'other')
  await keep('three')

  expect(await versions.list()).toEqual([
    { name: 'three', content_hash: 'three' },
    { name: 'one', content_hash: 'other' },
  ])
})

onPostgres('a sweep of files keeps those of the versions that are kept', async () => {
  const { files, versions, database_url } = await openShared()
  const save = async (text: string) =>
    (await files.save(Buffer.from(text), { maxBytes: 9 })).content_hash
  const kept = await save('kept')
  const old = await save('old')
  await versions.keep({ name: 'widget-a', content_hash: kept }, 20)
  const db = openPool(database_url)
  onTestFinished(() => db.close())
  await db.query("UPDATE files SET saved_at = saved_at - interval '2 hours'", [])

  await files.sweep(new Set())

  expect([await files.check(kept), await files.check(old)]).toEqual([null, 'missing'])
})
