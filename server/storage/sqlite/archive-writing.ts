import type { Database } from 'better-sqlite3'
import type { ArchiveRow } from '../../contract/archive.ts'
import type { Archive, StoredPart } from '../ports/archive.ts'
import { COUNTERS } from '../rules/usage.ts'
import { createTranscripts } from './transcripts.ts'

type Row<Part extends StoredPart> = ArchiveRow<Part>
type Message = Row<'conversations'>['messages'][number]

type Writers = {
  [Part in StoredPart]: (
    organization_id: string,
    row: Row<Part>,
    spare: Parameters<Archive['insert']>[3],
  ) => void
}

/** Stores the rows of an archive in the tables that they were read from. */
export function createArchiveWriting(db: Database): Writers {
  /** An insert of these columns; objects and lists are stored as JSON, truths as 0 and 1. */
  function into(table: string, columns: string[]) {
    const values = columns.map((column) => `:${column}`)
    const statement = db.prepare<Record<string, unknown>>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
    )
    return (row: Record<string, unknown>) => {
      const stored = columns.map((column) => [column, toColumn(row[column])])
      statement.run(Object.fromEntries(stored))
    }
  }

  return {
    ...organizationWriters(db, into),
    ...knowledgeWriters(db, into),
    ...assistantWriters(db, into),
    ...conversationWriters(db, into),
  }
}

type Into = (table: string, columns: string[]) => (row: Record<string, unknown>) => void

function organizationWriters(
  db: Database,
  into: Into,
): Pick<Writers, 'organization' | 'usage' | 'audit'> {
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
  const usage = into('usage', [
    'organization_id',
    'day',
    'assistant_id',
    'model',
    'channel',
    ...COUNTERS,
  ])
  const audit = into('audit', [
    'id',
    'organization_id',
    'at',
    'actor_type',
    'actor_id',
    'actor_name',
    'action',
    'target_type',
    'target_id',
    'target_name',
    'fields',
  ])
  return {
    organization(organization_id, { retention_days, daily_model_tokens, branding: layer }) {
      settings.run({ organization_id, retention_days, daily_model_tokens })
      if (layer) branding.run({ organization_id, layer: JSON.stringify(layer) })
    },
    usage: (organization_id, row) => usage({ ...row, organization_id }),
    audit: (organization_id, { actor, target, details, ...row }) =>
      audit({
        ...row,
        organization_id,
        actor_type: actor.type,
        actor_id: actor.id,
        actor_name: actor.name,
        target_type: target?.type,
        target_id: target?.id,
        target_name: target?.name,
        fields: details.fields,
      }),
  }
}

function knowledgeWriters(db: Database, into: Into): Pick<Writers, 'collections' | 'sources'> {
  const collection = db.prepare<{ id: string; status: string; updated_at: string }>(`
    UPDATE collections SET status = :status, updated_at = :updated_at WHERE id = :id
  `)
  const synonyms = into('synonyms', ['collection_id', 'revision', 'groups'])
  const source = into('sources', [
    'id',
    'organization_id',
    'collection_id',
    'name',
    'type',
    'config',
    'schedule',
    'time_zone',
    'created_at',
    'updated_at',
  ])
  const upload = into('uploads', [
    'id',
    'organization_id',
    'source_id',
    'path',
    'title',
    'url',
    'media_type',
    'bytes',
    'content_hash',
    'uploaded_at',
  ])
  return {
    collections(_organization_id, { id, status, updated_at, synonyms: groups }) {
      collection.run({ id, status, updated_at })
      if (groups) synonyms({ collection_id: id, revision: 1, groups })
    },
    sources(organization_id, { uploads, ...row }) {
      source({ ...row, organization_id })
      for (const each of uploads) upload({ ...each, organization_id, source_id: row.id })
    },
  }
}

