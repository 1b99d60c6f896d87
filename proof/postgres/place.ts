import { Pool } from 'pg'
import { createSvc, type Environment } from '../../test/process/svc.ts'
import { type PostgresServer, startPostgres } from '../../test/support/postgres/server.ts'
import { ANSWER, acme } from '../faults/acme.ts'
import { type Script, startModel } from '../faults/model.ts'

/** Pause between two pieces of an answer of the model. */
const EVERY_MS = 30

/** The answer of the model. */
export const PIECES = ANSWER.match(/\S+\s*/g) ?? []

export interface Place extends AsyncDisposable {
  server: PostgresServer
  pool: Pool
  /** Folder of the documents that the organization's folder source reads. */
  archive: string
  /** Settings that make the organization, and use the database. */
  environment: Environment
}

interface Wanted extends Partial<Script> {
  documents?: number
}

/**
 * An empty database on a server of its own that keeps what it acknowledged, and an organization
 * whose model is scripted.
 */
export async function createPlace({ documents = 20, ...script }: Wanted = {}): Promise<Place> {
  await using made = new AsyncDisposableStack()
  const model = made.use(await startModel({ pieces: PIECES, everyMs: EVERY_MS, ...script }))
  const { dir } = made.use(await createSvc())
  const server = made.adopt(await startPostgres({ durable: true }), ({ stop }) => stop())
  const pool = made.adopt(new Pool({ connectionString: server.url }), (pool) => pool.end())
  // A connection that is lost with the server leaves the pool.
  pool.on('error', () => undefined)
  const { first, archive } = acme(dir, { model_url: model.url, documents })
  const all = made.move()
  return {
    server,
    pool,
    archive,
    environment: {
      ...first,
      SVC_DATABASE_URL: server.url,
      SVC_SECRET_KEY: 'a key that all processes of the proof share',
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
