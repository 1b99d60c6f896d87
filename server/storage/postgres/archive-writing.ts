import type { ArchiveRow } from '../../contract/archive.ts'
import type { ChangeKind } from '../../contract/change.ts'
import { wordsOfTurn } from '../../text/transcript.ts'
import { within } from '../drivers/postgres.ts'
import type { Spare, StoredPart } from '../ports/archive.ts'
import { type TableRow, tableRowsOf, turnsOf } from '../rows/archive.ts'
import { addSecret } from '../sql/secrets.ts'
import { addTranscript } from '../sql/transcripts.ts'
import type { Transaction } from './database.ts'
import { insertRows } from './insert-rows.ts'
import { sql } from './statement.ts'

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
  [Part in StoredPart]?: (
    transaction: Transaction,
    organization_id: string,
    row: ArchiveRow<Part>,
  ) => Promise<void>
} = {
  async organization(transaction, organization_id, row) {
    const { retention_days, daily_model_tokens, branding: layer } = row
    await settings.run(transaction, { organization_id, retention_days, daily_model_tokens })
    if (!layer) return
    const now = new Date().toISOString()
    await branding.run(transaction, { organization_id, layer: JSON.stringify(layer), now })
    transaction.tell({ organization_id, kind: 'branding', id: null, revision: null })
  },

  async collections(transaction, organization_id, { id, status, updated_at }) {
    await collection.run(transaction, { organization_id, id, status, updated_at })
  },

  async conversations(transaction, organization_id, row) {
    const place = { organization_id, conversation_id: row.id }
    let words: string | null = null
    for (const turn of turnsOf(row))
      words = await within(transaction, addTranscript(place, words, wordsOfTurn(turn)))
  },
}

/** Stores a row of an archive in the tables that it was read from. */
export async function writeRow<Part extends StoredPart>(
  transaction: Transaction,
  organization_id: string,
  part: Part,
  row: ArchiveRow<Part>,
  spare: Spare,
): Promise<void> {
  const rows = tableRowsOf(organization_id, part, row, spare)
  for (const { row: made } of rows) await makeKnown(transaction, made, spare)
  for (const [table, ofTable] of Map.groupBy(rows, ({ table }) => table)) {
    await insertRows(
      transaction,
      table,
      ofTable.map(({ row }) => row),
    )
  }
  await BESIDE[part]?.(transaction, organization_id, row)
  const kind = TOLD[part]
  if (kind) transaction.tell({ organization_id, kind, id: null, revision: null })
}

/** Makes the organization known by a widget key; one that is taken is replaced in the row. */
async function makeKnown(
  transaction: Transaction,
  row: TableRow['row'],
  spare: Spare,
): Promise<void> {
  const { widget_key, organization_id } = row
  if (typeof widget_key !== 'string') return
  const hash = (await isTaken.get(transaction, { widget_key })) ? spare.widget_key : widget_key
  row['widget_key'] = hash
  await within(transaction, addSecret({ hash, organization_id: String(organization_id) }))
}
