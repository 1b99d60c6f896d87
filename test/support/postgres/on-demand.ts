import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../server/storage/drivers/postgres/migrate.ts'
import { openPool } from '../../../server/storage/drivers/postgres/pool.ts'
import { type PostgresServer, startPostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresFolder: string
  }
}

/** What tests write to ask for the server, and what is written when it answers. */
export const WANTED = 'wanted'
export const ADDRESS = 'address'
export const FAILURE = 'failure'
/** A database with the newest schema and nothing in it, which others are copied from. */
export const TEMPLATE = 'svc_template'

const LOOK_MS = 100

type Server = Pick<PostgresServer, 'url' | 'stop'>

/**
 * One PostgreSQL server for all tests of a run, started when the first of them asks for it, and
 * stopped at the end. `SVC_TEST_POSTGRES` names another server to use.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-postgres-'))
  project.provide('postgresFolder', folder)
  let starting: Promise<Server | undefined> | undefined
  const looking = setInterval(() => {
    if (starting || !existsSync(join(folder, WANTED))) return
    clearInterval(looking)
    starting = start(folder)
  }, LOOK_MS).unref()

  return async () => {
    clearInterval(looking)
    await (await starting)?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function start(folder: string): Promise<Server | undefined> {
  try {
    const given = process.env['SVC_TEST_POSTGRES']
    const server = given ? another(given, folder) : await startPostgres()
    await makeTemplate(server.url)
    // Whole when it is there: tests of other processes look for it.
    await writeFile(join(folder, `${ADDRESS}.new`), server.url)
    await rename(join(folder, `${ADDRESS}.new`), join(folder, ADDRESS))
    return server
  } catch (error) {
    await writeFile(join(folder, FAILURE), String(error))
    return undefined
  }
}

/** It keeps none of the databases of this run. */
function another(url: string, folder: string): Server {
  return {
    url,
    async stop() {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ datname: string }>(
        'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
        [basename(folder)],
      )
      for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`)
      await client.end()
    },
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`)
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  const db = openPool(databaseAt(url, TEMPLATE))
  await migrate(db)
  await db.close()
}

/** The address of another database of the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
