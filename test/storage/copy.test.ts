import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { archiveParts } from '../../server/contract/archive.ts'
import { type CopyPlace, openCopyEnd, openStore } from '../../server/open-store.ts'
import { operatorCommands } from '../../server/operator.ts'
import { copyAll } from '../../server/storage/copy/copy.ts'
import type { CopiedRow, CopyEnd, TableReader } from '../../server/storage/copy/ends.ts'
import { COPIED, NOT_COPIED } from '../../server/storage/copy/tables.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { lockDataFolder } from '../../server/storage/drivers/sqlite/database.ts'
import type { OpenedStore } from '../../server/storage/opened-store.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import {
  addAssistant,
  addCollection,
  addSource,
  askerOf,
  at,
  begin,
  documentOf,
  ending,
  newId,
  passage,
  question,
  temporaryFolder,
  uploadOf,
} from './backends.ts'

/** The address of a new database. */
async function newDatabase(): Promise<string> {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  return postgresDatabase(name)
}

async function copy(from: string, to: string): Promise<string[]> {
  const data_dir = await temporaryFolder()
  const told: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void told.push(String(line)))
  try {
    const config = readConfig({ SVC_DATA_DIR: data_dir })
    await operatorCommands['copy']?.run(['--from', from, '--to', to], config)
  } finally {
    log.mockRestore()
  }
  return told
}

const addressOf = ({ data_dir, database_url }: CopyPlace) => database_url ?? `sqlite:${data_dir}`

