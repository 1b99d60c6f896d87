import type { Database, Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'

/** The first version that goes on searching when a filter leaves too few (`iterative_scan`). */
const FIRST_VERSION = [0, 8] as const

const extension = sql<object, { offered: string; created: string | null }>(`
  SELECT default_version AS offered, installed_version AS created
    FROM pg_available_extensions
   WHERE name = 'vector'
`)
const usable = sql<object, { version: string; is_found: number }>(`
  SELECT extversion AS version, to_regtype('halfvec') IS NOT NULL AS is_found
    FROM pg_extension
   WHERE extname = 'vector'
`)

/** Creates the extension where the server offers it and the user may, and else leaves it. */
export async function createExtension(db: Database): Promise<void> {
  const { offered, created } = (await extension.get(db, {})) ?? {}
  if (!offered || created || !isNewEnough(offered)) return
  // Refused to most users, and to one of two that create it at the same moment.
  await db.query('CREATE EXTENSION IF NOT EXISTS vector', []).catch(() => undefined)
}

export async function hasExtension(on: Runner): Promise<boolean> {
  const { version, is_found } = (await usable.get(on, {})) ?? {}
  return version !== undefined && is_found === 1 && isNewEnough(version)
}

/** How the nearest vectors are found, and why not by pgvector, for an operator. */
export async function describeVectorIndex(db: Database): Promise<string> {
  const { version, is_found } = (await usable.get(db, {})) ?? {}
  if (version && !isNewEnough(version)) {
    return withoutExtension(`pgvector ${version} is older than ${FIRST_VERSION.join('.')}`)
  }
  if (version && is_found !== 1) {
    return withoutExtension('pgvector is in a schema outside the search_path of the user')
  }
  if (version) return `pgvector ${version}`
  const { offered } = (await extension.get(db, {})) ?? {}
  if (!offered) return withoutExtension('the database server has no pgvector')
  return withoutExtension(
    isNewEnough(offered)
      ? 'pgvector is installed; create it with CREATE EXTENSION vector'
      : `pgvector ${offered} is older than ${FIRST_VERSION.join('.')}`,
  )
}

function withoutExtension(reason: string): string {
  return `compared in the process: ${reason}`
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [firstMajor, firstMinor] = FIRST_VERSION
  return major > firstMajor || (major === firstMajor && minor >= firstMinor)
}
