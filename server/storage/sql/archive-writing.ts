import type { ArchiveRow } from '../../contract/archive.ts'
import type { ChangeKind } from '../../contract/change.ts'
import { wordsOfTurn } from '../../text/transcript.ts'
import type { Spare, StoredPart } from '../ports/archive.ts'
import { type TableRow, tableRowsOf, turnsOf } from '../rows/archive.ts'
import { toJsonRows } from './json-rows.ts'
import { addSecret } from './secrets.ts'
import { type Statement, type Step, sql, tell } from './step.ts'
import { addTranscript } from './transcripts.ts'

const settings = sql<{
  organization_id: string
  retention_days: number | null
  daily_model_tokens: number | null
}>(`
  UPDATE organizations
     SET retention_days = :retention_days, daily_model_tokens = :daily_model_tokens,
         revision = revision + 1
   WHERE id = :organization_id
`)
const branding = sql<{ organization_id: string; layer: string; now: string }>(`
  INSERT INTO brandings (organization_id, layer, revision, updated_at, updated_by)
  VALUES (:organization_id, :layer, 1, :now, NULL)
  ON CONFLICT (organization_id) DO UPDATE
     SET layer = excluded.layer, revision = brandings.revision + 1,
         updated_at = excluded.updated_at
`)
const collection = sql<{
  organization_id: string
  id: string
  status: string
  updated_at: string
}>(`
  UPDATE collections
     SET status = :status, updated_at = :updated_at
   WHERE organization_id = :organization_id AND id = :id
`)
const isTaken = sql<{ widget_key: string }>('SELECT 1 FROM secrets WHERE hash = :widget_key')

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

/** What a part changes of what is there already, and what belongs to no table of the archive. */
const BESIDE: {
  [Part in StoredPart]?: (organization_id: string, row: ArchiveRow<Part>) => Step<void>
} = {
  *organization(organization_id, { retention_days, daily_model_tokens, branding: layer }) {
    yield* settings.run({ organization_id, retention_days, daily_model_tokens })
    if (!layer) return
    const now = new Date().toISOString()
    yield* branding.run({ organization_id, layer: JSON.stringify(layer), now })
    yield* tell({ organization_id, kind: 'branding', id: null, revision: null })
  },

  *collections(organization_id, { id, status, updated_at }) {
    yield* collection.run({ organization_id, id, status, updated_at })
  },

  *conversations(organization_id, row) {
    const place = { organization_id, conversation_id: row.id }
    let words: string | null = null
    for (const turn of turnsOf(row)) {
      words = yield* addTranscript(place, words, wordsOfTurn(turn))
    }
  },
}

/** Stores rows of an archive in the tables that they were read from, each as a part of a step. */
export function createArchiveWriting() {
  const insert = createInsert()

  return function* <Part extends StoredPart>(
    organization_id: string,
    part: Part,
    row: ArchiveRow<Part>,
    spare: Spare,
  ): Step<void> {
    const rows = tableRowsOf(organization_id, part, row, spare)
    for (const { row: made } of rows) yield* makeKnown(organization_id, made, spare)
    for (const [table, ofTable] of Map.groupBy(rows, ({ table }) => table)) {
      yield* insert(
        table,
        ofTable.map(({ row }) => row),
      )
    }
    const beside = BESIDE[part]
    if (beside) yield* beside(organization_id, row)
    const kind = TOLD[part]
    if (kind) yield* tell({ organization_id, kind, id: null, revision: null })
  }
}

/** Makes the organization known by a widget key; one that is taken is replaced in the row. */
function* makeKnown(organization_id: string, row: TableRow['row'], spare: Spare): Step<void> {
  const { widget_key } = row
  if (typeof widget_key !== 'string') return
  const hash = (yield* isTaken.get({ widget_key })) ? spare.widget_key : widget_key
  row['widget_key'] = hash
  yield* addSecret({ hash, organization_id })
}

/** Inserts rows of one table, which have the same columns, with one statement. */
function createInsert() {
  const statements = new Map<string, Statement<{ rows: string }, unknown>>()
  return function* (table: string, rows: TableRow['row'][]): Step<void> {
    const columns = Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(', ')
    const text = `
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM ROWS OF ${table} (:rows, ${columns}) AS listed`
    const statement = statements.get(text) ?? sql<{ rows: string }>(text)
    statements.set(text, statement)
    yield* statement.run({ rows: toJsonRows(rows) })
  }
}
