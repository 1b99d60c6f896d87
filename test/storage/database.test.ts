import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyDatabase } from '../../server/storage/drivers/sqlite/backup.ts'
import { lockDataFolder, openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { readMigrations } from '../../server/storage/migrations.ts'
import {
  addConversation,
  addKnowledge,
  at,
  ending,
  keysOf,
  newId,
  openIn,
  question,
  temporaryFolder,
} from './backends.ts'

/** A migrations folder with these files. */
async function migrationsOf(files: Record<string, string>): Promise<URL> {
  const folder = await temporaryFolder()
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return pathToFileURL(`${folder}/`)
}

async function openSeeded() {
  const file = join(await temporaryFolder(), 'data.db')
  const db = openDatabase(file)
  const store = await openIn(file, async () => createSqliteStore(db))
  const organization_id = newId()
  const given = { slug: 'a', name: 'A', support_access: false, created_at: at(0) }
  await store.organizations.create({ id: organization_id, status: 'active', ...given })
  return { file, db, store, organization_id }
}

test('a step of a non-blocking connection waits for the writer without blocking its thread', async () => {
  const { file, db } = await openSeeded()
  const beside = await openIn(file, async () =>
    createSqliteStore(openDatabase(file, { blocks: false })),
  )
  const given = { slug: 'b', name: 'B', support_access: false, created_at: at(0) }
  const organization = { id: newId(), status: 'active' as const, ...given }

  db.exec('BEGIN IMMEDIATE')
  let ended = false
  const created = beside.organizations.create(organization).finally(() => {
    ended = true
  })
  const read = await beside.organizations.findBySlug('a')
  await new Promise((resolve) => setImmediate(resolve))
  expect([read?.name, ended]).toEqual(['A', false])
  db.exec('COMMIT')
  await created

  expect(await beside.organizations.findBySlug('b')).toMatchObject({ id: organization.id })
})

describe('steps of a non-blocking connection while another one writes', () => {
  async function besideWriter() {
    const { file, db } = await openSeeded()
    const store = await openIn(file, async () =>
      createSqliteStore(openDatabase(file, { blocks: false })),
    )
    const ended: string[] = []
    const create = async (slug: string) => {
      const given = { name: slug, support_access: false, created_at: at(0) }
      await store.organizations.create({ id: newId(), slug, status: 'active', ...given })
      ended.push(slug)
    }
    db.exec('BEGIN IMMEDIATE')
    return { db, store, create, ended }
  }

  test('are not abandoned by a thread that is late', async () => {
    const { db, store, create } = await besideWriter()
    const now = vi.spyOn(performance, 'now')
    onTestFinished(() => now.mockRestore())
    const created = create('b')
    await vi.waitFor(() => expect(now).toHaveBeenCalled(), 10_000)

    // The thread blocks for a minute, and then checks the lock once.
    const late = performance.now() + 60_000
    now.mockClear().mockReturnValue(late)
    await vi.waitFor(() => expect(now).toHaveBeenCalled(), 10_000)
    db.exec('COMMIT')
    await created

    expect(await store.organizations.findBySlug('b')).not.toBeNull()
  })

  test('are abandoned when the other never ends', async () => {
    const { create } = await besideWriter()
    const now = vi.spyOn(performance, 'now')
    onTestFinished(() => now.mockRestore())
    const created = create('b')
    await vi.waitFor(() => expect(now).toHaveBeenCalled(), 10_000)

    const late = performance.now() + 60_000
    now.mockReturnValue(late)

    await expect(created).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'SQLITE_BUSY' },
    })
  })

  test('run in the order in which they came', async () => {
    const { db, create, ended } = await besideWriter()
    const waiting = ['b', 'c', 'd'].map(create)
    await new Promise((resolve) => setImmediate(resolve))

    db.exec('COMMIT')
    await Promise.all([...waiting, create('e')])

    expect(ended).toEqual(['b', 'c', 'd', 'e'])
  })
})

