import { Client } from 'pg'
import { createSvc, type Environment } from '../../test/process/svc.ts'
import { startPostgres } from '../../test/support/postgres/server.ts'
import { ANSWER, acme } from '../faults/acme.ts'
import { startModel } from '../faults/model.ts'

/** Pause between two pieces of an answer of the model. */
const EVERY_MS = 30

export interface Place extends AsyncDisposable {
  /** Address of the database. */
  url: string
  client: Client
  /** Folder of the documents that the organization's folder source reads. */
  archive: string
  /** Settings that make the organization, and use the database. */
  environment: Environment
}

/** An empty database on a server of its own, and an organization whose model is scripted. */
export async function createPlace({ documents = 20 } = {}): Promise<Place> {
  await using made = new AsyncDisposableStack()
  const model = made.use(
    await startModel({ pieces: ANSWER.match(/\S+\s*/g) ?? [], everyMs: EVERY_MS }),
  )
  const { dir } = made.use(await createSvc())
  const server = made.adopt(await startPostgres(), ({ stop }) => stop())
  const client = made.adopt(new Client({ connectionString: server.url }), (client) => client.end())
  await client.connect()
  const { first, archive } = acme(dir, { model_url: model.url, documents })
  const all = made.move()
  return {
    url: server.url,
    client,
    archive,
    environment: {
      ...first,
      SVC_DATABASE_URL: server.url,
      SVC_SECRET_KEY: 'a key that all processes of the proof share',
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
