import type { ArchivePart } from '../../../contract/archive.ts'
import type { Snapshot } from '../../ports/archive.ts'
import { COUNTERS } from '../../rules/usage.ts'
import type { Database, Runner } from './database.ts'
import { type Statement, sql } from './statement.ts'

const MESSAGE = `json_build_object(
  'id', messages.id, 'role', role, 'sequence', sequence, 'status', messages.status, 'text', text,
  'citations', citations::json, 'links', messages.links::json, 'abstained', abstained = 1,
  'created_at', messages.created_at, 'model', model, 'finish_reason', finish_reason,
  'metadata', messages.metadata::json, 'abstention_reason', messages.abstention_reason,
  'error_code', error_code, 'error_message', error_message,
  'input_tokens', input_tokens, 'output_tokens', output_tokens,
  'rating', (SELECT json_build_object('rating', rating, 'note', note,
                                      'created_at', ratings.created_at,
                                      'updated_at', ratings.updated_at)
               FROM ratings
              WHERE ratings.organization_id = :organization_id AND message_id = messages.id),
  'declined', (SELECT json_build_object('abstention_reason', unanswered.abstention_reason,
                                        'nearest', nearest::json)
                 FROM unanswered
                WHERE unanswered.organization_id = :organization_id
                  AND question_id = messages.id))`

/** Each part as lines of JSON, in the order in which things were made. */
const ROWS: Record<ArchivePart, string> = {
  organization: `
    SELECT json_build_object('name', name, 'retention_days', retention_days,
                             'daily_model_tokens', daily_model_tokens,
                             'branding', (SELECT layer::json FROM brandings
                                           WHERE organization_id = :organization_id))
      FROM organizations
     WHERE id = :organization_id`,
  members: `
    SELECT json_build_object('email', email, 'name', name, 'role', role)
      FROM memberships JOIN users ON users.id = user_id
     WHERE organization_id = :organization_id
     ORDER BY memberships.created_at, user_id`,
  collections: `
    SELECT json_build_object('id', id, 'name', name, 'description', description, 'status', status,
                             'embedding_model', embedding_model,
                             'embedding_dimensions', embedding_dimensions,
                             'synonyms', (SELECT groups::json
                                            FROM synonyms
                                           WHERE synonyms.organization_id = :organization_id
                                             AND collection_id = collections.id),
                             'created_at', created_at, 'updated_at', updated_at)
      FROM collections
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  sources: `
    SELECT json_build_object('id', id, 'collection_id', collection_id, 'name', name, 'type', type,
                             'config', config::json, 'schedule', schedule, 'time_zone', time_zone,
                             'uploads',
                             (SELECT coalesce(json_agg(
                                json_build_object('id', uploads.id, 'path', path, 'title', title,
                                                  'url', url, 'media_type', media_type,
                                                  'bytes', bytes, 'content_hash', content_hash,
                                                  'uploaded_at', uploaded_at)), '[]')
                                FROM uploads
                               WHERE uploads.organization_id = :organization_id
                                 AND source_id = sources.id),
                             'created_at', created_at, 'updated_at', updated_at)
      FROM sources
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  documents: `
    SELECT json_build_object('id', id, 'source_id', source_id, 'path', path,
                             'title', coalesce(own_title, title), 'given_title', given_title,
                             'url', CASE WHEN given_url IS NULL THEN url ELSE own_url END,
                             'given_url', given_url, 'media_type', media_type, 'bytes', bytes,
                             'content_hash', content_hash, 'version', version, 'status', status,
                             'excluded', excluded = 1,
                             'error_code', error_code, 'error_message', error_message,
                             'updated_at', updated_at,
                             'passages',
                             (SELECT coalesce(json_agg(
                                json_build_object('id', passages.id, 'anchor', anchor,
                                                  'url', passages.url, 'text', text)
                                ORDER BY position), '[]')
                                FROM passages
                               WHERE passages.organization_id = :organization_id
                                 AND document_id = documents.id
                                 AND state = CASE documents.excluded
                                               WHEN 1 THEN 'staged' ELSE 'live' END))
      FROM documents
     WHERE organization_id = :organization_id
     ORDER BY id`,
  assistants: `
    SELECT json_build_object('id', id, 'name', name, 'description', description, 'model', model,
                             'instruction', instruction, 'status', status,
                             'knowledge_base_ids',
                             (SELECT coalesce(json_agg(collection_id ORDER BY position), '[]')
                                FROM assistant_collections
                               WHERE assistant_collections.organization_id = :organization_id
                                 AND assistant_id = assistants.id),
                             'behaviour',
                             (SELECT json_build_object('revision', behaviours.revision,
                                                       'strictness', strictness,
                                                       'follow_ups', follow_ups = 1,
                                                       'texts',
                                                       json_build_object('greeting', greeting,
                                                                         'declined', declined))
                                FROM behaviours
                               WHERE behaviours.organization_id = :organization_id
                                 AND assistant_id = assistants.id),
                             'created_at', created_at, 'updated_at', updated_at)
      FROM assistants
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  deployments: `
    SELECT json_build_object('id', id, 'assistant_id', assistant_id, 'name', name,
                             'widget_key', widget_key,
                             'allowed_origins',
                             (SELECT coalesce(json_agg(origin), '[]')
                                FROM deployment_origins
                               WHERE deployment_origins.organization_id = :organization_id
                                 AND deployment_id = deployments.id),
                             'appearance', appearance::json, 'created_at', created_at,
                             'expires_at', expires_at, 'revoked_at', revoked_at)
      FROM deployments
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  curated_answers: `
    SELECT json_build_object('id', id, 'questions', questions::json, 'text', text,
                             'links', links::json, 'assistant_ids', assistant_ids::json,
                             'valid_until', valid_until, 'enabled', enabled = 1,
                             'used_count', used_count, 'last_used_at', last_used_at,
                             'created_at', created_at, 'updated_at', updated_at)
      FROM curated_answers
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  test_questions: `
    SELECT json_build_object('id', id, 'assistant_id', assistant_id, 'question', question,
                             'expected', expected::json, 'created_at', created_at)
      FROM test_questions
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  visitors: `
    SELECT json_build_object('id', id, 'deployment_id', deployment_id,
                             'first_seen_at', first_seen_at)
      FROM visitors
     WHERE organization_id = :organization_id
     ORDER BY id`,
  conversations: `
    SELECT json_build_object('id', id, 'assistant_id', assistant_id, 'owner_type', owner_type,
                             'owner_id', owner_id, 'visitor_id', visitor_id, 'channel', channel,
                             'title', title, 'status', status, 'metadata', metadata::json,
                             'last_outcome', last_outcome,
                             'handled',
                             (SELECT json_build_object('at', at, 'note', note, 'by',
                                       json_build_object('type', by_type, 'id', by_id,
                                                         'name', by_name))
                                FROM handlings
                               WHERE handlings.organization_id = :organization_id
                                 AND conversation_id = conversations.id),
                             'messages',
                             (SELECT coalesce(json_agg(${MESSAGE} ORDER BY sequence), '[]')
                                FROM messages
                               WHERE messages.organization_id = :organization_id
                                 AND conversation_id = conversations.id
                                 AND NOT EXISTS (
                                       SELECT 1 FROM live_turns
                                        WHERE live_turns.organization_id = :organization_id
                                          AND question_id = messages.id)),
                             'created_at', created_at, 'updated_at', updated_at)
      FROM conversations
     WHERE organization_id = :organization_id
     ORDER BY id`,
  usage: `
    SELECT json_build_object('day', day, 'assistant_id', assistant_id, 'model', model,
                             'channel', channel,
                             ${COUNTERS.map((name) => `'${name}', ${name}`).join(', ')})
      FROM usage
     WHERE organization_id = :organization_id
     ORDER BY day, assistant_id, model, channel`,
  audit: `
    SELECT json_build_object('id', id, 'at', at, 'action', action,
                             'actor', json_build_object('type', actor_type, 'id', actor_id,
                                                        'name', actor_name),
                             'target', CASE WHEN target_type IS NOT NULL THEN
                                         json_build_object('type', target_type, 'id', target_id,
                                                           'name', target_name) END,
                             'details',
                             CASE WHEN fields IS NULL THEN '{}'::jsonb
                                  ELSE jsonb_build_object('fields', fields::jsonb) END ||
                             CASE WHEN changes IS NULL THEN '{}'::jsonb
                                  ELSE jsonb_build_object('changes', changes::jsonb) END)
      FROM audit
     WHERE organization_id = :organization_id
     ORDER BY at, id`,
}

