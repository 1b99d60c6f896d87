import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import {
  addCollection,
  addKnowledge,
  addSource,
  backends,
  documentOf,
  keysOf,
  newId,
  openWithOrganizations,
  passage,
  textsWith,
} from './backends.ts'

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

async function expectHeld(store: Store, collection_id: string, documents: number[]) {
  const held = async (term: string) => (await keysOf(store, collection_id, [term])).length
  expect(await held('common')).toBe(documents.length * DOCUMENT_PASSAGES)
  const group = documents.filter((number) => number % 7 === 3)
  expect(await held('group3')).toBe(group.length * DOCUMENT_PASSAGES)
  for (const number of [0, 3, 10, 77]) {
    const expected = documents.includes(number) ? [`common group${number % 7} rare${number}x5`] : []
    expect(await textsWith(store, collection_id, [`rare${number}x5`])).toEqual(expected)
  }
  const { passages } = await store.searchIndex.lookUp([collection_id], [])
  expect(passages).toBe(documents.length * DOCUMENT_PASSAGES)
}

describe.each(backends)('the search index on %s', (_, open) => {
  test('finds the same after each step of merging, and after a restart in between', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const { collection } = await addMany(store, a)
    const all = Array.from({ length: DOCUMENTS }, (_, number) => number)
    await expectHeld(store, collection.id, all)

    while (await store.searchIndex.maintain('idle')) {
      await expectHeld(store, collection.id, all)
      expect(await store.check()).toEqual([])
    }
    await expectHeld(another(), collection.id, all)
    expect(await store.check()).toEqual([])
  })

  test('counts visible passages only while most are deleted, erased and purged', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const { collection, source, ids } = await addMany(store, a)
    while (await store.searchIndex.maintain('idle'));
    const left = [3, 10, 77, 140]

    await store.documents.remove(
      source.id,
      ids.filter((_, number) => !left.includes(number)),
    )
    await expectHeld(store, collection.id, left)
    while ((await store.documents.sweep(100)) > 0) await expectHeld(store, collection.id, left)
    while (await store.searchIndex.maintain('idle')) {
      await expectHeld(another(), collection.id, left)
      expect(await store.check()).toEqual([])
    }

    await expectHeld(store, collection.id, left)
    expect(await store.searchIndex.likeTerms([collection.id], [['grou', 'roup']], 9)).toEqual([[]])
    await addKnowledge(store, a, ['elsewhere'])
    expect(await store.check()).toEqual([])
  })

  test('terms that share n-grams with a word are known at once, merged or not', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['library card', 'libraries and 2 cards'])
    const like = () => store.searchIndex.likeTerms([collection.id], [['libr', 'ibra', 'card']], 2)

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

describe('the index of an older database', () => {
  test('is built in steps that go on after a restart, while searches find what is built', async () => {
    const { store, a, another } = await openWithOrganizations((folder) => open(folder))
    const { collection } = await addMany(store, a)
    const file = databases.at(-1) ?? ''
    forgetIndex(file)
    const upgraded = another()

    expect(await upgraded.searchIndex.rebuilt()).toBe(0)
    expect(await upgraded.check()).toEqual([])
    expect(await upgraded.searchIndex.rebuild(analyzePassage)).toBe(true)
    const share = (await upgraded.searchIndex.rebuilt()) ?? 0
    expect(await keysOf(upgraded, collection.id, ['common'])).toHaveLength(
      Math.round(share * DOCUMENTS * DOCUMENT_PASSAGES),
    )
    const restarted = another()
    while (await restarted.searchIndex.rebuild(analyzePassage));

    expect(await restarted.searchIndex.rebuilt()).toBeNull()
    expect(await keysOf(restarted, collection.id, ['common'])).toHaveLength(
      DOCUMENTS * DOCUMENT_PASSAGES,
    )
    while (await restarted.searchIndex.maintain('idle'));
    expect(await restarted.check()).toEqual([])
    expect(tablesOf(file).filter((name) => /^(?:words|grams|terms)_/.test(name))).toEqual([])
  })
})

const databases: string[] = []
const [[, openFirst]] = backends as [(typeof backends)[0]]

function open(folder: string): Store {
  databases.push(`${folder}/data.db`)
  return openFirst(folder)
}

/** Makes a database one from before posting blocks, whose full-text tables are still there. */
function forgetIndex(file: string): void {
  const db = new Database(file)
  db.exec(`
    DELETE FROM posting_blocks;
    DELETE FROM fresh_postings;
    DELETE FROM passage_lengths;
    DELETE FROM vocabulary;
    DELETE FROM search_indexes;
    INSERT INTO search_indexes (collection) SELECT number FROM collections;
    INSERT INTO index_rebuild (done, until) SELECT 0, max(rowid) FROM passages;
    CREATE VIRTUAL TABLE words_1 USING fts5(text, content = '');
    CREATE VIRTUAL TABLE grams_1 USING fts5(grams, content = '');
    CREATE VIRTUAL TABLE terms_1 USING fts5vocab(words_1, row);
  `)
  db.close()
}

function tablesOf(file: string): string[] {
  const db = new Database(file, { readonly: true })
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
  db.close()
  return names
}
