import type { Database, Statement } from 'better-sqlite3'
import type { ArchiveRow } from '../../contract/archive.ts'
import type { ChangeKind } from '../../contract/change.ts'
import { wordsOfTurn } from '../../text/transcript.ts'
import type { SqliteDriver } from '../drivers/sqlite.ts'
import type { Spare, StoredPart } from '../ports/archive.ts'
import { type TableRow, tableRowsOf, turnsOf } from '../rows/archive.ts'
import { addSecret } from '../sql/secrets.ts'
import { tell } from '../sql/step.ts'
import { addTranscript } from '../sql/transcripts.ts'

const TOLD: Partial<Record<StoredPart, ChangeKind>> = {
  organization: 'organization',
  collections: 'collection',
  sources: 'source',
  assistants: 'assistant',
  deployments: 'deployment',
  curated_answers: 'curated_answer',
  test_questions: 'test_question',
  conversations: 'conversation',
}

/** Stores the rows of an archive in the tables that they were read from. */
export function createArchiveWriting(db: Database, driver: SqliteDriver) {
  const settings = db.prepare<Record<string, unknown>>(`
    UPDATE organizations
       SET retention_days = :retention_days, daily_model_tokens = :daily_model_tokens,
           revision = revision + 1
     WHERE id = :organization_id
  `)
  const branding = db.prepare<Record<string, unknown>>(`
    INSERT INTO brandings (organization_id, layer, revision, updated_at, updated_by)
    VALUES (:organization_id, :layer, 1, strftime('%Y-%m-%dT%H:%M:%fZ'), NULL)
    ON CONFLICT (organization_id) DO UPDATE
       SET layer = excluded.layer, revision = revision + 1, updated_at = excluded.updated_at
  `)
  const collection = db.prepare<{ id: string; status: string; updated_at: string }>(`
    UPDATE collections SET status = :status, updated_at = :updated_at WHERE id = :id
  `)
  const isTaken = db.prepare<{ widget_key: string }>(
    'SELECT 1 FROM secrets WHERE hash = :widget_key',
  )
  const insert = createInserts(db)

  /** What a row changes of what is there already, and what belongs to no table of the archive. */
  const beside: {
    [Part in StoredPart]?: (organization_id: string, row: ArchiveRow<Part>) => void
  } = {
    organization(organization_id, { retention_days, daily_model_tokens, branding: layer }) {
      settings.run({ organization_id, retention_days, daily_model_tokens })
      if (!layer) return
      branding.run({ organization_id, layer: JSON.stringify(layer) })
      driver.now(tell({ organization_id, kind: 'branding', id: null, revision: null }))
    },
    collections: (_organization_id, { id, status, updated_at }) =>
      void collection.run({ id, status, updated_at }),
    conversations(organization_id, row) {
      const place = { organization_id, conversation_id: row.id }
      let words: string | null = null
      for (const turn of turnsOf(row)) {
        words = driver.now(addTranscript(place, words, wordsOfTurn(turn)))
      }
    },
  }

  return <Part extends StoredPart>(
    organization_id: string,
    part: Part,
    row: ArchiveRow<Part>,
    spare: Spare,
  ): void => {
    for (const each of tableRowsOf(organization_id, part, row, spare)) {
      const { widget_key } = each.row
      if (typeof widget_key !== 'string') {
        insert(each)
        continue
      }
      const hash = isTaken.get({ widget_key }) ? spare.widget_key : widget_key
      driver.now(addSecret({ hash, organization_id }))
      insert({ ...each, row: { ...each.row, widget_key: hash } })
    }
    beside[part]?.(organization_id, row)
    const kind = TOLD[part]
    if (kind) driver.now(tell({ organization_id, kind, id: null, revision: null }))
  }
}

/** Inserts rows of tables; only some of them have a column for the organization. */
function createInserts(db: Database): (row: TableRow) => void {
  const statements = new Map<string, Statement>()
  const prepare = ({ table, row }: TableRow) => {
    const known = db.pragma(`table_info(${table})`) as { name: string }[]
    const isOfOrganization = known.some(({ name }) => name === 'organization_id')
    const columns = Object.keys(row).filter(
      (column) => isOfOrganization || column !== 'organization_id',
    )
    const values = columns.map((column) => `:${column}`)
    return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`)
  }
  return (each) => {
    const statement = statements.get(each.table) ?? prepare(each)
    statements.set(each.table, statement)
    statement.run(each.row)
  }
}
