import { DatabaseError } from 'pg'
import { damagedWordIndexes } from '../../hot/index/postgres/word-index-integrity.ts'
import {
  tellChangedPassages,
  tellReference,
  tellStrayPassages,
  tellStrayVectors,
  tellUnreadable,
} from '../../rules/integrity.ts'
import { miscounted } from '../../sql/integrity.ts'
import { digestsOf } from '../../sql/passages.ts'
import type { Database, Runner } from './database.ts'
import { reading } from './driver.ts'
import { sql } from './statement.ts'

/** References that are no foreign keys: the table, its column, and the table referred to. */
const REFERENCES = [
  ['cited_documents', 'assistant_id', 'assistants'],
  ['conversations', 'assistant_id', 'assistants'],
  ['documents', 'collection_id', 'collections'],
  ['gap_questions', 'assistant_id', 'assistants'],
  ['jobs', 'collection_id', 'collections'],
  ['live_turns', 'question_id', 'messages'],
  ['passages', 'collection_id', 'collections'],
  ['section_questions', 'collection_id', 'collections'],
  ['sources', 'collection_id', 'collections'],
  ['synonyms', 'collection_id', 'collections'],
] as const

/** Tables that refer to organizations, and to which the others refer. */
const OF_ORGANIZATIONS = [
  'api_keys',
  'assistants',
  'audit',
  'brandings',
  'collections',
  'conversations',
  'curated_answers',
  'embedding_moves',
  'invitations',
  'memberships',
  'organizations_of_users',
  'secrets',
  'spending',
  'support_sessions',
  'usage',
  'webhooks',
] as const

/** Documents whose passages are read at once. */
const DOCUMENTS = 20

interface Of {
  organization_id: string
}

interface Digested {
  id: string
  path: string
  source: string
  digest: string
}

const organizations = sql<object, { id: string }>('SELECT id FROM organizations ORDER BY id')
const lost = OF_ORGANIZATIONS.map((table) => ({
  table,
  parent: 'organizations',
  find: sql<object>(`
    SELECT 1 AS lost
      FROM ${table}
     WHERE organization_id NOT IN (SELECT id FROM organizations)
     LIMIT 1
  `),
}))
const dangling = REFERENCES.map(([table, column, parent]) => ({
  table,
  parent,
  find: sql<Of>(`
    SELECT 1 AS dangling
      FROM ${table} AS child
     WHERE organization_id = :organization_id AND ${column} IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM ${parent}
                        WHERE organization_id = :organization_id AND id = child.${column})
     LIMIT 1
  `),
}))
const withoutUser = sql<Of>(`
  SELECT 1 AS dangling
    FROM memberships
   WHERE organization_id = :organization_id AND user_id NOT IN (SELECT id FROM users)
   LIMIT 1
`)
const digested = sql<Of & { after: string }, Digested>(`
  SELECT id, path, source_id AS source, passages_digest AS digest
    FROM documents
   WHERE organization_id = :organization_id AND passages_digest IS NOT NULL AND id > :after
   ORDER BY id
   LIMIT ${DOCUMENTS}
`)
const strayPassages = sql<Of, { count: number }>(`
  SELECT count(*) AS count
    FROM passages
   WHERE organization_id = :organization_id AND state = 'live'
     AND NOT EXISTS (SELECT 1 FROM documents
                      WHERE organization_id = :organization_id AND id = document_id)
`)
const strayVectors = ['set_vectors', 'passage_windows'].map((table) => ({
  table,
  find: sql<Of, { count: number }>(`
    SELECT count(*) AS count
      FROM ${table}
     WHERE organization_id = :organization_id
       AND NOT EXISTS (SELECT 1 FROM passages
                        WHERE organization_id = :organization_id
                          AND key = ${table}.key
                          AND collection_id = ${table}.collection_id)
  `),
}))
/**
 * Checks what the database's own tools cannot know, and returns one sentence for each finding:
 * references that are no foreign keys, documents whose passages are not those that were published,
 * wrong counts, and search indexes without exactly one entry for each passage
 * (docs/behaviour.md#integrity-check). What belongs to an organization is read as of one moment for
 * each part, in bounded memory.
 */
export async function findDamage(db: Database): Promise<string[]> {
  const findings = await readable(db, (on) => lostRows(on))
  for (const { id } of await organizations.all(db, {})) {
    for (const part of PARTS) findings.push(...(await readable(db, (on) => part(on, id))))
  }
  return [...new Set(findings)]
}

const PARTS = [
  brokenReferences,
  changedPassages,
  (on: Runner, organization_id: string) => reading(on, miscounted(organization_id)),
  damagedWordIndexes,
  wrongVectors,
]

async function wrongVectors(on: Runner, organization_id: string): Promise<string[]> {
  const findings: string[] = []
  for (const { table, find } of strayVectors) {
    findings.push(...tellStrayVectors(table, (await find.get(on, { organization_id }))?.count ?? 0))
  }
  return findings
}

/** Damage that stops the reading is a finding too (PostgreSQL, appendix A, class XX). */
async function readable(db: Database, find: (on: Runner) => Promise<string[]>): Promise<string[]> {
  try {
    return await db.snapshot(find)
  } catch (error) {
    const { cause } = error as Error
    if (!(cause instanceof DatabaseError && cause.code?.startsWith('XX'))) throw error
    return [tellUnreadable(cause.message)]
  }
}

async function lostRows(on: Runner): Promise<string[]> {
  const findings: string[] = []
  for (const { table, parent, find } of lost) {
    if (await find.get(on, {})) findings.push(tellReference(table, parent))
  }
  return findings
}

async function brokenReferences(on: Runner, organization_id: string): Promise<string[]> {
  const findings: string[] = []
  const users = { table: 'memberships', parent: 'users', find: withoutUser }
  for (const { table, parent, find } of [...dangling, users]) {
    if (await find.get(on, { organization_id })) findings.push(tellReference(table, parent))
  }
  return findings
}

async function changedPassages(on: Runner, organization_id: string): Promise<string[]> {
  const findings: string[] = []
  for (let after = ''; ; ) {
    const documents = await digested.all(on, { organization_id, after })
    const ids = documents.map(({ id }) => id)
    const digests = await reading(on, digestsOf(organization_id, ids))
    for (const document of documents) {
      const isAsIndexed = digests.get(document.id)?.passages_digest === document.digest
      if (!isAsIndexed) findings.push(tellChangedPassages(document))
    }
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  const strays = await strayPassages.get(on, { organization_id })
  return [...findings, ...tellStrayPassages(strays?.count ?? 0)]
}
