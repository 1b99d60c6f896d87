import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { postgresDatabase } from '../support/postgres/database.ts'
import {
  addCollection,
  addKnowledge,
  addSource,
  backends,
  documentOf,
  keysOf,
  newId,
  openIn,
  openWithOrganizations,
  passage,
  temporaryFolder,
  textsWith,
} from './backends.ts'
import { createOlderDatabase } from './older-database.ts'

const DOCUMENTS = 150
const DOCUMENT_PASSAGES = 8

/** A collection that is stored batch by batch, with a common word and many rare ones. */
async function addMany(store: Store, organization_id: string) {
  const collection = await addCollection(store, organization_id)
  const source = await addSource(store, organization_id, collection.id)
  const ids = Array.from({ length: DOCUMENTS }, newId)
  for (const [number, id] of ids.entries()) {
    const passages = Array.from({ length: DOCUMENT_PASSAGES }, (_, at) =>
      passage(at, `common group${number % 7} rare${number}x${at}`),
    )
    const document = documentOf(source.id, { id, path: id })
    const staged = [{ document_id: id, passages }]
    await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
  }
  return { collection, source, ids }
}

interface Place {
  organization_id: string
  collection_id: string
}

async function expectHeld(
  store: Store,
  { organization_id, collection_id }: Place,
  documents: number[],
) {
  const held = async (term: string) =>
    (await keysOf(store, organization_id, collection_id, [term])).length
  expect(await held('common')).toBe(documents.length * DOCUMENT_PASSAGES)
  const group = documents.filter((number) => number % 7 === 3)
  expect(await held('group3')).toBe(group.length * DOCUMENT_PASSAGES)
  for (const number of [0, 3, 10, 77]) {
    const expected = documents.includes(number) ? [`common group${number % 7} rare${number}x5`] : []
    expect(await textsWith(store, organization_id, collection_id, [`rare${number}x5`])).toEqual(
      expected,
    )
  }
  const { passages } = await store.searchIndex.lookUp(
    { organization_id, collection_ids: [collection_id] },
    [],
  )
  expect(passages).toBe(documents.length * DOCUMENT_PASSAGES)
}

describe.each(backends)('the search index on %s', (_, open) => {
  test('finds the same after each step of merging, and after a restart in between', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const { collection } = await addMany(store, a)
    const place = { organization_id: a, collection_id: collection.id }
    const all = Array.from({ length: DOCUMENTS }, (_, number) => number)
    await expectHeld(store, place, all)

    while (await store.searchIndex.maintain('idle')) {
      await expectHeld(store, place, all)
      expect(await store.check()).toEqual([])
    }
    await expectHeld(await another(), place, all)
    expect(await store.check()).toEqual([])
  })

  test('counts visible passages only while most are deleted, erased and purged', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const { collection, source, ids } = await addMany(store, a)
    const place = { organization_id: a, collection_id: collection.id }
    while (await store.searchIndex.maintain('idle'));
    const left = [3, 10, 77, 140]

    await store.documents.remove(
      a,
      source.id,
      ids.filter((_, number) => !left.includes(number)),
    )
    await expectHeld(store, place, left)
    while (await store.documents.sweep(100)) await expectHeld(store, place, left)
    while (await store.searchIndex.maintain('idle')) {
      await expectHeld(await another(), place, left)
      expect(await store.check()).toEqual([])
    }

    await expectHeld(store, place, left)
    expect(
      await store.searchIndex.likeTerms(
        { organization_id: a, collection_ids: [collection.id] },
        [['grou', 'roup']],
        9,
      ),
    ).toEqual([[]])
    await addKnowledge(store, a, ['elsewhere'])
    expect(await store.check()).toEqual([])
  })

  test('terms that share n-grams with a word are known at once, merged or not', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['library card', 'libraries and 2 cards'])
    const like = () =>
      store.searchIndex.likeTerms(
        { organization_id: a, collection_ids: [collection.id] },
        [['libr', 'ibra', 'card']],
        2,
      )

    const before = await like()
    while (await store.searchIndex.maintain('idle'));

    expect(before).toEqual([
      [
        { term: 'libraries', shared: 2 },
        { term: 'library', shared: 2 },
      ],
    ])
    expect(await like()).toEqual(before)
  })
})