async function withStore<Result>(place: string, work: (store: OpenedStore) => Promise<Result>) {
  const isFolder = place.startsWith('sqlite:')
  const data_dir = isFolder ? place.slice('sqlite:'.length) : await temporaryFolder()
  const store = await openStore(isFolder ? { data_dir } : { data_dir, database_url: place })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** An end with organizations; what is written to it is lost. */
function endOf(ids: string[]): CopyEnd {
  const reader: TableReader = {
    async *rows(table) {
      if (table === 'organizations') yield ids.map((id) => ({ id }))
    },
  }
  const writer = {
    ...reader,
    insert: async () => undefined,
    stored: (_: string, row: CopiedRow) => row,
  }
  return {
    name: 'test',
    columns: async () => new Map([['organizations', ['id']]]),
    isEmpty: async () => true,
    lastNumbers: async () => [],
    read: (work) => work(reader),
    write: (_numbers, work) => work(writer),
    files: null,
    close: async () => undefined,
  }
}

const untold = { files: () => undefined, table: () => undefined }

const TEXTS = ['Invoices are sent by email.', 'Refunds take a week.', 'Shops open at nine.']

/** An organization with something of everything that is numbered or derived. */
async function fill(store: OpenedStore, slug: string): Promise<void> {
  const id = newId()
  const organization = { id, slug, name: slug, support_access: true, created_at: at(0) }
  await store.organizations.create({ ...organization, status: 'active' })
  const collection = await addCollection(store, id)
  const source = await addSource(store, id, collection.id, { type: 'upload' })
  for (const [n, text] of TEXTS.entries()) {
    const document = documentOf(source.id, { path: `${n}.md`, passage_count: 1 })
    const terms = analyzePassage({ title: 'Guide', headings: [], text }).terms
    const passages = [
      passage(0, text, { terms, vector: Int8Array.of(n, 2, 1), windows: [Int8Array.of(1, n, 0)] }),
    ]
    await store.documents.stage(id, collection.id, { document_id: document.id, passages })
    await store.documents.publish(id, collection.id, document)
  }
  const saved = await store.files.save(Buffer.from(`# ${slug}`), { maxBytes: 100 })
  await store.uploads.put(id, source.id, [uploadOf({ path: 'a.md', ...saved })], at(1))
  const assistant = await addAssistant(store, id, { collections: [collection.id] })
  await converse(store, id, assistant.id)
  const kept = { id: newId(), question: 'How do I pay?', expected: null, created_at: at(3) }
  await store.testQuestions.create(id, assistant.id, kept)
  await store.deployments.create(id, {
    id: newId(),
    name: 'Website',
    widget_key: `key of ${slug}`,
    assistant_id: assistant.id,
    allowed_origins: ['https://shop.test'],
    appearance: {},
    created_at: at(0),
    created_by: null,
    expires_at: null,
  })
}

async function converse(store: Store, organization_id: string, assistant_id: string) {
  const asker = askerOf(organization_id)
  const { id } = await begin(store, asker, assistant_id)
  for (const text of ['How do I cancel?', 'Are dogs allowed?', 'Can I cancel?', 'NUL \0 here']) {
    const asked = question({ text })
    await store.turns.begin(asker, id, asked, at(1))
    await store.turns.end(organization_id, asked.answer_id, ending({ abstained: true }), at(2))
  }
}

/** What people see of an installation. */
async function seen(store: OpenedStore) {
  const organizations = await store.organizations.list()
  const parts = organizations.map(async ({ id, slug }) => {
    const snapshot = await store.archive.snapshot(id)
    const rows: Record<string, unknown[]> = {}
    for (const part of archiveParts) {
      const lines = []
      for await (const line of snapshot.rows(part)) lines.push(line)
      rows[part] = lines.toSorted().map((line) => JSON.parse(line))
    }
    await snapshot.close()
    const collection = await store.collections.list(id, { status: 'active' }, { limit: 9 })
    const collection_ids = collection.data.map((each) => each.id)
    const hits = await store.searchIndex.nearest(
      { organization_id: id, collection_ids },
      Int8Array.of(1, 2, 1),
      3,
    )
    const { lists } = await store.searchIndex.lookUp({ organization_id: id, collection_ids }, [
      'refund',
    ])
    const keys = [...lists.values()].flat().flatMap((list) => [...list.keys])
    const loaded = await store.passages.load(id, keys)
    const gaps = await store.gaps.list(id, { state: 'open' }, { limit: 9 })
    const presented = await store.deployments.findByKey(`key of ${slug}`, at(5))
    return {
      rows,
      scores: hits.map(({ score }) => Math.round(score * 1e6)),
      texts: loaded.map(({ text }) => text),
      gaps: gaps.data,
      presented,
    }
  })
  // PostgreSQL's texts hold every character but one.
  const told = JSON.stringify(await Promise.all(parts)).replaceAll('\\u0000', '\uFFFD')
  return JSON.parse(told)
}

describe('a copy of an installation (docs/behaviour.md#copying-to-another-store)', () => {
  test('holds every table, or says why not', async () => {
    const db = openPool(await newDatabase(), { connections: 1 })
    onTestFinished(() => db.close())
    const { rows } = await db.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
      [],
    )

    const tables = (rows as { table_name: string }[]).map(({ table_name }) => table_name)

    expect(tables.toSorted()).toEqual([...COPIED, ...Object.keys(NOT_COPIED)].toSorted())
  })

  test('to PostgreSQL and back is what it was', async () => {
    const folder = `sqlite:${await temporaryFolder()}`
    const before = await withStore(folder, async (store) => {
      for (const slug of ['acme', 'zoo']) await fill(store, slug)
      return seen(store)
    })
    const url = await newDatabase()
    const back = `sqlite:${join(await temporaryFolder(), 'back')}`

    const told = await copy(folder, url)
    const copied = await withStore(url, seen)
    const toldBack = await copy(url, back)

    expect(before).toMatchObject([
      { texts: [TEXTS[1]], gaps: expect.arrayContaining([expect.objectContaining({ count: 2 })]) },
      { presented: { name: 'Website' } },
    ])
    expect(copied).toEqual(before)
    expect(await withStore(back, seen)).toEqual(before)
    const messages = told.filter((line) => line.startsWith('messages '))
    expect(messages).toEqual([expect.stringMatching(/^messages +16 {2}[0-9a-f]{16}$/)])
    expect(toldBack).toEqual(expect.arrayContaining(messages))
    expect(told).toContainEqual(expect.stringMatching(/^files +2$/))
    for (const place of [url, back]) await withStore(place, askAgain)
  })

  /** Questions join the gaps that were copied, under numbers of their own. */
  async function askAgain(store: Store): Promise<void> {
    const [organization] = await store.organizations.list()
    const id = organization?.id ?? ''
    const list = async () => (await store.gaps.list(id, { state: 'open' }, { limit: 9 })).data
    const [largest] = await list()
    const { data } = await store.assistants.list(id, { status: 'active' }, { limit: 9 })
    await converse(store, id, data[0]?.id ?? '')
    expect((await list())[0]).toMatchObject({ id: largest?.id, count: 4 })
  }

  test.each<[string, () => Promise<CopyPlace>]>([
    ['PostgreSQL', async () => ({ data_dir: '', database_url: await newDatabase() })],
    ['a data folder', async () => ({ data_dir: await temporaryFolder(), database_url: null })],
  ])(
    'to %s that ends before the index of words is built has the next process build it',
    async (_, place) => {
      const folder = { data_dir: await temporaryFolder(), database_url: null }
      const database = { data_dir: '', database_url: await newDatabase() }
      const to = await place()
      const from = to.database_url === null ? database : folder
      await withStore(addressOf(from), (store) => fill(store, 'acme'))
      const ends = [
        await openCopyEnd(from, { files: null, mustExist: true }),
        await openCopyEnd(to, { files: null, mustExist: false }),
      ] as const

      await copyAll(...ends, untold)

      for (const end of ends) await end.close()
      await withStore(addressOf(to), async (store) => {
        expect(await store.searchIndex.rebuilt()).toBe(0)
        while (await store.searchIndex.rebuild(analyzePassage));
        expect(await store.searchIndex.rebuilt()).toBeNull()
      })
      expect(await withStore(addressOf(to), seen)).toEqual(await withStore(addressOf(from), seen))
    },
  )

  test('whose bytes or rows do not arrive leaves the target empty', async () => {
    const folder = `sqlite:${await temporaryFolder()}`
    await withStore(folder, async (store) => {
      await fill(store, 'acme')
      const [hash = ''] = await store.uploads.hashes()
      await writeFile(store.files.nameOf(hash), 'Something else')
    })
    const url = await newDatabase()

    await expect(copy(folder, url)).rejects.toThrow(/is damaged/)

    expect(await withStore(url, (store) => store.organizations.list())).toEqual([])
    await expect(copyAll(endOf(['a', 'b']), endOf([]), untold)).rejects.toThrow(
      /^Of the table organizations, 2 rows \([0-9a-f]{16}\) were read, and 0 /,
    )
  })

  test('into data that is not empty, or of data in use, is refused', async () => {
    const folder = await temporaryFolder()
    const url = await newDatabase()
    for (const place of [`sqlite:${folder}`, url]) {
      await withStore(place, (store) =>
        store.organizations.create({
          id: newId(),
          slug: 'acme',
          name: 'Acme',
          support_access: false,
          created_at: at(0),
          status: 'active',
        }),
      )
    }
    await expect(copy(`sqlite:${folder}`, url)).rejects.toThrow(/is not empty/)
    await expect(copy(url, `sqlite:${folder}`)).rejects.toThrow(/is not empty/)

    const empty = `sqlite:${await temporaryFolder()}`
    const used = openPool(url, { connections: 1 })
    await used.query('SELECT 1', [])
    await expect(copy(url, empty)).rejects.toThrow(/in use by another process/)
    await used.close()
    const unlock = lockDataFolder(folder)
    await expect(copy(`sqlite:${folder}`, await newDatabase())).rejects.toThrow(/in use by another/)
    unlock()
    await expect(copy(empty, await newDatabase())).rejects.toThrow(/There is no database/)
    await expect(copy(url, url)).rejects.toThrow(/Usage/)
  })
})