describe('migrations', () => {
  const one = { '0001-start.sql': 'CREATE TABLE one (x INTEGER) STRICT' }
  const two = { ...one, '0002-more.sql': 'CREATE TABLE two (x INTEGER) STRICT' }

  test.each(['sqlite', 'postgres'])('each of %s has a number of its own', (engine) => {
    const folder = new URL(`../../server/storage/drivers/${engine}/migrations/`, import.meta.url)

    const numbers = readMigrations(folder).map(({ number }) => number)

    expect(numbers).not.toEqual([])
    expect(numbers).toEqual([...new Set(numbers)])
  })

  test('an older database is copied, then migrated', async () => {
    const file = join(await temporaryFolder(), 'data.db')
    const older = openDatabase(file, { migrations: await migrationsOf(one) })
    older.exec('INSERT INTO one VALUES (7)')
    older.close()

    const db = openDatabase(file, { migrations: await migrationsOf(two) })
    onTestFinished(() => void db.close())

    expect(db.prepare('SELECT x FROM one, (SELECT count(*) FROM two)').pluck().all()).toEqual([7])
    const copy = openDatabase(`${file}.before-0002`, { migrations: await migrationsOf(one) })
    onTestFinished(() => void copy.close())
    expect(copy.prepare('SELECT x FROM one').pluck().all()).toEqual([7])
    expect(() => copy.prepare('SELECT x FROM two')).toThrow(/no such table/)
  })

  test.skipIf(process.platform === 'win32')(
    'a database, its log and its copy are for their owner alone, whatever the umask',
    async () => {
      const folder = await temporaryFolder()
      const file = join(folder, 'data.db')
      const umask = process.umask(0)
      onTestFinished(() => void process.umask(umask))
      openDatabase(file, { migrations: await migrationsOf(one) }).close()

      const db = openDatabase(file, { migrations: await migrationsOf(two) })
      onTestFinished(() => void db.close())

      const names = (await readdir(folder)).toSorted()
      expect(names).toEqual(['data.db', 'data.db-shm', 'data.db-wal', 'data.db.before-0002'])
      const modes = names.map((name) => statSync(join(folder, name)).mode & 0o777)
      expect(modes).toEqual([0o600, 0o600, 0o600, 0o600])
    },
  )

  test('a new database is not copied', async () => {
    const folder = await temporaryFolder()

    openDatabase(join(folder, 'data.db')).close()

    expect(await readdir(folder)).toEqual(['data.db'])
  })

  test('a migration that fails changes nothing', async () => {
    const file = join(await temporaryFolder(), 'data.db')
    const broken = await migrationsOf({
      ...one,
      '0002-broken.sql': 'CREATE TABLE two (x); CREATE TABLE two (x)',
    })
    expect(() => openDatabase(file, { migrations: broken })).toThrow(/already exists/)

    const db = openDatabase(file, { migrations: await migrationsOf(two) })
    onTestFinished(() => void db.close())

    expect(db.pragma('user_version', { simple: true })).toBe(2)
  })

  test('a disk that is full while a database is opened is named', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'data.db')
    openDatabase(file, { migrations: await migrationsOf(one) }).close()
    const full = await migrationsOf({
      ...one,
      '0002-large.sql': 'PRAGMA max_page_count = 4; CREATE TABLE two AS SELECT zeroblob(99999)',
    })

    expect(() => openDatabase(file, { migrations: full })).toThrow(
      `The disk of the database ${file} is full: free some space on it.`,
    )
  })

  test('a database of a newer program is refused with the way back (docs/behaviour.md#backup-and-restore)', async () => {
    const file = join(await temporaryFolder(), 'data.db')
    openDatabase(file, { migrations: await migrationsOf(one) }).close()
    openDatabase(file, { migrations: await migrationsOf(two) }).close()
    const migrations = await migrationsOf(one)

    expect(() => openDatabase(file, { migrations })).toThrow(
      `The database ${file} was written by a newer version of this program (schema 2, known here: 1). Start that version again, or go back to how it was before the upgrade: move ${file}, its -wal and its -shm away and rename ${file}.before-0002 to ${file}.`,
    )
    for (const log of ['-wal', '-shm']) rmSync(`${file}${log}`, { force: true })
    renameSync(`${file}.before-0002`, file)
    const db = openDatabase(file, { migrations })
    onTestFinished(() => void db.close())
    expect(db.pragma('user_version', { simple: true })).toBe(1)
  })

  test('a database of a newer program without a copy is refused as well', async () => {
    const file = join(await temporaryFolder(), 'data.db')
    openDatabase(file, { migrations: await migrationsOf(two) }).close()
    const migrations = await migrationsOf(one)

    expect(() => openDatabase(file, { migrations })).toThrow(
      /\(schema 2, known here: 1\)\. Start that version again, or restore a backup of this version\.$/,
    )
  })

  test('reading only never migrates', async () => {
    const file = join(await temporaryFolder(), 'data.db')
    openDatabase(file, { migrations: await migrationsOf(one) }).close()

    const migrations = await migrationsOf(two)

    expect(() => openDatabase(file, { migrations, readonly: true })).toThrow(/older schema/)
  })
})

