import { createHash } from 'node:crypto'
import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, restore } from '../../server/storage/drivers/sqlite/backup.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { addCollection, addSource, at, newId, openIn, temporaryFolder } from './backends.ts'
import { openFilesIn } from './open-files.ts'

const UPLOADED = 'The office opens at eight.'
const HASH = createHash('sha256').update(UPLOADED).digest('hex')

/** A data folder with one organization and one uploaded file. */
async function prepared() {
  const dir = await temporaryFolder()
  const dataDir = join(dir, 'data')
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await writeFile(join(dataDir, 'uploads', HASH), UPLOADED)
  const databaseFile = join(dataDir, 'svc.db')
  const db = openDatabase(databaseFile)
  const store = await openIn(databaseFile, async () => createSqliteStore(db))
  const organization_id = newId()
  const given = { slug: 'a', name: 'A', support_access: false, created_at: at(0) }
  await store.organizations.create({ id: organization_id, status: 'active', ...given })
  const collection = await addCollection(store, organization_id)
  const source = await addSource(store, organization_id, collection.id, { type: 'upload' })
  const upload = { id: newId(), path: 'hours.md', title: null, url: null, bytes: UPLOADED.length }
  const file = { ...upload, media_type: 'text/markdown', content_hash: HASH }
  await store.uploads.put(organization_id, source.id, [file], at(0))
  const restored = join(dir, 'restored')
  return {
    dir,
    db,
    dataDir,
    databaseFile,
    file: join(dir, 'all.backup'),
    store,
    backUp: (file: string) =>
      backUp({ dataDir, databaseFile, holdsUploads: true }, { file, withKey: false }),
    restored,
    restore: (file: string) =>
      restore(file, {
        dataDir: restored,
        databaseFile: join(restored, 'svc.db'),
        holdsUploads: true,
      }),
  }
}

test('a backup of more than 2 GiB is restored, without its empty pages', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  addFreePages(data.file, 2.2 * 2 ** 30)
  expect(statSync(data.file).size).toBeGreaterThan(2 ** 31)

  const contents = data.restore(data.file)

  expect(contents).toMatchObject({ organizations: 1, files: 1 })
  expect((await stat(join(data.restored, 'svc.db'))).size).toBeLessThan(10e6)
  expect(await readFile(join(data.restored, 'uploads', HASH), 'utf8')).toBe(UPLOADED)
  const db = openDatabase(join(data.restored, 'svc.db'))
  expect(db.prepare('SELECT slug FROM organizations').pluck().all()).toEqual(['a'])
  expect(() => db.prepare('SELECT * FROM sqlar')).toThrow('no such table')
  db.close()
  expect((await readdir(data.restored)).toSorted()).toEqual(['lock.db', 'svc.db', 'uploads'])
})

