import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { counted, startIngestion, write } from './ingestion.ts'

/** A folder of so many files, which has been ingested. */
async function startFolder(files: number) {
  const ingestion = await startIngestion()
  const { folder, store, organization_id, source, clock } = ingestion
  const names = Array.from({ length: files }, (_, file) => `${String(file).padStart(3, '0')}.md`)
  write(folder, Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.`])))
  await ingestion.sync()
  clock.now = '2026-01-02T04:00:00.000Z'

  return {
    ...ingestion,
    remove(count: number, from = 0): void {
      for (const name of names.slice(from, from + count)) rmSync(join(folder, name))
    },
    /** Queues the job that confirms the latest one. */
    async confirm() {
      const latest = await store.jobs.latest(organization_id, source.id)
      clock.now = new Date(Date.parse(clock.now) + 1000).toISOString()
      const job = { id: newId(), max_attempts: 3 }
      return store.jobs.confirm(organization_id, latest?.id ?? '', job, clock.now)
    },
    async left() {
      return (await ingestion.documents()).length
    },
  }
}

test.each([
  [20, 10, 10],
  [20, 11, 0],
  [90, 11, 0],
  [120, 12, 12],
])('of %i documents %i vanish: %i are deleted', async (files, vanished, deleted) => {
  const folder = await startFolder(files)
  folder.remove(vanished)

  const outcome = await folder.sync()

  expect(counted(outcome)).toMatchObject({ documents_deleted: deleted })
  expect(outcome).toMatchObject(
    deleted > 0
      ? { status: 'succeeded', error_code: null }
      : { status: 'partial', error_code: 'deletions_withheld' },
  )
})

test('a confirmed job deletes what was withheld, and nothing that vanished since', async () => {
  const folder = await startFolder(30)
  folder.remove(12)
  await folder.sync()
  folder.remove(3, 12)
  const confirming = await folder.confirm()

  const outcome = await folder.sync()

  expect(confirming).toMatchObject({ status: 'queued', trigger: 'manual' })
  expect(counted(outcome)).toMatchObject({ documents_deleted: 12 })
  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(await folder.left()).toBe(18)
  expect(counted(await folder.sync())).toMatchObject({ documents_deleted: 3 })
})

test('only the latest job of a source that withheld deletions can be confirmed', async () => {
  const folder = await startFolder(30)
  await expect(folder.confirm()).rejects.toMatchObject({ code: 'conflict' })
  folder.remove(12)
  await folder.sync()
  await folder.confirm()

  await expect(folder.confirm()).rejects.toMatchObject({ code: 'conflict' })
})

test('what a change of the configuration leaves out is deleted at once', async () => {
  const folder = await startFolder(30)
  const config = { path: folder.folder, exclude: ['{00,01}*.md'] }
  const { store, organization_id, source, clock } = folder
  await store.sources.update(organization_id, source.id, { config }, clock.now)

  const outcome = await folder.sync()

  expect(counted(outcome)).toMatchObject({ documents_deleted: 20 })
})