function assistantWriters(
  db: Database,
  into: Into,
): Pick<Writers, 'assistants' | 'deployments' | 'curated_answers' | 'test_questions' | 'visitors'> {
  const assistant = into('assistants', [
    'id',
    'organization_id',
    'name',
    'description',
    'status',
    'model',
    'instruction',
    'revision',
    'created_at',
    'updated_at',
  ])
  const collection = into('assistant_collections', ['assistant_id', 'position', 'collection_id'])
  const behaviour = into('behaviours', [
    'assistant_id',
    'revision',
    'strictness',
    'follow_ups',
    'greeting',
    'declined',
  ])
  const isTaken = db.prepare<{ widget_key: string }>(
    'SELECT 1 FROM deployments WHERE widget_key = :widget_key',
  )
  const deployment = into('deployments', [
    'id',
    'organization_id',
    'name',
    'widget_key',
    'assistant_id',
    'appearance',
    'created_at',
    'expires_at',
    'revoked_at',
  ])
  const origin = into('deployment_origins', ['origin', 'deployment_id'])
  const curated = into('curated_answers', [
    'id',
    'organization_id',
    'questions',
    'text',
    'links',
    'assistant_ids',
    'valid_until',
    'enabled',
    'revision',
    'used_count',
    'last_used_at',
    'created_at',
    'updated_at',
  ])
  const question = into('test_questions', [
    'id',
    'organization_id',
    'assistant_id',
    'question',
    'expected',
    'created_at',
  ])
  const visitor = into('visitors', [
    'id',
    'deployment_id',
    'token_hash',
    'expires_at',
    'first_seen_at',
  ])
  return {
    assistants(organization_id, { knowledge_base_ids, behaviour: own, ...row }) {
      assistant({ ...row, organization_id, revision: 1 })
      for (const [position, collection_id] of knowledge_base_ids.entries()) {
        collection({ assistant_id: row.id, position, collection_id })
      }
      if (own) behaviour({ assistant_id: row.id, ...own, ...own.texts })
    },
    deployments(organization_id, { allowed_origins, ...row }, spare) {
      const { widget_key } = isTaken.get(row) ? spare : row
      deployment({ ...row, organization_id, widget_key })
      for (const each of allowed_origins) origin({ origin: each, deployment_id: row.id })
    },
    curated_answers: (organization_id, row) => curated({ ...row, organization_id, revision: 1 }),
    test_questions: (organization_id, row) => question({ ...row, organization_id }),
    // The token is not in the archive: the visitor is not recognized, and may be erased.
    visitors: (_organization_id, row, { token_hash }) =>
      visitor({ ...row, token_hash, expires_at: row.first_seen_at }),
  }
}

function conversationWriters(db: Database, into: Into): Pick<Writers, 'conversations'> {
  const conversation = into('conversations', [
    'id',
    'organization_id',
    'assistant_id',
    'owner_type',
    'owner_id',
    'visitor_id',
    'channel',
    'title',
    'status',
    'turn_state',
    'message_count',
    'metadata',
    'created_at',
    'updated_at',
    'last_outcome',
    'ratings_up',
    'ratings_down',
    'handled',
  ])
  const handling = into('handlings', [
    'conversation_id',
    'at',
    'by_type',
    'by_id',
    'by_name',
    'note',
  ])
  const message = into('messages', [
    'id',
    'organization_id',
    'conversation_id',
    'role',
    'sequence',
    'status',
    'text',
    'citations',
    'abstained',
    'created_at',
    'model',
    'finish_reason',
    'metadata',
    'abstention_reason',
    'error_code',
    'error_message',
    'input_tokens',
    'output_tokens',
    'links',
  ])
  const rating = into('ratings', ['message_id', 'rating', 'note', 'created_at', 'updated_at'])
  const unanswered = into('unanswered', [
    'question_id',
    'organization_id',
    'asked_at',
    'abstention_reason',
    'nearest',
  ])
  const transcripts = createTranscripts(db)

  function writeMessage(organization_id: string, conversation_id: string, row: Message): void {
    message({ ...row, organization_id, conversation_id })
    if (row.rating) rating({ message_id: row.id, ...row.rating })
    if (!row.declined) return
    const asked = { question_id: row.id, asked_at: row.created_at }
    unanswered({ ...asked, organization_id, ...row.declined })
  }

  return {
    conversations(organization_id, { messages, handled, ...row }) {
      const rated = (value: string) => messages.filter((one) => one.rating?.rating === value).length
      conversation({
        ...row,
        organization_id,
        turn_state: 'idle',
        message_count: messages.length,
        ratings_up: rated('up'),
        ratings_down: rated('down'),
        handled: handled !== null,
      })
      if (handled) {
        const { at, by, note } = handled
        const by_whom = { by_type: by.type, by_id: by.id, by_name: by.name }
        handling({ conversation_id: row.id, at, note, ...by_whom })
      }
      for (const [at, one] of messages.entries()) {
        writeMessage(organization_id, row.id, one)
        const question = messages[at - 1]
        if (one.role !== 'assistant' || question?.role !== 'user') continue
        const asked = { organization_id, conversation_id: row.id }
        transcripts.add(asked, { question: question.text, answer: one.text })
      }
    },
  }
}

function toColumn(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