describe('the lock of a data folder', () => {
  test('a second process is refused until the first has ended, even by a kill', async () => {
    const folder = await temporaryFolder()
    const module = JSON.stringify(
      new URL('../../server/storage/drivers/sqlite/database.ts', import.meta.url).href,
    )
    const script = `const { lockDataFolder } = await import(${module}); lockDataFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script])
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other.stdout, 'data')

    expect(() => lockDataFolder(folder)).toThrow(
      `The data folder ${folder} is in use by another process.`,
    )
    other.kill('SIGKILL')
    await once(other, 'exit')

    const release = lockDataFolder(folder)
    release()
    lockDataFolder(folder)()
  })

  test('a missing folder is created', async () => {
    const folder = join(await temporaryFolder(), 'new', 'data')

    const release = lockDataFolder(folder)
    onTestFinished(release)

    expect(await readdir(folder)).toContain('lock.db')
  })
})

describe('a database in use', () => {
  test('a full disk is service_unavailable, and stored data remains (docs/behaviour.md#errors)', async () => {
    const { db, store, organization_id } = await openSeeded()
    const { asker, conversation } = await addConversation(store, organization_id)
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)

    const text = 'x'.repeat(200_000)
    const refused = store.turns.begin(asker, conversation.id, question({ text }), at(1))

    await expect(refused).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'SQLITE_FULL' },
    })
    expect(await store.conversations.find(organization_id, conversation.id)).toEqual(conversation)
  })

  test('a backup taken during use is complete', async () => {
    const { file, store, organization_id } = await openSeeded()
    const { collection } = await addKnowledge(store, organization_id, ['pay by card'])

    await copyDatabase(file, `${file}.copy`)

    const copy = await openIn(`${file}.copy`, async (path) => createSqliteStore(openDatabase(path)))
    expect(await keysOf(copy, organization_id, collection.id, ['card'])).toHaveLength(1)
    expect(await copy.check()).toEqual([])
  })

  test('a check finds passages missing from the indexes, and dangling references', async () => {
    const { db, store, organization_id } = await openSeeded()
    await addKnowledge(store, organization_id, ['one', 'two'])
    expect(await store.check()).toEqual([])

    db.exec('UPDATE passage_lengths SET body = zeroblob(length(body))')
    db.exec('DELETE FROM fresh_postings')
    db.pragma('foreign_keys = off')
    db.prepare('UPDATE documents SET source_id = :id').run({ id: newId() })

    expect(await store.check()).toEqual([
      'A row of documents refers to no row of sources.',
      expect.stringMatching(/^The source \S+ \(\S+\) counts 1 documents and holds 0\.$/),
      'The search index of collection 1 holds 0 entries for 2 passages: run "svc reindex".',
      'The search index of collection 1 holds 0 postings instead of 2: run "svc reindex".',
    ])
  })

  test('a check names the block of postings that is damaged', async () => {
    const { db, store, organization_id } = await openSeeded()
    await addKnowledge(store, organization_id, ['one', 'two', 'two three'])
    while (await store.searchIndex.maintain('idle'));

    db.exec("UPDATE posting_blocks SET body = substr(body, 1, 2) WHERE term = 'two'")

    expect(await store.check()).toEqual([
      'The search index of collection 1 is damaged (the block of "two" from passage 2 on cannot be read): run "svc reindex".',
    ])
  })

  test('a check works on a read-only database', async () => {
    const { file, store, organization_id } = await openSeeded()
    await addKnowledge(store, organization_id, ['one'])

    const reader = await openIn(file, async (path) =>
      createSqliteStore(openDatabase(path, { readonly: true })),
    )

    expect(await reader.check()).toEqual([])
    await expect(reader.ping()).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  test('a closed database does not answer a ping', async () => {
    const folder = join(await temporaryFolder(), 'closed')
    await mkdir(folder)
    const store = createSqliteStore(openDatabase(join(folder, 'data.db')))

    store.close()

    await expect(store.ping()).rejects.toThrow()
  })

  test('each kept turn counts once, with its ratings and follow-ups, and erasing does not change counts', async () => {
    const { db, store, organization_id } = await openSeeded()
    const { asker, assistant, conversation } = await addConversation(store, organization_id)
    const turn = async (given: Parameters<typeof ending>[0]) => {
      const asked = question()
      await store.turns.begin(asker, conversation.id, asked, at(1))
      await store.turns.end(organization_id, asked.answer_id, ending(given), at(2))
      return asked.answer_id
    }

    const rated = await turn({})
    await turn({ abstained: true })
    await turn({ status: 'interrupted' })
    await turn({ status: 'failed' })
    const dropped = question()
    await store.turns.begin(asker, conversation.id, dropped, at(3))
    await store.turns.drop(organization_id, dropped.answer_id, at(4))
    for (const rating of ['up', 'down', 'down'] as const) {
      await store.ratings.put(asker, rated, { rating, note: null }, at(5))
    }
    const used = {
      assistant_id: assistant.id,
      channel: 'api' as const,
      model: 'builtin/extractive',
    }
    await store.usage.followUps(
      organization_id,
      { ...used, input_tokens: 1, output_tokens: 1 },
      at(6),
    )
    await store.conversations.delete(asker, conversation.id)

    expect(db.prepare('SELECT * FROM usage').all()).toEqual([
      {
        organization_id,
        day: '2026-01-01',
        ...used,
        questions: 4,
        answers: 1,
        abstained: 1,
        small_talk: 0,
        clarifications: 0,
        curated: 0,
        interrupted: 1,
        failed: 1,
        follow_ups: 1,
        opened: 0,
        input_tokens: 29,
        output_tokens: 13,
        ratings_up: 0,
        ratings_down: 1,
      },
    ])
  })
})