const openSqlite = new Map(backends).get('sqlite') as (typeof backends)[0][1]

describe.runIf(openSqlite)('the index of an older database', () => {
  const folder = async () => {
    const folder = await temporaryFolder()
    const texts = (from: number) =>
      Array.from({ length: DOCUMENT_PASSAGES }, (_, at) => `common text ${from + at}`)
    const documents = Array.from({ length: 20 }, (_, number) => texts(number * DOCUMENT_PASSAGES))
    const {
      organization_id,
      ids: [ids, archived],
    } = createOlderDatabase(folder, [
      { documents, deleted: ['common but deleted'] },
      { documents: [texts(500)], archived: true },
    ])
    const open = () => openIn(folder, openSqlite)
    const file = join(folder, 'data.db')
    return { open, file, organization_id, ids, archived, texts: documents.flat() }
  }

  test('is built in steps that go on after a restart, while searches find what is built', async () => {
    const { open, file, organization_id, ids = '', archived = '', texts } = await folder()
    const upgraded = await open()
    const before = [await upgraded.searchIndex.rebuilt(), await upgraded.check()]
    const more = await upgraded.searchIndex.rebuild(analyzePassage)
    const share = (await upgraded.searchIndex.rebuilt()) ?? 0
    const found = await textsWith(upgraded, organization_id, ids, ['common'])
    let restarted = await open()
    let steps = 0
    while (await restarted.searchIndex.rebuild(analyzePassage)) {
      expect(await restarted.check()).toEqual([])
      if (steps++ % 4 === 0) restarted = await open()
    }

    expect(before).toEqual([0, []])
    expect(more).toBe(true)
    expect(found).toEqual(texts.slice(0, Math.round(share * (texts.length + 1 + 8))))
    expect(await restarted.searchIndex.rebuilt()).toBeNull()
    expect(await textsWith(restarted, organization_id, ids, ['common'])).toEqual(texts)
    expect(await keysOf(restarted, organization_id, archived, ['common'])).toHaveLength(
      DOCUMENT_PASSAGES,
    )
    expect(tablesOf(file).filter((name) => /^(?:words|grams|terms)_/.test(name))).toEqual([])
  })

  test('is the one that its passages get when they are stored anew', async () => {
    const { open, organization_id, ids = '', texts } = await folder()
    const upgraded = await open()
    while (await upgraded.searchIndex.rebuild(analyzePassage));
    while (await upgraded.documents.sweep(100));
    while (await upgraded.searchIndex.maintain('idle'));
    const { store, a } = await openWithOrganizations(openSqlite)
    const { collection } = await addAnalyzed(store, a, texts)
    while (await store.searchIndex.maintain('idle'));
    const terms = ['common', 'guid', 'text', '7', '159', 'delet']

    const [older, anew] = [
      await heldBy(upgraded, { organization_id, collection_id: ids }, terms),
      await heldBy(store, { organization_id: a, collection_id: collection.id }, terms),
    ]

    expect(older).toEqual(anew)
    expect(older.lists.map(([term]) => term)).toEqual(['common', 'guid', 'text', '7', '159'])
    expect(await upgraded.check()).toEqual([])
  })
})

