import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SourceType } from '../../server/contract/source-types.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { createPostgresStore } from '../../server/storage/drivers/postgres/store.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { createExtension } from '../../server/storage/hot/vectors/postgres/pgvector.ts'
import type { Asker } from '../../server/storage/ports/conversations.ts'
import type { NewPassage, NewVersion } from '../../server/storage/ports/documents.ts'
import type { Ending, NewQuestion } from '../../server/storage/ports/turns.ts'
import type { Upload } from '../../server/storage/ports/uploads.ts'
import type { Store } from '../../server/storage/store.ts'
import { writeEmptyDatabase } from '../support/data.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { withSerializationFailures } from '../support/postgres/faults.ts'
import type { Pglite } from '../support/postgres/pglite.ts'
import { hasPostgres } from '../support/postgres/server.ts'

/** Opens a store over the data of a folder; opened twice, two stores share that data. */
type Open = (folder: string, owner?: string) => Promise<Store>

const open: Record<string, Open> = {
  sqlite: async (folder, owner) => {
    const file = join(folder, 'data.db')
    if (!existsSync(file)) writeEmptyDatabase(file)
    return createSqliteStore(openDatabase(file, { synchronous: 'NORMAL' }), owner)
  },
  postgres: async (folder, owner) => {
    const name = basename(folder)
    if (!existsSync(join(folder, 'postgres'))) {
      await writeFile(join(folder, 'postgres'), '')
      onTestFinished(() => dropPostgresDatabase(name))
    }
    // Hundreds of steps share four connections, on a machine that may be busy.
    const patient = { connections: 4, connectMs: 60_000 }
    const pool = openPool(await postgresDatabase(name), patient)
    const isFaulty = process.env['SVC_TEST_FAULTS'] === 'serialization'
    const db = isFaulty ? withSerializationFailures(pool) : pool
    return { ...createPostgresStore(db, owner), close: () => db.close() }
  },
  pgvector: async (folder, owner) => {
    const db = openPool(await pgliteFor(folder), { connections: 2 })
    await createExtension(db)
    return indexingFirst(createPostgresStore(db, owner))
  },
}

let pglite: Promise<Pglite> | undefined

/** The one of this process, started when it is first needed, which takes seconds. */
export function startedPglite(): Promise<Pglite> {
  pglite ??= import('../support/postgres/pglite.ts').then(({ startPglite }) => startPglite())
  return pglite
}

/** The address of a PostgreSQL in which pgvector can be created: of one folder at a time. */
export async function pgliteFor(folder: string): Promise<string> {
  const { url, clear } = await startedPglite()
  if (!existsSync(join(folder, 'pgvector'))) {
    await writeFile(join(folder, 'pgvector'), '')
    await clear()
  }
  return url
}

/** A store that has all vectors indexed before it searches them, which else is done meanwhile. */
function indexingFirst(store: Store): Store {
  const { searchIndex } = store
  return {
    ...store,
    searchIndex: {
      ...searchIndex,
      async nearest(searched, vector, limit) {
        while (await searchIndex.loadVectors(searched));
        while (await searchIndex.maintain('idle'));
        return searchIndex.nearest(searched, vector, limit)
      },
    },
  }
}

/** The backends of the port that the suite runs against; `SVC_TEST_STORES` names fewer. */
export const backends = (process.env['SVC_TEST_STORES'] ?? backendsHere())
  .split(',')
  .map((name): [name: string, open: Open] => [name, open[name] as Open])

/** The same, and PostgreSQL with pgvector: for suites about vectors. */
export const vectorBackends = process.env['SVC_TEST_STORES']
  ? backends
  : [...backends, ['pgvector', open['pgvector'] as Open] as const]

/** Without a server for it, PostgreSQL is left out, except where everything must be tried. */
function backendsHere(): string {
  if (hasPostgres() || process.env['CI']) return 'sqlite,postgres'
  console.warn('No PostgreSQL server could be had for this machine: not run on it.')
  return 'sqlite'
}

/** Removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Closed when the test ends. */
export async function openIn(folder: string, open: Open, owner?: string): Promise<Store> {
  const store = await open(folder, owner)
  onTestFinished(() => store.close())
  return store
}

/** The timestamp of minute `n` in the tests. */
export function at(n: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
}

let made = 0