test('a backup completes during constant writes, and is one consistent snapshot', async () => {
  const data = await prepared()
  data.db.exec(
    'CREATE TABLE ballast (x); CREATE TABLE pair (one, other); INSERT INTO pair VALUES (0, 0)',
  )
  const fill = data.db.prepare('INSERT INTO ballast VALUES (randomblob(4000))')
  data.db.transaction(() => {
    for (let row = 0; row < 2000; row++) fill.run()
  })()
  const beside = openDatabase(data.databaseFile)
  onTestFinished(() => void beside.close())
  const write = beside.prepare('UPDATE pair SET one = one + 1, other = other + 1')
  let writes = 0
  const copied = new AbortController()
  const writer = (async () => {
    while (!copied.signal.aborted && writes < 2000) {
      write.run()
      writes += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()

  await data.backUp(data.file)
  copied.abort()
  await writer

  expect(writes).toBeLessThan(2000)
  const copy = new Database(data.file, { readonly: true })
  const pair = copy.prepare<[], { one: number; other: number }>('SELECT * FROM pair').get()
  copy.close()
  expect(pair?.one).toBe(pair?.other)
})

test.each<[string, (data: Awaited<ReturnType<typeof prepared>>) => unknown, RegExp]>([
  [
    'an uploaded file that is missing',
    ({ dataDir }) => rm(join(dataDir, 'uploads', HASH)),
    /^The backup is not good, so \S+ was not written: The uploaded file uploads\/\S+ \(hours\.md\) is missing\.$/,
  ],
  [
    'an uploaded file that was changed',
    ({ dataDir }) => writeFile(join(dataDir, 'uploads', HASH), 'The office opens at nine!!'),
    /uploads\/\S+ \(hours\.md\) is damaged\.$/,
  ],
  [
    'a damaged page',
    ({ db, databaseFile }) => {
      db.exec('CREATE TABLE ballast (x); INSERT INTO ballast VALUES (zeroblob(200000))')
      db.pragma('wal_checkpoint(TRUNCATE)')
      const file = openSync(databaseFile, 'r+')
      const page = db.pragma('page_count', { simple: true }) as number
      writeSync(file, Buffer.alloc(4, 0xff), 0, 4, (page - 10) * 4096)
      closeSync(file)
    },
    /^The backup is not good/,
  ],
  ['a name that is too long', () => {}, /could not be written: ENAMETOOLONG/],
])('%s makes a backup fail, and leaves no file', async (what, damage, sentence) => {
  const data = await prepared()
  await damage(data)
  const before = await readdir(data.dir)
  const file = what.startsWith('a name') ? join(data.dir, 'x'.repeat(300)) : data.file

  const backup = data.backUp(file)

  await expect(backup).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringMatching(sentence),
  })
  expect(await readdir(data.dir)).toEqual(before)
})

test.each<[string, (file: string) => void]>([
  ['was cut off', (file) => truncateSync(file, statSync(file).size - 8192)],
  [
    'lost the bytes of an upload',
    (file) => {
      const backup = new Database(file)
      backup.exec("UPDATE sqlar SET data = zeroblob(sz) WHERE name LIKE 'uploads/%'")
      backup.close()
    },
  ],
])('a backup that %s is refused, and nothing is restored', async (_, damage) => {
  const data = await prepared()
  await data.backUp(data.file)
  damage(data.file)

  expect(() => data.restore(data.file)).toThrow(/is not a (whole )?backup/)

  expect(await readdir(data.dir)).not.toContain('restored')
})

test('a backup is not restored beside the write-ahead log of another database', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  await mkdir(data.restored)
  await writeFile(join(data.restored, 'svc.db-wal'), 'log')

  expect(() => data.restore(data.file)).toThrow(/svc\.db-wal exists already: move the data folder/)

  expect(await readdir(data.restored)).toEqual(['svc.db-wal'])
})

test('a restore that was interrupted can be run again', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  await mkdir(join(data.restored, 'uploads'), { recursive: true })
  await writeFile(join(data.restored, 'svc.db.unfinished'), 'half a database')
  await writeFile(join(data.restored, 'uploads', HASH), 'half')

  data.restore(data.file)

  expect(await readFile(join(data.restored, 'uploads', HASH), 'utf8')).toBe(UPLOADED)
  expect((await readdir(data.restored)).toSorted()).toEqual(['lock.db', 'svc.db', 'uploads'])
})

test('a backup and what is restored of it are for their owner alone, and closed', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  const openAfterBackup = openFilesIn(data.file)
  data.restore(data.file)

  expect(openAfterBackup).toEqual([])
  expect(openFilesIn(data.restored)).toEqual([])
  const restored = ['svc.db', 'uploads', `uploads/${HASH}`].map((name) => join(data.restored, name))
  const modes = [data.file, ...restored].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o700, 0o600])
})

test('a backup can be opened where nothing can be written: it has no write-ahead log', async () => {
  const data = await prepared()

  await data.backUp(data.file)

  // https://sqlite.org/fileformat2.html#file_format_version_numbers
  const header = await readFile(data.file)
  expect([...header.subarray(18, 20)]).toEqual([1, 1])
})

test('files that are still being written are not backed up', async () => {
  const data = await prepared()
  for (const name of ['.hidden', 'half.unfinished']) {
    await writeFile(join(data.dataDir, 'uploads', name), 'half')
  }

  expect(await data.backUp(data.file)).toMatchObject({ files: 1 })
})

test('a backup is refused, before anything is copied, when its name is taken', async () => {
  const { dataDir, dir, file } = await prepared()
  await writeFile(file, 'mine')
  const unreadable = { dataDir, databaseFile: join(dir, 'none'), holdsUploads: true }

  await expect(backUp(unreadable, { file, withKey: false })).rejects.toMatchObject({
    code: 'conflict',
    message: `The file ${file} exists already.`,
  })
})

