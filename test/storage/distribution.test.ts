import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database, Runner } from '../../server/storage/drivers/postgres/database.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { LEASED_TABLES } from '../../server/storage/rules/leases.ts'
import { inPostgres } from '../../server/storage/sql/dialect.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { temporaryFolder } from './backends.ts'

/**
 * What lets an engine that distributes by organization keep the data: all that belongs to one is
 * found by its id (docs/architecture.md#distribution).
 */

/** Tables of the installation, which belong to no organization, and why. */
const OF_THE_INSTALLATION: Record<string, string> = {
  claim_codes: 'there is no organization yet',
  counters: 'budgets of addresses, keys and people, who may be nobody yet',
  files: 'named by their bytes, which organizations may share',
  organizations: 'found by slug, and listed',
  organizations_of_users: 'leads from a person to organizations',
  password_resets: 'a person has one password for all organizations',
  schema_version: 'of the schema',
  secrets: 'leads from a secret to its organization',
  signing_key: 'signs links for all organizations',
  sessions: 'a person may be in any organization, or in none',
  support_sessions_of_users: 'leads from a person to organizations',
  widget_versions: 'the widget is the same for all organizations',
  users: 'a person may belong to several organizations',
}

/** Statements that go over all organizations, by their beginnings, and why. */
const OVER_ALL: Record<string, string> = {
  'SELECT organization_id, changed_at FROM gap_checks':
    'the next check of gaps is of any organization',
  'SELECT conversations.organization_id, assistant_id, messages.id AS question_id, text':
    'questions of an earlier version are grouped at the start, those of all',
  'SELECT answer_id, organization_id, conversation_id, question_id, streamed, model, named, text':
    'any process takes over the answers that no lease holds',
  'SELECT organization_id, collection_id, number AS "set" FROM vector_sets':
    'vectors that are not used any more are erased in the background, those of all',
  'SELECT section_questions.organization_id, id, text, embedding_model, dimensions':
    'vectors of questions are made in the background, those of all',
  'SELECT question_likes.organization_id, question_likes.id, question_likes.document_id, section,':
    'what visitors found is read in the background, that of all',
  'SELECT organization_id, collection_id, count FROM (SELECT vector_sets.organization_id':
    'collections whose vectors are not whole are found at the start, those of all',
  'SELECT organization_id, id FROM embedding_moves': 'any process takes over what a dead one moved',
  'UPDATE embedding_moves SET owner = NULL, lease_until = NULL WHERE owner':
    'a process ends the leases that it has',
  'SELECT collections.organization_id, id AS collection_id, assistant_id FROM collections':
    'collections of an embedding that is no more move by themselves, those of all',
  'SELECT count(*) AS count FROM vector_sets': 'the operator’s metrics count what waits',
  'SELECT organization_id, collection_id FROM passage_vectors':
    'vectors of an earlier version are converted at the start, those of all',
  'SELECT organization_id, id FROM test_runs': 'the next test run is of any organization',
  'SELECT organization_id FROM deliveries JOIN webhooks':
    'any process sends what is due to whichever organizations',
  'SELECT organization_id FROM webhooks WHERE organization_id AMONG':
    'a process claims deliveries of several organizations in one step',
  "SELECT organization_id FROM webhooks WHERE enabled = 1 AND LISTS (events, 'gaps.daily')":
    'the gaps of a day are told to all that want to know',
  'DELETE FROM deliveries WHERE created_at':
    'what has been kept long enough is erased for all at once',
  'SELECT jobs.organization_id, jobs.id FROM jobs': 'the next job is of any organization',
  'SELECT min(coalesce(next_attempt_at, queued_at)) AS next FROM jobs':
    'the next job is of any organization',
  'SELECT status, count(*) AS jobs FROM jobs': 'the operator’s metrics count all jobs',
  'SELECT organization_id, id, owner, lease_until FROM jobs':
    'any process takes over what a dead one ran',
  "UPDATE jobs SET status = 'queued', owner = NULL": 'a process puts back all that it runs',
  'SELECT organization_id, sources.id, schedule, time_zone, updated_at, next_due_at FROM sources':
    'any process queues the scheduled jobs of all organizations',
  'SELECT min(next_due_at) AS next FROM sources':
    'any process queues the scheduled jobs of all organizations',
  'DELETE FROM changes': 'what was told is erased for all at once',
  'SELECT organization_id, answer_id, owner, lease_until FROM live_turns':
    'any process takes over what a dead one answered',
  'SELECT count(*) AS count FROM documents WHERE passages_digest IS NULL':
    'the check of an installation counts what it cannot check',
  "SELECT organization_id, collection_id FROM passages WHERE state <> 'live'":
    'any process sweeps what is hidden, wherever it is',
  'SELECT search_indexes.organization_id, collection_id AS collection,':
    'any process keeps any index in order',
  'SELECT min(CASE WHEN reset = 1 THEN 0 ELSE rebuild_done': 'jobs wait for the indexes of all',
  'SELECT 1 AS lost FROM': 'a check finds rows of no organization',
  'SELECT path FROM uploads': 'names a file of the installation that is damaged',
  'SELECT DISTINCT content_hash FROM uploads': 'the files that the installation keeps',
}

