import { basename } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/open-store.ts'
import type { Database, Runner } from '../../server/storage/drivers/postgres/database.ts'
import { migrate } from '../../server/storage/drivers/postgres/migrate.ts'
import { joined, openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { sql } from '../../server/storage/drivers/postgres/statement.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { temporaryFolder } from './backends.ts'

const opened: Database[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close()))
})

function open(url: string): Database {
  const db = openPool(url)
  opened.push(db)
  return db
}

async function newDatabase(): Promise<string> {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  return postgresDatabase(name)
}

async function withCounter() {
  const db = open(await newDatabase())
  await db.query('CREATE TABLE numbers (id text PRIMARY KEY, n integer NOT NULL)', [])
  await db.query("INSERT INTO numbers VALUES ('one', 0), ('two', 0)", [])
  return db
}

const read = sql<{ id: string }, { n: number }>('SELECT n FROM numbers WHERE id = :id')
const write = sql<{ id: string; n: number }>('UPDATE numbers SET n = :n WHERE id = :id')

async function valueOf(db: Runner, id: string): Promise<number | undefined> {
  return (await read.get(db, { id }))?.n
}

test('steps that read and then write the same row are put in an order', async () => {
  const db = await withCounter()

  const add = () =>
    db.step(async (transaction) => {
      const n = (await valueOf(transaction, 'one')) ?? 0
      await write.run(transaction, { id: 'one', n: n + 1 })
    })
  await Promise.all(Array.from({ length: 8 }, add))

  expect(await valueOf(db, 'one')).toBe(8)
})

test('a step that throws has written nothing', async () => {
  const db = await withCounter()

  const step = db.step(async (transaction) => {
    await write.run(transaction, { id: 'one', n: 5 })
    throw new Error('no')
  })

  await expect(step).rejects.toThrow('no')
  expect(await valueOf(db, 'one')).toBe(0)
})

test('of steps joined to one transaction, one that throws leaves the others', async () => {
  const db = await withCounter()

  await db.step(async (transaction) => {
    const whole = joined(transaction)
    await whole.step((part) => write.run(part, { id: 'one', n: 1 }))
    const failing = whole.step(async (part) => {
      await write.run(part, { id: 'two', n: 2 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
  })

  expect([await valueOf(db, 'one'), await valueOf(db, 'two')]).toEqual([1, 0])
})

test('a snapshot sees one moment', async () => {
  const db = await withCounter()

  const seen = await db.snapshot(async (runner) => {
    const before = await read.get(runner, { id: 'one' })
    await write.run(db, { id: 'one', n: 9 })
    return [before, await read.get(runner, { id: 'one' })]
  })

  expect(seen).toEqual([{ n: 0 }, { n: 0 }])
})

test('a name may occur twice, casts stay, and values are never part of the text', async () => {
  const db = await withCounter()
  const echo = sql<{ text: string }, { one: string; two: string; number: number; holds: number }>(`
    SELECT :text::text AS one, :text::text AS two, 5::bigint AS number, true AS holds
  `)

  const text = "'; DROP TABLE numbers; -- \0"
  expect(await echo.get(db, { text })).toEqual({
    one: "'; DROP TABLE numbers; -- \uFFFD",
    two: "'; DROP TABLE numbers; -- \uFFFD",
    number: 5,
    holds: 1,
  })
})

test('a database that is away is service_unavailable', async () => {
  const db = open('postgres://nobody@127.0.0.1:1/none')

  await expect(db.query('SELECT 1', [])).rejects.toMatchObject({ code: 'service_unavailable' })
  await expect(db.step(async () => 1)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('a step that gets no connection in time is service_unavailable, and the next one goes on', async () => {
  const db = openPool(await newDatabase(), { connections: 1, connectMs: 50 })
  opened.push(db)
  // To be connected may itself take longer on a busy machine.
  await expect.poll(() => db.query('SELECT 1', []).catch(() => null)).not.toBeNull()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: holding, resolve: begun } = Promise.withResolvers<void>()
  const first = db.step(async () => {
    begun()
    await held
  })
  await holding

  await expect(db.query('SELECT 1', [])).rejects.toMatchObject({ code: 'service_unavailable' })

  release()
  await first
  expect(await db.query('SELECT 1', [])).toMatchObject({ count: 1 })
})

test('a step whose connection is lost between two statements fails, and the next one goes on', async () => {
  const db = await withCounter()
  const other = open(await postgresDatabase('postgres'))
  const own = sql<object, { pid: number }>('SELECT pg_backend_pid() AS pid')
  const end = sql<{ pid: number }>('SELECT pg_terminate_backend(:pid::integer, 5000)')

  const step = db.step(async (transaction) => {
    await write.run(transaction, { id: 'one', n: 1 })
    await end.run(other, (await own.get(transaction, {})) ?? { pid: 0 })
    await write.run(transaction, { id: 'two', n: 2 })
  })

  await expect(step).rejects.toMatchObject({ code: 'service_unavailable' })
  expect([await valueOf(db, 'one'), await valueOf(db, 'two')]).toEqual([0, 0])
  await db.step((transaction) => write.run(transaction, { id: 'one', n: 3 }))
  expect(await valueOf(db, 'one')).toBe(3)
})

test('of processes that start at once, one migrates', async () => {
  const url = await newDatabase()
  const db = open(url)
  await db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public', [])

  await Promise.all([open(url), open(url), open(url), open(url)].map((each) => migrate(each)))

  expect(await db.query('SELECT count(*) AS n FROM schema_version', [])).toMatchObject({
    rows: [{ n: 1 }],
  })
  expect((await db.query('SELECT * FROM organizations', [])).rows).toEqual([])
})

test('a schema one ahead is used as it is, one two ahead is refused', async () => {
  const db = open(await newDatabase())
  await db.query('UPDATE schema_version SET version = version + 1', [])
  await migrate(db)

  await db.query('UPDATE schema_version SET version = version + 1', [])
  await expect(migrate(db)).rejects.toThrow('start that version')
})

test.each([
  ['an older schema', 'UPDATE schema_version SET version = version - 1'],
  ['no schema', 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'],
])('a database with %s is refused to who only reads, and left as it is', async (_, change) => {
  const place = { data_dir: await temporaryFolder(), database_url: await newDatabase() }
  const db = open(place.database_url)
  await db.query(change, [])
  const schema = () => db.query('SELECT count(*) AS tables FROM pg_tables', [])
  const before = await schema()

  await expect(openStore(place, { readonly: true })).rejects.toThrow(
    'The database has an older schema and must be opened for writing once: start the service',
  )
  expect(await schema()).toEqual(before)
})

test('a store holds its leases as the owner that it was opened for', async () => {
  const place = { data_dir: await temporaryFolder(), database_url: await newDatabase() }

  const store = await openStore(place, { owner: 'thread' })
  await store.close()

  expect(store.owner).toBe('thread')
})
