import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { check } from '../../server/check.ts'
import { readConfig, SettingError } from '../../server/config.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { addKnowledge, addSource, at, newId } from '../storage/backends.ts'
import { openFilesIn } from '../storage/open-files.ts'

const UPLOADED = 'The office opens at eight.'
const HASH = createHash('sha256').update(UPLOADED).digest('hex')

let sound: string
/** Name of the collection in it. */
let collection: string
beforeAll(async () => {
  sound = await mkdtemp(join(tmpdir(), 'check-'))
  collection = await makeData(sound)
})
afterAll(() => rm(sound, { recursive: true }))

/**
 * A data folder with documents, an uploaded file, and a write-ahead log before its checkpoint.
 * Returns the name of its collection.
 */
async function makeData(folder: string): Promise<string> {
  const file = join(folder, 'svc.db')
  const db = openDatabase(file)
  const store = createSqliteStore(db)
  const organization_id = newId()
  const given = { slug: 'acme', name: 'Acme', support_access: false, created_at: at(0) }
  await store.organizations.create({ id: organization_id, status: 'active', ...given })
  const texts = Array.from({ length: 40 }, (_, number) =>
    `Berth ${number} costs ${number} francs. `.repeat(9),
  )
  const { collection } = await addKnowledge(store, organization_id, texts)
  const files = await addSource(store, organization_id, collection.id, {
    name: 'files',
    type: 'upload',
  })
  db.pragma('wal_checkpoint(TRUNCATE)')
  const upload = {
    id: newId(),
    path: 'hours.md',
    title: null,
    url: null,
    media_type: 'text/markdown',
  }
  const kept = { ...upload, bytes: UPLOADED.length, content_hash: HASH }
  await store.uploads.put(organization_id, files.id, [kept], at(0))
  mkdirSync(join(folder, 'uploads'))
  writeFileSync(join(folder, 'uploads', HASH), UPLOADED)
  writeFileSync(join(folder, 'last-backup.json'), JSON.stringify({ time: at(1), file: '/b.db' }))
  while (await store.searchIndex.maintain('idle'));
  copyFileSync(`${file}-wal`, join(folder, 'wal'))
  copyFileSync(file, join(folder, 'db'))
  store.close()
  cpSync(join(folder, 'db'), file)
  cpSync(join(folder, 'wal'), `${file}-wal`)
  for (const copy of ['db', 'wal']) rmSync(join(folder, copy))
  return collection.name
}

/** A copy of the sound data folder, to be damaged. */
async function copyOfData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  cpSync(sound, folder, { recursive: true })
  return folder
}

/** What `svc check` says of a data folder, and what it throws. */
async function checked(folder: string): Promise<{ said: string; error: unknown }> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await check(readConfig({ SVC_DATA_DIR: folder }))
    return { said: lines.join('\n'), error: null }
  } catch (error) {
    return { said: lines.join('\n'), error }
  } finally {
    log.mockRestore()
  }
}

test('tells the settings, the room, the last backup and the last sync of each source', async () => {
  const folder = await copyOfData()

  const { said, error } = await checked(folder)

  expect(error).toBeNull()
  expect(said.split('\n')).toEqual([
    'public URL: http://127.0.0.1:8787',
    'widget origins: *',
    'trusted proxies: 0',
    'models: builtin/extractive',
    'embedding models: builtin/meaning-1',
    expect.stringMatching(/^model builtin\/meaning-1: static, 256 dimensions, \d\.\d MB$/),
    'model files: 1 ok',
    expect.stringMatching(/^data folder: \S+, database \S+ MB, free on its disk \S+ MB$/),
    `last backup: ${at(1)} to /b.db`,
    'database: ok',
    'uploads: 1 ok',
    `source acme / ${collection} / files: never synced`,
    expect.stringMatching(new RegExp(`^source acme / ${collection} / \\S+: never synced$`)),
    'embeddings of collections: builtin/meaning-1 (1)',
    'passages that wait for vectors: 0',
  ])
})