/** Of each table with leases: a process renews or ends all those of an owner. */
for (const table of LEASED_TABLES) {
  OVER_ALL[`SELECT 1 FROM ${table} WHERE owner`] = 'whether an owner, or an earlier one, has leases'
  OVER_ALL[`UPDATE ${table} SET lease_until`] = 'the leases of an owner are renewed'
  OVER_ALL[`UPDATE ${table} SET owner = NULL, lease_until = NULL WHERE owner`] =
    'the leases of an owner are ended'
}

const { statements } = vi.hoisted(() => ({ statements: [] as { file: string; text: string }[] }))

vi.mock('../../server/storage/drivers/postgres/statement.ts', async (importOriginal) =>
  noted(
    await importOriginal<typeof import('../../server/storage/drivers/postgres/statement.ts')>(),
  ),
)
vi.mock('../../server/storage/sql/step.ts', async (importOriginal) =>
  noted(await importOriginal<typeof import('../../server/storage/sql/step.ts')>()),
)

/** The module, whose statements are noted as they are made. */
function noted<Module extends { sql(text: string): object }>(original: Module): Module {
  return {
    ...original,
    sql(text: string) {
      const [, file] =
        /\/storage\/((?:drivers|sql|hot)(?:\/[\w-]+)*\/[\w-]+\.ts)/.exec(new Error().stack ?? '') ??
        []
      // The search index of SQLite has statements of its own.
      const isOfPostgres = file !== undefined && !/\bsqlite\b/.test(file)
      if (isOfPostgres) statements.push({ file, text: text.replaceAll(/\s+/g, ' ').trim() })
      return original.sql(text)
    },
  }
}

beforeAll(async () => {
  const storage = new URL('../../server/storage/', import.meta.url)
  const files = globSync('{drivers/postgres,sql,hot}/**/*.ts', { cwd: storage })
  for (const file of files.filter((file) => !/\bsqlite\b/.test(file))) {
    await import(new URL(file, storage).href)
  }
  await searchIndexedVectors()
})

/** Its statements are made when they are first needed. */
async function searchIndexedVectors(): Promise<void> {
  const { createVectorCandidates } = await import(
    '../../server/storage/hot/vectors/postgres/vector-candidates.ts'
  )
  const runner = { query: async () => ({ rows: [], count: 0 }) }
  const db = { ...runner, snapshot: (work: (on: Runner) => Promise<unknown>) => work(runner) }
  const { find } = createVectorCandidates(db as unknown as Database)
  const large = {
    organization_id: '',
    id: '',
    set: 1,
    dimensions: 3,
    passage_count: 2000,
    indexed: 1,
  }
  const named = { organization_id: '', in_collections: [], in_sets: [], keys: [] }
  await find(named, [large], { vector: Int8Array.of(1, 0, 0), count: 1 })
}

async function catalog<Row>(query: string): Promise<Row[]> {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  const db = openPool(await postgresDatabase(name), { connections: 1 })
  onTestFinished(() => db.close())
  return (await db.query(query, [])).rows as Row[]
}

