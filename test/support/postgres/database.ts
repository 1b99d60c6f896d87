import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { inject } from 'vitest'
import { DELETE_ROWS } from './delete-rows.ts'
import { ADDRESS, databaseAt, FAILURE, TEMPLATE, WANTED } from './on-demand.ts'

interface Server {
  url: string
  /** Sessions in its database `postgres`, kept between tests. */
  pool: Pool
}

interface Database {
  name: string
  /** Fingerprint of the newest schema in it. */
  schema: string
}

/** Databases that tests of this process use, by the name that the test gave. */
const used = new Map<string, Database>()
/** Databases that no test uses now: empty, with the newest schema. */
const free: Database[] = []
let made = 0
let server: Promise<Server> | undefined

/**
 * The address of a database with the newest schema, made empty unless a test has made one of the
 * name. Throws when no server could be started.
 */
export async function postgresDatabase(name: string): Promise<string> {
  server ??= connect()
  const { url, pool } = await server
  const database = used.get(name)
  if (database) return databaseAt(url, database.name)
  const { rowCount } = await pool.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount !== 0) return databaseAt(url, name)
  const next = free.pop() ?? (await copyOfTemplate(await server))
  used.set(name, next)
  return databaseAt(url, next.name)
}

/**
 * Drops a database, also when it is in use or was never made. One with the newest schema is emptied
 * for another test instead, which takes a tenth of the time of copying the template again.
 */
export async function dropPostgresDatabase(name: string): Promise<void> {
  server ??= connect()
  const { url, pool } = await server
  const database = used.get(name)
  used.delete(name)
  if (!database) return drop(pool, name)
  await endSessions(pool, database.name)
  const isEmpty = await inDatabase(databaseAt(url, database.name), async (client) => {
    if ((await schemaOf(client)) !== database.schema) return false
    const filled = await filledTables(client)
    await client.query(DELETE_ROWS)
    // Gives the space back, so that later rows lie in the order in which they were stored.
    if (filled.length > 0) await client.query(`VACUUM ${filled.join()}`)
    return (await filledTables(client)).length === 0
  })
  if (isEmpty) free.push(database)
  else await drop(pool, database.name)
}

async function connect(): Promise<Server> {
  const url = await serverAddress()
  return { url, pool: new Pool({ connectionString: url, allowExitOnIdle: true }) }
}

async function serverAddress(): Promise<string> {
  const folder = inject('postgresFolder')
  await writeFile(join(folder, WANTED), '')
  for (;;) {
    if (existsSync(join(folder, FAILURE))) {
      throw new Error(await readFile(join(folder, FAILURE), 'utf8'))
    }
    const address = existsSync(join(folder, ADDRESS))
    if (address) return readFile(join(folder, ADDRESS), 'utf8')
    await pause(50)
  }
}

/** Named after the run, at whose end it is dropped. */
async function copyOfTemplate({ url, pool }: Server): Promise<Database> {
  made += 1
  const name = `${basename(inject('postgresFolder'))}-${process.pid}-${made}`
  // Copying files takes a third of the time of copying pages through the log, which is the default.
  await pool.query(`CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE} STRATEGY file_copy`)
  return { name, schema: await inDatabase(databaseAt(url, name), schemaOf) }
}

async function drop(pool: Pool, name: string): Promise<void> {
  await pool.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
}

async function endSessions(pool: Pool, name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [name],
    )
    if (rowCount === 0) return
    await pause(5)
  }
}

async function inDatabase<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Tables whose files are not empty, but for that of the schema's version. */
async function filledTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname <> 'schema_version' AND pg_relation_size(oid) > 0`)
  return rows.map(({ name }) => name)
}

/** Changes with every statement that defines something in the database, and every migration. */
async function schemaOf(client: Client): Promise<string> {
  const { rows: defined } = await client.query(DEFINED)
  const { rows: versions } = await client
    .query('SELECT version FROM schema_version')
    .catch(() => ({ rows: [] }))
  return JSON.stringify([defined, versions])
}

/** A row's `xmin` is that of the statement that wrote it. */
const DEFINED = `
  SELECT md5(string_agg(part, ',' ORDER BY part)) AS digest
    FROM (SELECT format('%s %s', oid, xmin) FROM pg_namespace
           UNION ALL
          SELECT format('%s %s', oid, xmin) FROM pg_class
           WHERE relnamespace = 'public'::regnamespace
           UNION ALL
          SELECT format('%s %s', oid, xmin) FROM pg_proc
           WHERE pronamespace = 'public'::regnamespace
           UNION ALL
          SELECT format('%s %s', oid, xmin) FROM pg_extension) AS definitions (part)
`
