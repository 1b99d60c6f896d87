import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { migrate } from '../../../server/storage/drivers/postgres/migrate.ts'
import { openPool } from '../../../server/storage/drivers/postgres/pool.ts'
import { DELETE_ROWS } from './delete-rows.ts'

const CONNECTIONS = 8

export interface Pglite {
  url: string
  /** Empties the database, which keeps its schema but has no extension. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in WebAssembly in this process, where pgvector can be created. It has one
 * session, which connections take in turns for a transaction each.
 */
export async function startPglite(): Promise<Pglite> {
  const db = await PGlite.create({ extensions: { vector } })
  const server = new PGLiteSocketServer({ db, port: 0, maxConnections: CONNECTIONS })
  await server.start()
  const url = `postgres://postgres@${server.getServerConn()}/postgres`
  const pool = openPool(url, { connections: 1 })
  await migrate(pool)
  await pool.close()
  return {
    url,
    async clear() {
      await db.exec('DROP EXTENSION IF EXISTS vector CASCADE; DROP TABLE IF EXISTS nearest_vectors')
      await db.exec(DELETE_ROWS)
    },
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