const TABLES = `
  SELECT oid, relname AS name
    FROM pg_class
   WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`

async function tablesOfOrganizations(): Promise<string[]> {
  const tables = await catalog<{ name: string }>(TABLES)
  return tables.map(({ name }) => name).filter((name) => !(name in OF_THE_INSTALLATION))
}

function ofOrganizations<Row extends { table: string }>(rows: Row[]): Row[] {
  return rows.filter(({ table }) => !(table in OF_THE_INSTALLATION))
}

describe('the schema of PostgreSQL', () => {
  test('has the tables of the installation, and a primary key in each of the others', async () => {
    const keys = await catalog<{ table: string }>(`
      SELECT tables.name AS "table"
        FROM (${TABLES}) AS tables JOIN pg_index ON indrelid = tables.oid
       WHERE indisprimary`)

    const tables = await tablesOfOrganizations()

    expect(tables).toContain('conversations')
    expect(keys.map(({ table }) => table)).toEqual(
      expect.arrayContaining([...tables, 'organizations']),
    )
  })

  test('has the organization first in each key and index of an organization’s table', async () => {
    const indexes = await catalog<{ table: string; index: string; first: string | null }>(`
      SELECT tables.name AS "table", indexrelid::regclass::text AS "index", attname AS first
        FROM (${TABLES}) AS tables
        JOIN pg_index ON indrelid = tables.oid
        LEFT JOIN pg_attribute ON attrelid = tables.oid AND attnum = indkey[0]`)

    const others = ofOrganizations(indexes).filter(({ first }) => first !== 'organization_id')

    expect(others).toEqual([])
  })

  test('has foreign keys within an organization alone', async () => {
    const keys = await catalog<{ table: string; key: string; from: string; to: string }>(`
      SELECT tables.name AS "table", conname AS key, own.attname AS "from", referred.attname AS "to"
        FROM (${TABLES}) AS tables
        JOIN pg_constraint ON conrelid = tables.oid AND contype = 'f'
        JOIN pg_attribute AS own ON own.attrelid = conrelid AND own.attnum = conkey[1]
        JOIN pg_attribute AS referred
          ON referred.attrelid = confrelid AND referred.attnum = confkey[1]`)

    const others = ofOrganizations(keys).filter(
      ({ from, to }) => from !== 'organization_id' || to !== 'organization_id',
    )

    expect(others).toEqual([])
  })

  test('orders texts as SQLite does', async () => {
    const texts = await catalog(`
      SELECT tables.name AS "table", attname AS "column"
        FROM (${TABLES}) AS tables
        JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
        JOIN pg_collation ON pg_collation.oid = attcollation
       WHERE collname <> 'C'`)

    expect(texts).toEqual([])
  })

  test('has neither sequences, triggers, functions nor extensions', async () => {
    const found = await catalog(`
      SELECT 'sequence' AS what, relname AS name FROM pg_class WHERE relkind = 'S'
       UNION ALL
      SELECT 'identity', attname FROM pg_attribute WHERE attidentity <> ''
       UNION ALL
      SELECT 'trigger', tgname FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL
      SELECT 'function', proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL
      SELECT 'extension', extname FROM pg_extension WHERE extname <> 'plpgsql'`)

    expect(found).toEqual([])
  })
})

/** Tables of SQLite's own, which belong to an organization by what they belong to. */
const BY_WHAT_THEY_BELONG_TO: Record<string, string> = {
  fresh_postings: 'of a collection, by its number, which is shorter than two ids',
  index_rebuild: 'of a collection, by its number',
  index_resets: 'of a collection, by its number',
  passage_lengths: 'of a collection, by its number',
  passage_texts: 'of a passage, by its key',
  posting_blocks: 'of a collection, by its number',
  search_indexes: 'of a collection, by its number',
  vocabulary: 'of a collection, by its number',
}