test('a backup never replaces a file that appeared while it was written', async () => {
  const data = await prepared()
  const { file, dir } = data

  const backup = data.backUp(file)
  writeFileSync(file, 'mine')

  await expect(backup).rejects.toMatchObject({ code: 'conflict' })

  expect(await readFile(file, 'utf8')).toBe('mine')
  expect((await readdir(dir)).toSorted()).toEqual(['all.backup', 'data'])
})

test('a backup leaves out uploaded files that are kept elsewhere, and is restored without them', async () => {
  const { dataDir, databaseFile, file, restored } = await prepared()
  await rm(join(dataDir, 'uploads'), { recursive: true })
  const elsewhere = { holdsUploads: false }

  const contents = await backUp({ dataDir, databaseFile, ...elsewhere }, { file, withKey: false })

  expect(contents).toMatchObject({ organizations: 1, files: 0 })
  const [there, here] = [join(restored, 'svc.db'), { dataDir: restored, holdsUploads: true }]
  expect(() => restore(file, { ...here, databaseFile: there })).toThrow('is missing')
  expect(restore(file, { ...here, databaseFile: there, ...elsewhere })).toEqual(contents)
})

test('a backup needs its folder, and a restore its file', async () => {
  const data = await prepared()
  const nowhere = join(data.dir, 'nowhere', 'all.backup')

  await expect(data.backUp(nowhere)).rejects.toMatchObject({
    code: 'not_found',
    message: `There is no folder ${join(data.dir, 'nowhere')}.`,
  })
  expect(() => data.restore(nowhere)).toThrow(`There is no file ${nowhere}.`)
})

test('a backup of a newer version is refused with what to do', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  const backup = new Database(data.file)
  backup.pragma(`user_version = ${Number(backup.pragma('user_version', { simple: true })) + 1}`)
  backup.close()

  expect(() => data.restore(data.file)).toThrow(
    `${data.file} is not a whole backup: A newer version of this program made it; restore it with that version.`,
  )
})

test('a restore writes nothing outside of the folders of a data folder', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  const backup = new Database(data.file)
  const add = backup.prepare('INSERT INTO sqlar (name, data) VALUES (?, zeroblob(1))')
  for (const name of ['uploads/../evil', '../evil', 'uploads/../../evil', 'other/evil'])
    add.run(name)
  backup.close()

  data.restore(data.file)

  expect((await readdir(data.restored)).toSorted()).toEqual(['lock.db', 'svc.db', 'uploads'])
  expect(await readdir(join(data.restored, 'uploads'))).toEqual([HASH])
  expect(await readdir(data.dir)).not.toContain('evil')
})

test('a restore that fails says why, and leaves no database', async () => {
  const data = await prepared()
  await data.backUp(data.file)
  await mkdir(data.restored)
  await writeFile(join(data.restored, 'uploads'), 'in the way')

  expect(() => data.restore(data.file)).toThrow(
    `${data.file} could not be restored into ${data.restored}: E`,
  )

  expect((await readdir(data.restored)).toSorted()).toEqual(['lock.db', 'uploads'])
})

/**
 * Extends a database file by free pages, as after large deletions. Only the pages of the freelist
 * are written (https://sqlite.org/fileformat2.html#the_freelist).
 */
function addFreePages(path: string, bytes: number): void {
  const file = openSync(path, 'r+')
  const header = Buffer.alloc(100)
  readSync(file, header, 0, 100, 0)
  const pageSize = header.readUInt16BE(16)
  const last = Math.floor(bytes / pageSize)
  // SQLite never uses the page with the lock bytes.
  const lockPage = 2 ** 30 / pageSize + 1
  const first = header.readUInt32BE(28) + 1
  const free = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (page) => page !== lockPage,
  )
  const leaves = pageSize / 4 - 8
  let next = header.readUInt32BE(32)
  for (let start = 0; start < free.length; start += leaves + 1) {
    const [trunk = 0, ...listed] = free.slice(start, start + leaves + 1)
    const page = Buffer.alloc(pageSize)
    for (const [at, value] of [next, listed.length, ...listed].entries()) {
      page.writeUInt32BE(value, at * 4)
    }
    writeSync(file, page, 0, pageSize, (trunk - 1) * pageSize)
    next = trunk
  }
  header.writeUInt32BE(last, 28)
  header.writeUInt32BE(next, 32)
  header.writeUInt32BE(header.readUInt32BE(36) + free.length, 36)
  writeSync(file, header, 0, 100, 0)
  ftruncateSync(file, last * pageSize)
  closeSync(file)
}
