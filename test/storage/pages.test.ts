import { describe, expect, test } from 'vitest'
import type { PageState } from '../../server/storage/ports/pages.ts'
import {
  addCollection,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
} from './backends.ts'

const page = (url: string, more: Partial<PageState> = {}): PageState => ({
  url,
  outcome: 'ingested',
  reason: null,
  http_status: 200,
  depth: 1,
  found_on: 'https://a.test/',
  last_seen_at: at(1),
  etag: '"1"',
  last_modified: null,
  text_digest: 'digest',
  times_missing: 0,
  ...more,
})

describe.each(backends)('pages of websites on %s', (_, open) => {
  async function start() {
    const { store, a, b } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const list = (outcome?: PageState['outcome'], organization_id = a) =>
      store.pages.list(organization_id, source.id, { outcome }, { limit: 10 })
    return { store, a, b, collection, source, list }
  }

  test('are written, replaced, and read back as they were', async () => {
    const { store, a, source } = await start()
    const gone = page('https://a.test/b', { outcome: 'gone', reason: 'not_found', depth: 2 })
    await store.pages.record(a, source.id, [gone, page('https://a.test/a')])
    await store.pages.record(a, source.id, [page('https://a.test/a', { etag: '"2"' })])

    expect(await store.pages.known(a, source.id)).toEqual([
      page('https://a.test/a', { etag: '"2"' }),
      gone,
    ])
  })

  test('keep the last of two recordings in one step, and the texts of any website', async () => {
    const { store, a, source } = await start()
    const url = 'https://a.test/a'
    await store.pages.record(a, source.id, [
      page(url, { etag: '"1"' }),
      page(url, { etag: '"2"', found_on: 'https://a.test/%\u2028"\\u0000' }),
    ])

    expect(await store.pages.known(a, source.id)).toEqual([
      page(url, { etag: '"2"', found_on: 'https://a.test/%\u2028"\\u0000' }),
    ])
    const etag = 'half \ud83d and \0'
    await store.pages.record(a, source.id, [page(url, { etag })])
    expect(await store.pages.known(a, source.id)).toMatchObject([{ url }])
  })

  test('are forgotten one by one, and of one source only', async () => {
    const { store, a, collection, source } = await start()
    const other = await addSource(store, a, collection.id)
    for (const { id } of [source, other]) {
      await store.pages.record(a, id, [page('https://a.test/a'), page('https://a.test/b')])
    }

    await store.pages.forget(a, source.id, ['https://a.test/a', 'https://a.test/c'])

    expect(await store.pages.known(a, source.id)).toMatchObject([{ url: 'https://a.test/b' }])
    expect(await store.pages.known(a, other.id)).toHaveLength(2)
  })

  test('are listed by address, with their documents and what became of those', async () => {
    const { store, a, collection, source, list } = await start()
    const failed = documentOf(source.id, {
      path: 'https://a.test/a',
      status: 'failed',
      error_code: 'malformed',
      error_message: 'It is damaged.',
    })
    await store.documents.publish(a, collection.id, failed)
    await store.pages.record(a, source.id, [
      page('https://a.test/b', { outcome: 'skipped', reason: 'robots' }),
      page('https://a.test/a'),
    ])

    expect((await list())?.data).toMatchObject([
      { url: 'https://a.test/a', document_id: failed.id, outcome: 'failed', reason: 'malformed' },
      { url: 'https://a.test/b', document_id: null, outcome: 'skipped', reason: 'robots' },
    ])
    expect((await list('failed'))?.data).toHaveLength(1)
    expect((await list('ingested'))?.data).toEqual([])
  })

  test('are unknown while the newest version of their document has lost its text', async () => {
    const { store, a, b, collection, source, list } = await start()
    const document = documentOf(source.id, { path: 'https://a.test/a', version: 'v1' })
    const staged = { document_id: document.id, passages: [passage(0, 'Größe: ein Meter')] }
    await store.documents.ingest(a, collection.id, { staged: [staged], published: [document] })
    await store.pages.record(a, source.id, [page(document.path)])
    const lost = { id: document.id, error_code: 'empty', error_message: 'It is empty.' }
    const known = async () => (await store.documents.known(a, source.id))[0]

    await store.documents.keepEarlier(b, [lost])
    expect(await store.documents.textBytes(b, [document.id])).toEqual([])
    expect(await known()).toMatchObject({ times_lost: 0, passage_count: 1 })
    await store.documents.keepEarlier(a, [lost])
    await store.documents.keepEarlier(a, [lost])

    expect(await store.documents.textBytes(a, [document.id, newId()])).toEqual([
      { id: document.id, bytes: 18 },
    ])
    expect(await known()).toMatchObject({ times_lost: 2, status: 'ingested', version: 'v1' })
    expect((await list('unknown'))?.data).toMatchObject([{ outcome: 'unknown', reason: 'empty' }])
    expect((await list('ingested'))?.data).toEqual([])
    await store.documents.recordVersions(a, [{ id: document.id, version: 'v1' }])
    expect(await known()).toMatchObject({ times_lost: 0, status: 'ingested' })
    expect(await store.documents.find(a, document.id)).toMatchObject({ error_code: null })
    await store.documents.keepEarlier(a, [lost])
    await store.documents.publish(a, collection.id, { ...document, status: 'skipped', ...lost })
    expect(await known()).toMatchObject({ times_lost: 0, status: 'skipped', passage_count: 0 })
    expect((await list())?.data).toMatchObject([{ outcome: 'skipped', reason: 'empty' }])
  })

  test("another organization's source has none, and a deleted one takes its pages along", async () => {
    const { store, a, b, source, list } = await start()
    await store.pages.record(a, source.id, [page('https://a.test/a')])
    await store.pages.saveWebsiteState(a, source.id, { settings: 's', repeated_texts: [1] })

    expect(await list(undefined, b)).toBeNull()
    expect(await store.pages.known(b, source.id)).toEqual([])
    expect(await store.pages.websiteState(b, source.id)).toBeNull()
    await store.pages.record(b, source.id, [page('https://a.test/b')])
    await store.pages.forget(b, source.id, ['https://a.test/a'])
    await store.pages.saveWebsiteState(b, source.id, { settings: 'theirs', repeated_texts: [] })
    expect(await store.pages.known(a, source.id)).toEqual([page('https://a.test/a')])
    expect(await store.pages.websiteState(a, source.id)).toEqual({
      settings: 's',
      repeated_texts: [1],
    })
    await store.sources.delete(a, source.id)
    await store.pages.record(a, source.id, [page('https://a.test/b')])

    expect(await list()).toBeNull()
    expect(await store.pages.known(a, source.id)).toEqual([])
    expect(await store.pages.websiteState(a, source.id)).toBeNull()
  })
})
