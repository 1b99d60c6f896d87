import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { sql } from './statement.ts'

const make = sql<{ value: string }>(`
  INSERT INTO signing_key (id, value) VALUES (1, :value) ON CONFLICT (id) DO NOTHING
`)
const read = sql<object, { value: string }>('SELECT value FROM signing_key')

/** The key that all processes sign links with, made by whichever comes first. */
export async function readSigningKey(db: Database): Promise<string> {
  await make.run(db, { value: randomBytes(32).toString('base64url') })
  const row = await read.get(db, {})
  if (!row) throw new Error('The signing key was not made.')
  return row.value
}
