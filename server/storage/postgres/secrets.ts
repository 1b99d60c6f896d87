import type { Transaction } from './database.ts'
import { sql } from './statement.ts'

interface Secret {
  /** Of a key or a token, or a widget's public key. */
  hash: string
  organization_id: string
}

const insert = sql<Secret>(`
  INSERT INTO secrets (hash, organization_id) VALUES (:hash, :organization_id)
`)
const remove = sql<{ hash: string }>('DELETE FROM secrets WHERE hash = :hash')

/** Makes an organization known by a secret of it; no two organizations share one. */
export async function addSecret(transaction: Transaction, secret: Secret): Promise<void> {
  await insert.run(transaction, secret)
}

export async function removeSecret(transaction: Transaction, hash: string): Promise<void> {
  await remove.run(transaction, { hash })
}
