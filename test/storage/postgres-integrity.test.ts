import { basename } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { createPostgresStore } from '../../server/storage/drivers/postgres/store.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import {
  addCollection,
  at,
  backends,
  documentOf,
  newId,
  passage,
  temporaryFolder,
} from './backends.ts'

/** A database with a document of three passages, whose words are in blocks. */
async function openSeeded() {
  const name = basename(await temporaryFolder())
  const db = openPool(await postgresDatabase(name), { connections: 2 })
  onTestFinished(async () => {
    await db.close()
    await dropPostgresDatabase(name)
  })
  const store = createPostgresStore(db)
  const organization_id = newId()
  const given = { slug: 'a', name: 'A', support_access: false, created_at: at(0) }
  await store.organizations.create({ id: organization_id, status: 'active', ...given })
  const collection = await addCollection(store, organization_id)
  const source = { id: newId(), name: 'Guides' }
  await db.query(
    `INSERT INTO sources (organization_id, id, collection_id, name, type, config, time_zone,
                          created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'folder', '{}', 'UTC', '', '')`,
    [organization_id, source.id, collection.id, source.name],
  )
  const document = documentOf(source.id)
  const passages = ['one', 'two', 'two three'].map((text, position) => passage(position, text))
  await store.documents.stage(organization_id, collection.id, {
    document_id: document.id,
    passages,
  })
  await store.documents.publish(organization_id, collection.id, document)
  while (await store.searchIndex.maintain('idle'));
  expect(await store.check()).toEqual([])
  const change = (text: string) => db.query(text, [])
  return { store, change, organization_id, collection, source, document }
}

describe.runIf(backends.some(([name]) => name === 'postgres'))('a check of PostgreSQL', () => {
  test('finds passages missing from the index of words', async () => {
    const { store, change, collection } = await openSeeded()

    await change("UPDATE passage_lengths SET body = decode(repeat('00', 512), 'hex')")
    await change("DELETE FROM posting_blocks WHERE term = 'two'")

    const index = `The search index of collection ${collection.id}`
    expect(await store.check()).toEqual([
      `${index} holds 0 entries for 3 passages: run "svc reindex".`,
      `${index} holds 2 postings instead of 4: run "svc reindex".`,
    ])
  })

  test('names the block of postings that is damaged', async () => {
    const { store, change, collection } = await openSeeded()

    await change("UPDATE posting_blocks SET body = substr(body, 1, 2) WHERE term = 'two'")

    expect(await store.check()).toEqual([
      `The search index of collection ${collection.id} is damaged (the block of "two" from passage 2 on cannot be read): run "svc reindex".`,
    ])
  })

  test('names the document whose passages changed', async () => {
    const { store, change, source, document } = await openSeeded()

    await change("UPDATE passages SET text = 'four' WHERE position = 1")

    expect(await store.check()).toEqual([
      `The passages of the document ${document.path} (${document.id}, source ${source.id}) are not as they were indexed: run "svc reindex", or restore a backup.`,
    ])
  })

  test('finds wrong counts of documents and passages', async () => {
    const { store, change, collection, source } = await openSeeded()

    await change('UPDATE collections SET document_count = 2, passage_count = 4')
    await change('UPDATE sources SET document_count = 0')

    const named = `The collection ${collection.name} (${collection.id})`
    expect(await store.check()).toEqual([
      `${named} counts 2 documents and holds 1.`,
      `${named} counts 4 passages and holds 3.`,
      `The source ${source.name} (${source.id}) counts 0 documents and holds 1.`,
    ])
  })

  test('finds rows that refer to nothing, passages and vectors too', async () => {
    const { store, change, organization_id } = await openSeeded()

    await change("UPDATE sources SET collection_id = 'none'")
    await change("INSERT INTO secrets VALUES ('hash', 'none')")
    await change(`INSERT INTO memberships VALUES ('${organization_id}', 'none', 'owner', '')`)
    await change('DELETE FROM documents')
    await change('UPDATE collections SET document_count = 0, passage_count = 0')
    await change('UPDATE sources SET document_count = 0')
    await change('UPDATE set_vectors SET key = key + 100 WHERE key > 1')

    expect(await store.check()).toEqual([
      'A row of secrets refers to no row of organizations.',
      'A row of sources refers to no row of collections.',
      'A row of memberships refers to no row of users.',
      '3 passages belong to no document: restore a backup.',
      'set_vectors holds 2 vectors of no passage.',
    ])
  })
})