describe('the schema of SQLite', () => {
  const OWN = "tables.type = 'table' AND tables.schema = 'main' AND tables.name NOT LIKE 'sqlite_%'"

  async function read<Row>(query: string): Promise<Row[]> {
    const db = openDatabase(join(await temporaryFolder(), 'svc.db'))
    onTestFinished(() => void db.close())
    return db.prepare<[], Row>(query).all()
  }

  const isOfOrganization = ({ table }: { table: string }) =>
    !(table in OF_THE_INSTALLATION) && !(table in BY_WHAT_THEY_BELONG_TO)

  test('has tables of PostgreSQL alone, but for those of its index', async () => {
    const tables = await read<{ name: string }>(
      `SELECT name FROM pragma_table_list AS tables WHERE ${OWN}`,
    )
    const ofPostgres = new Set(await tablesOfOrganizations())

    const others = tables.filter(
      ({ name }) => isOfOrganization({ table: name }) && !ofPostgres.has(name),
    )

    expect(tables.length).toBeGreaterThan(50)
    expect(others).toEqual([])
  })

  test('has the organization first in each key and index of an organization’s table', async () => {
    const indexes = await read<{ table: string; index: string; first: string }>(`
      SELECT tables.name AS "table", indexes.name AS "index", columns.name AS first
        FROM pragma_table_list AS tables
        JOIN pragma_index_list(tables.name) AS indexes
        JOIN pragma_index_info(indexes.name) AS columns ON seqno = 0
       WHERE ${OWN}`)

    const ofOrganizations = indexes.filter(isOfOrganization)

    expect(ofOrganizations.length).toBeGreaterThan(60)
    expect(ofOrganizations.filter(({ first }) => first !== 'organization_id')).toEqual([])
  })

  test('has foreign keys within an organization alone', async () => {
    const keys = await read<{ table: string; parent: string; from: string }>(`
      SELECT tables.name AS "table", keys."table" AS parent, "from"
        FROM pragma_table_list AS tables
        JOIN pragma_foreign_key_list(tables.name) AS keys ON keys.seq = 0
       WHERE ${OWN}`)

    const within = keys.filter(
      (key) => isOfOrganization(key) && isOfOrganization({ table: key.parent }),
    )

    expect(within.length).toBeGreaterThan(30)
    expect(within.filter(({ from }) => from !== 'organization_id')).toEqual([])
  })

  test('has no triggers', async () => {
    expect(await read("SELECT name FROM sqlite_schema WHERE type = 'trigger'")).toEqual([])
  })
})

/** A mention of a table from which rows are read, changed or deleted. */
const READ = /\b(?:FROM|JOIN|UPDATE|USING) ([a-z_]+)\b/g
const INSERTED = /\bINSERT INTO ([a-z_]+) \(([^)]*)\)/g
/** Binds rows of a table to an organization. */
const BOUND =
  /\borganization_id = (?::organization_id|(?:[a-z_]+\.)?(?:organization_id|id))\b|organizations\.id = [a-z_]+\.organization_id/g

/** Counts of what a statement reads of organizations' tables, and how often it names one. */
function boundTo(text: string, tables: Set<string>) {
  const read = [...text.matchAll(READ)].filter(([, table = '']) => tables.has(table))
  const inserted = [...text.matchAll(INSERTED)].filter(([, table = '']) => tables.has(table))
  const unnamed = inserted.filter(([, , columns = '']) => !/\borganization_id\b/.test(columns))
  return { read: read.length, bound: [...text.matchAll(BOUND)].length, unnamed: unnamed.length }
}

describe('the statements of PostgreSQL', () => {
  test('name the organization of each row of an organization’s table', async () => {
    const tables = new Set([...(await tablesOfOrganizations()), 'nearest_vectors'])

    const unbound = statements.filter(({ text }) => {
      if (Object.keys(OVER_ALL).some((beginning) => text.startsWith(beginning))) return false
      const { read, bound, unnamed } = boundTo(inPostgres(text), tables)
      return bound < read || unnamed > 0
    })

    expect(statements.length).toBeGreaterThan(100)
    expect(unbound).toEqual([])
  })

  test('that go over all organizations are still there', () => {
    const unused = Object.keys(OVER_ALL).filter(
      (beginning) => !statements.some(({ text }) => text.startsWith(beginning)),
    )

    expect(unused).toEqual([])
  })
})