test('warns of a disk with less room than the database, which an upgrade copies', async () => {
  const folder = await copyOfData()
  const { bavail, bsize } = statfsSync(folder)
  truncateSync(join(folder, 'svc.db'), bavail * bsize + 1e9)

  const { said } = await checked(folder)

  expect(said).toMatch(/^data folder: .* MB; warning: disk space is low/m)
})

test('leaves no file open', async () => {
  const folder = await copyOfData()

  await checked(folder)

  expect(openFilesIn(folder)).toEqual([])
})

test('tells how the last sync of a source failed', async () => {
  const folder = await copyOfData()
  const db = new Database(join(folder, 'svc.db'))
  db.prepare(`
    INSERT INTO jobs (id, organization_id, collection_id, source_id, status, trigger, attempt,
                      max_attempts, queued_at, finished_at, error_message, counters)
    SELECT :id, organization_id, collection_id, id, 'failed', 'manual', 1,
           1, :now, :now, 'There is no folder.', :counters
      FROM sources WHERE name = 'files'
  `).run({ id: newId(), now: at(9), counters: '{"documents_discovered":2,"documents_failed":1}' })
  db.close()

  const { said, error } = await checked(folder)

  expect(error).toBeNull()
  expect(said).toMatch(
    new RegExp(`/ files: failed ${at(9)}, 2 documents, 1 failed; There is no folder\\.$`, 'm'),
  )
})

test('a database that cannot be opened at all is damaged', async () => {
  const folder = await copyOfData()
  rmSync(join(folder, 'svc.db-wal'))
  writeFileSync(join(folder, 'svc.db'), 'no database '.repeat(999))

  const { said, error } = await checked(folder)

  expect(said).toContain('database: damaged')
  expect(error).toMatchObject({ code: 'internal_error', message: expect.stringContaining(folder) })
})

test('a row that cannot be read is damage, and a backup is the remedy', async () => {
  const folder = await copyOfData()
  const db = new Database(join(folder, 'svc.db'))
  db.exec("UPDATE sources SET config = '{'")
  db.close()

  const { said, error } = await checked(folder)

  expect(said).toContain('database: damaged')
  expect((error as Error).message).toMatch(
    /^The database \S+svc\.db cannot be read: .*\. Restore a backup\.$/,
  )
})

test.each<[string, (folder: string) => void, string]>([
  [
    'was never made',
    (folder) => rmSync(join(folder, 'uploads'), { recursive: true }),
    'There is no database in',
  ],
  ['was lost', () => {}, 'svc.db is missing, but '],
])('a database that %s is told from one that is damaged', async (_, prepare, words) => {
  const folder = await copyOfData()
  for (const name of ['svc.db', 'svc.db-wal']) rmSync(join(folder, name))
  prepare(folder)

  const { error } = await checked(folder)

  expect((error as Error).message).toContain(words)
})

test('finds a bit that flipped in a passage, names its document and what to do', async () => {
  const folder = await copyOfData()
  const file = join(folder, 'svc.db')
  const bytes = readFileSync(file)
  const place = bytes.indexOf('Berth 17 costs')
  bytes[place] = (bytes[place] ?? 0) ^ 0b1
  writeFileSync(file, bytes)

  const { said, error } = await checked(folder)

  expect(said).toContain('database: damaged')
  expect(error).toBeInstanceOf(ServiceError)
  expect((error as Error).message).toMatch(
    /The passages of the document guide\.md \(\S+, source \S+\) are not as they were indexed: run "svc reindex", or restore a backup\./,
  )
})

