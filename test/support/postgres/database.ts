import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { ADDRESS, databaseAt, FAILURE, TEMPLATE, WANTED } from './on-demand.ts'

/**
 * The address of a database with the newest schema, made empty unless a test has made one of the
 * name. Throws when no server could be started.
 */
export async function postgresDatabase(name: string): Promise<string> {
  const url = await serverAddress()
  await atServer(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`)
  })
  return databaseAt(url, name)
}

/** Drops a database, also when it is in use or was never made. */
export async function dropPostgresDatabase(name: string): Promise<void> {
  await atServer(await serverAddress(), (client) =>
    client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  )
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

async function atServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