interface Of {
  organization_id: string
}

/** Rows that are read at once; a document with its passages is one. */
const ROWS_AT_ONCE = 20

const moment = sql<Of>('SELECT 1 FROM organizations WHERE id = :organization_id')
const declare = Object.fromEntries(
  Object.entries(ROWS).map(([part, rows]) => [
    part,
    sql<Of>(`DECLARE exported NO SCROLL CURSOR FOR ${rows}`),
  ]),
) as Record<ArchivePart, Statement<Of, unknown>>
const fetch = sql<object, { json_build_object: unknown }>(`FETCH ${ROWS_AT_ONCE} FROM exported`)
const close = sql<object>('CLOSE exported')
const files = sql<Of, { content_hash: string; bytes: number }>(`
  SELECT DISTINCT content_hash, bytes
    FROM uploads
   WHERE organization_id = :organization_id
   ORDER BY content_hash
`)

/** Holds one connection of the pool, whose one transaction sees nothing that is written later. */
export async function openSnapshot(db: Database, organization_id: string): Promise<Snapshot> {
  const opened = Promise.withResolvers<Runner>()
  const closed = Promise.withResolvers<void>()
  const ended = db.snapshot(async (snapshot) => {
    // The moment of a transaction is that of its first statement.
    await moment.get(snapshot, { organization_id })
    opened.resolve(snapshot)
    await closed.promise
  })
  ended.catch(opened.reject)
  const snapshot = await opened.promise
  return {
    async *rows(part) {
      await declare[part].run(snapshot, { organization_id })
      for (;;) {
        const rows = await fetch.all(snapshot, {})
        for (const { json_build_object: row } of rows) yield JSON.stringify(row)
        if (rows.length < ROWS_AT_ONCE) break
      }
      await close.run(snapshot, {})
    },
    files: () => files.all(snapshot, { organization_id }),
    async close() {
      closed.resolve()
      // What was read was read, also when the connection is lost in the end.
      await ended.catch(() => undefined)
    },
  }
}
