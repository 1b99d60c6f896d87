import { type Step, sql } from './step.ts'

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
export function* addSecret(secret: Secret): Step<void> {
  yield* insert.run(secret)
}

export function* removeSecret(hash: string): Step<void> {
  yield* remove.run({ hash })
}
