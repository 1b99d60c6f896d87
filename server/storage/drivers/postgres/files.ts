import { hash } from 'node:crypto'
import { collect } from '../../files/collect.ts'
import { SETTLED_MS, type UploadFiles } from '../../ports/files.ts'
import type { Database } from './database.ts'
import { sql } from './statement.ts'

const save = sql<{ content_hash: string; body: Buffer }>(`
  INSERT INTO files (content_hash, body) VALUES (:content_hash, :body)
  ON CONFLICT (content_hash) DO UPDATE SET saved_at = now()
`)
const read = sql<{ content_hash: string }, { body: Buffer }>(
  'SELECT body FROM files WHERE content_hash = :content_hash',
)
const sweep = sql<{ keep: string[] }>(`
  DELETE FROM files
   WHERE saved_at < now() - interval '${SETTLED_MS} milliseconds'
     AND NOT content_hash = ANY (:keep::text[])
`)

/** Uploaded files in a table of the database, for processes that share it. */
export function createFiles(db: Database): UploadFiles {
  const load = async (content_hash: string) => (await read.get(db, { content_hash }))?.body

  return {
    async save(content, { maxBytes }) {
      const body = await collect(content, maxBytes)
      const content_hash = hash('sha256', body, 'hex')
      await save.run(db, { content_hash, body })
      return { content_hash, bytes: body.length }
    },

    async read(content_hash) {
      const body = await load(content_hash)
      if (body) return body
      throw new Error(`The database holds no file ${content_hash}.`)
    },

    async check(content_hash) {
      const body = await load(content_hash)
      if (!body) return 'missing'
      return hash('sha256', body, 'hex') === content_hash ? null : 'damaged'
    },

    nameOf: (content_hash) => `${content_hash} in the database`,

    async sweep(keep) {
      await sweep.run(db, { keep: [...keep] })
    },
  }
}