describe.each(backends)('an index that is reset in %s', (backend, open) => {
  test.each([
    ['a damaged block', 'UPDATE posting_blocks SET body = substr(body, 1, 2)'],
    ['lost blocks', "DELETE FROM posting_blocks WHERE term = 'common'"],
    ['a damaged batch', 'UPDATE fresh_postings SET body = substr(body, 1, 3)'],
    ['lost lengths', 'DELETE FROM passage_lengths'],
    ['a wrong state', 'UPDATE search_indexes SET passages = 7, erased = 9, postings = 3'],
  ])('with %s is the one that its passages get, step by step', async (_, damage) => {
    const { store, a, b, folder, another } = await openInFolder(open)
    const texts = Array.from({ length: 100 }, (_, at) => `common text ${at}`)
    const [{ collection }, other] = [
      await addAnalyzed(store, a, texts),
      await addAnalyzed(store, b, texts),
    ]
    while (await store.searchIndex.maintain('idle'));
    const held = (of: Store) =>
      heldBy(of, { organization_id: a, collection_id: collection.id }, [
        'common',
        'text',
        '7',
        '99',
        'absent',
      ])
    await addAnalyzed(store, a, texts, collection)
    const before = await held(store)
    const ofB = { organization_id: b, collection_id: other.collection.id }
    const ofOther = await heldBy(store, ofB, ['common'])
    const place = backend === 'sqlite' ? 'collection = 1' : `collection_id = '${collection.id}'`
    await alter[backend]?.(
      folder,
      `${damage} ${damage.includes('WHERE') ? 'AND' : 'WHERE'} ${place}`,
    )
    const findings = await (await another()).check()

    await store.searchIndex.reset(a)
    const share = await store.searchIndex.rebuilt()
    let restarted = await another()
    while (await restarted.searchIndex.rebuild(analyzePassage)) {
      expect(await restarted.check()).toEqual([])
      while (await restarted.searchIndex.maintain('idle'));
      restarted = await another()
    }
    while (await restarted.searchIndex.maintain('idle'));

    expect(findings.join()).toMatch(/The search index of collection \S+ .* run "svc reindex"\.$/)
    expect(share).toBe(0)
    expect(await restarted.searchIndex.rebuilt()).toBeNull()
    expect(await held(restarted)).toEqual(before)
    expect(await held(store)).toEqual(before)
    expect(await heldBy(restarted, ofB, ['common'])).toEqual(ofOther)
    expect(await restarted.check()).toEqual([])
  })
})

async function openInFolder(open: typeof openSqlite) {
  let folder = ''
  const opened = await openWithOrganizations((at) => {
    folder = at
    return open(at)
  })
  return { ...opened, folder }
}

/** Changes rows beside the stores that are opened over a folder. */
const alter: Record<string, (folder: string, sql: string) => Promise<void>> = {
  async sqlite(folder, sql) {
    const db = new Database(join(folder, 'data.db'))
    db.exec(sql)
    db.close()
  },
  async postgres(folder, sql) {
    const db = openPool(await postgresDatabase(basename(folder)), { connections: 1 })
    await db.query(sql, [])
    await db.close()
  },
}

async function addAnalyzed(
  store: Store,
  organization_id: string,
  texts: string[],
  to?: { id: string },
) {
  const collection = to ?? (await addCollection(store, organization_id))
  const source = await addSource(store, organization_id, collection.id)
  const document = documentOf(source.id)
  const passages = texts.map((text, at) => ({
    ...passage(at, text),
    ...analyzePassage({ title: document.title, headings: [], text }),
  }))
  const staged = [{ document_id: document.id, passages }]
  await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
  return { collection }
}

/** What the index holds of terms. */
async function heldBy(store: Store, { organization_id, collection_id }: Place, terms: string[]) {
  const { lists, ...statistics } = await store.searchIndex.lookUp(
    { organization_id, collection_ids: [collection_id] },
    terms,
  )
  const plain = [...lists].map(([term, parts]) => [
    term,
    parts.flatMap(({ keys, counts, lengths }) =>
      [...keys].map((key, at) => [key, counts[at], lengths[at]]),
    ),
  ])
  return { ...statistics, lists: plain }
}

function tablesOf(file: string): string[] {
  const db = new Database(file, { readonly: true })
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
  db.close()
  return names
}