/** A new UUID; later ones sort after earlier ones. */
export function newId(): string {
  made += 1
  return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`
}

/** A store with two organizations, `a` and `b`. */
export async function openWithOrganizations(open: Open) {
  const folder = await temporaryFolder()
  const store = await openIn(folder, open)
  const [a, b] = [newId(), newId()]
  for (const [slug, id] of Object.entries({ a, b })) {
    const organization = { id, slug, name: slug, support_access: false, created_at: at(0) }
    await store.organizations.create({ ...organization, status: 'active' })
  }
  return { store, a, b, another: (owner?: string) => openIn(folder, open, owner) }
}

export async function addCollection(
  store: Store,
  organization_id: string,
  { name = newId(), dimensions = 3, model = 'builtin/meaning-1', created_at = at(0) } = {},
) {
  return store.collections.create(organization_id, {
    id: newId(),
    name,
    description: '',
    embedding_model: model,
    embedding_dimensions: dimensions,
    created_at,
  })
}

export async function addSource(
  store: Store,
  organization_id: string,
  collection_id: string,
  { name = newId(), type = 'folder' as SourceType, schedule = null as string | null } = {},
) {
  const source = { id: newId(), collection_id, name, type, config: {}, schedule, time_zone: 'UTC' }
  const added = await store.sources.create(organization_id, { ...source, created_at: at(0) })
  if (!added) throw new Error('The source was not created.')
  return added
}

export async function addAssistant(
  store: Store,
  organization_id: string,
  { collections = [] as string[], created_at = at(0), name = 'Helper' } = {},
) {
  return store.assistants.create(organization_id, {
    id: newId(),
    name,
    description: '',
    status: 'active',
    model: 'builtin/extractive',
    knowledge_base_ids: collections,
    instruction: null,
    created_at,
  })
}

/** A passage about `text`, whose words are also its terms. */
export function passage(
  position: number,
  text: string,
  given: Partial<NewPassage> = {},
): NewPassage {
  return {
    id: newId(),
    position,
    section: null,
    headings: [],
    page: null,
    role: null,
    blocks: [],
    url: null,
    text,
    terms: { title: '', heading: '', text: text.toLowerCase() },
    vector: Int8Array.of(127, 0, 0),
    windows: [],
    ...given,
  }
}

export function documentOf(source_id: string, given: Partial<NewVersion> = {}): NewVersion {
  return {
    id: newId(),
    source_id,
    path: 'guide.md',
    title: 'Guide',
    url: null,
    media_type: 'text/markdown',
    bytes: 10,
    content_hash: 'hash',
    status: 'ingested',
    error_code: null,
    error_message: null,
    passage_count: 0,
    updated_at: at(0),
    ...given,
  }
}

export function uploadOf(given: Partial<Omit<Upload, 'source_id'>> = {}) {
  return {
    id: newId(),
    path: 'guide.md',
    title: null,
    url: null,
    media_type: 'text/markdown',
    bytes: 1,
    content_hash: 'hash',
    ...given,
  }
}

/** A collection with one source and one published document that holds the texts. */
export async function addKnowledge(
  store: Store,
  organization_id: string,
  texts: string[],
  named: { title?: string; url?: string } = {},
) {
  const collection = await addCollection(store, organization_id)
  const source = await addSource(store, organization_id, collection.id)
  const document = { ...documentOf(source.id), ...named }
  const passages = texts.map((text, position) => passage(position, text))
  await store.documents.stage(organization_id, collection.id, {
    document_id: document.id,
    passages,
  })
  await store.documents.publish(organization_id, collection.id, document)
  return { collection, source, document, passages }
}

/** The keys of the passages that hold any of the terms, in the order of storing. */
export async function keysOf(
  store: Store,
  organization_id: string,
  collection_id: string,
  terms: string[],
) {
  const { lists } = await store.searchIndex.lookUp(
    { organization_id, collection_ids: [collection_id] },
    terms,
  )
  const keys = [...lists.values()].flat().flatMap((list) => [...list.keys])
  return [...new Set(keys)].sort((one, two) => one - two)
}

/** The texts of the visible passages that hold any of the terms, in the order of storing. */
export async function textsWith(
  store: Store,
  organization_id: string,
  collection_id: string,
  terms: string[],
) {
  const loaded = await store.passages.load(
    organization_id,
    await keysOf(store, organization_id, collection_id, terms),
  )
  return loaded.map(({ text }) => text)
}

export async function passagesIn(store: Store, organization_id: string, collection_id: string) {
  return (await store.collections.find(organization_id, collection_id))?.passage_count
}

/** An idle conversation with an answerable assistant, and its owner. */
export async function addConversation(store: Store, organization_id: string) {
  const collection = await addCollection(store, organization_id)
  const assistant = await addAssistant(store, organization_id, { collections: [collection.id] })
  const asker = askerOf(organization_id)
  const conversation = await begin(store, asker, assistant.id)
  return { asker, assistant, conversation }
}

export function askerOf(organization_id: string, visitor_id: string | null = null): Asker {
  return { organization_id, owner: { type: 'service', id: newId() }, visitor_id }
}

export async function begin(store: Store, asker: Asker, assistant_id: string, created_at = at(0)) {
  return store.conversations.create(asker, {
    id: newId(),
    assistant_id,
    title: '',
    metadata: {},
    channel: 'api',
    created_at,
  })
}

export function question(given: Partial<NewQuestion> = {}): NewQuestion {
  return {
    id: newId(),
    answer_id: newId(),
    text: 'How do I pay?',
    idempotency_key: null,
    metadata: {},
    streamed: false,
    ...given,
  }
}

export function ending(given: Partial<Ending> = {}): Ending {
  return {
    status: 'complete',
    text: 'By card [1].',
    citations: [],
    links: [],
    abstained: false,
    model: 'builtin/extractive',
    finish_reason: 'stop',
    abstention_reason: null,
    error_code: null,
    error_message: null,
    input_tokens: 7,
    output_tokens: 3,
    ...given,
  }
}

/** The ids of all rows of a list, read `limit` at a time. */
export async function readAll<Item>(
  limit: number,
  read: (paging: {
    limit: number
    cursor?: string | undefined
  }) => Promise<{ data: Item[]; has_more: boolean; next_cursor: string | null } | null>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read({ limit, cursor })
    if (!page) throw new Error('The list does not exist.')
    items.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}