test.each<[string, string, RegExp]>([
  [
    'a block of postings',
    'UPDATE posting_blocks SET body = zeroblob(length(body))',
    /The search index of collection 1 is damaged/,
  ],
  [
    'a block of postings that is gone',
    "DELETE FROM posting_blocks WHERE term = 'berth'",
    /The search index of collection 1 holds \d+ postings instead of \d+/,
  ],
  [
    'a passage that is gone from an index',
    'DELETE FROM passage_lengths',
    /The search index of collection 1 holds 0 entries for 40 passages/,
  ],
  [
    'a vector of no passage',
    'UPDATE vectors_1_1_rowids SET rowid = 999 WHERE rowid = 3',
    /vectors_1_1 holds 1 vectors of no passage/,
  ],
  [
    'a vector that is gone',
    'UPDATE vectors_1_1_chunks SET validity = zeroblob(length(validity))',
    /vectors_1_1 holds 0 vectors for 40/,
  ],
  [
    'passages of no document',
    "UPDATE passages SET document_id = 'x' WHERE position = 3",
    /1 passages belong to no document/,
  ],
  [
    'a wrong count',
    'UPDATE collections SET passage_count = passage_count + 1',
    /The collection .+ counts 41 passages and holds 40\./,
  ],
  [
    'a reference to nothing',
    "PRAGMA foreign_keys = off; UPDATE sources SET collection_id = 'x'",
    /sources refers to no row/,
  ],
])('finds %s', async (_, sql, sentence) => {
  const folder = await copyOfData()
  const db = new Database(join(folder, 'svc.db'))
  db.unsafeMode()
  db.exec(sql)
  db.close()

  const { error } = await checked(folder)

  expect(error).toBeInstanceOf(ServiceError)
  expect((error as Error).message).toMatch(sentence)
})

test.each<[string, (file: string) => unknown, string]>([
  ['missing', (file) => rmSync(file), 'missing'],
  ['changed', (file) => writeFileSync(file, 'The office opens at nine!!'), 'damaged'],
])('finds an uploaded file that is %s', async (_, damage, word) => {
  const folder = await copyOfData()
  damage(join(folder, 'uploads', HASH))

  const { said, error } = await checked(folder)

  expect(said).toContain('uploads: 1 of 1 damaged')
  expect((error as Error).message).toBe(
    `The uploaded file ${folder}/uploads/${HASH} (hours.md) is ${word}: upload it again, delete its document, or restore a backup.`,
  )
})

test('says which documents have no digest yet, and does not call them damaged', async () => {
  const folder = await copyOfData()
  const db = new Database(join(folder, 'svc.db'))
  db.exec('UPDATE documents SET passages_digest = NULL')
  db.close()

  const { said, error } = await checked(folder)

  expect(error).toBeNull()
  expect(said).toContain('passages: 1 documents were indexed by an earlier version')
})

test('ends in words whatever the damage', { timeout: 120_000 }, async () => {
  const random = createRandom(7)
  const folder = await copyOfData()
  const files = ['svc.db', 'svc.db', 'svc.db', 'svc.db-wal', `uploads/${HASH}`, 'last-backup.json']
  for (let round = 0; round < 200; round += 1) {
    rmSync(folder, { recursive: true })
    cpSync(sound, folder, { recursive: true })
    const name = files[random(files.length)] ?? ''
    const done = damageOne(join(folder, name), random)

    const { error } = await checked(folder)

    const words = `round ${round}: ${name} ${done}: ${error instanceof Error ? error.stack : error}`
    const isWords = error === null || error instanceof ServiceError || error instanceof SettingError
    expect(isWords, words).toBe(true)
    if (error) expect((error as Error).message, words).toContain(folder)
  }
})

function damageOne(path: string, random: (below: number) => number): string {
  const bytes = readFileSync(path)
  switch (random(6)) {
    case 0:
      truncateSync(path, random(bytes.length))
      return 'cut off'
    case 1:
      rmSync(path)
      return 'deleted'
    case 2:
      rmSync(path)
      mkdirSync(path)
      return 'made a folder'
    case 3: {
      const start = 4096 * random(Math.ceil(bytes.length / 4096))
      bytes.subarray(start, start + 4096).fill(random(256))
      writeFileSync(path, bytes)
      return `page at ${start} filled`
    }
    default: {
      for (let flips = 1 + random(20); flips > 0; flips -= 1) {
        const place = random(2) ? random(bytes.length) : random(Math.min(4096, bytes.length))
        bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8))
      }
      writeFileSync(path, bytes)
      return 'flipped'
    }
  }
}

/** Numbers from 0 that are the same in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
