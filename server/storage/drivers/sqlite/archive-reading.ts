import Database from 'better-sqlite3'
import type { ArchivePart } from '../../../contract/archive.ts'
import type { Snapshot } from '../../ports/archive.ts'

const TRUTH = (condition: string) => `json(iif(${condition}, 'true', 'false'))`

const MESSAGE = `json_object(
  'id', messages.id, 'role', role, 'sequence', sequence, 'status', messages.status, 'text', text,
  'citations', json(citations), 'links', json(messages.links), 'abstained', ${TRUTH('abstained')},
  'created_at', messages.created_at, 'model', model, 'finish_reason', finish_reason,
  'metadata', json(messages.metadata), 'abstention_reason', messages.abstention_reason,
  'error_code', error_code, 'error_message', error_message,
  'input_tokens', input_tokens, 'output_tokens', output_tokens,
  'rating', json((SELECT json_object('rating', rating, 'note', note, 'created_at', created_at,
                                'updated_at', updated_at)
               FROM ratings WHERE message_id = messages.id)),
  'declined', json((SELECT json_object('abstention_reason', abstention_reason, 'nearest', json(nearest))
                 FROM unanswered WHERE question_id = messages.id)))`

/**
 * Each part as lines of JSON, in the order in which things were made. Large rows come in the order
 * of their table: to sort them, SQLite would make all of them before the first.
 */
const ROWS: Record<ArchivePart, string> = {
  organization: `
    SELECT json_object('name', name, 'retention_days', retention_days,
                       'daily_model_tokens', daily_model_tokens,
                       'branding', json((SELECT layer FROM brandings
                                          WHERE organization_id = organizations.id)))
      FROM organizations
     WHERE id = :organization_id`,
  members: `
    SELECT json_object('email', email, 'name', name, 'role', role)
      FROM memberships JOIN users ON users.id = user_id
     WHERE organization_id = :organization_id
     ORDER BY memberships.created_at, user_id`,
  collections: `
    SELECT json_object('id', id, 'name', name, 'description', description, 'status', status,
                       'embedding_model', embedding_model,
                       'embedding_dimensions', embedding_dimensions,
                       'synonyms', json((SELECT groups FROM synonyms
                                          WHERE collection_id = collections.id)),
                       'created_at', created_at, 'updated_at', updated_at)
      FROM collections
     WHERE organization_id = :organization_id
     ORDER BY number`,
  sources: `
    SELECT json_object('id', id, 'collection_id', collection_id, 'name', name, 'type', type,
                       'config', json(config), 'schedule', schedule, 'time_zone', time_zone,
                       'uploads',
                       json((SELECT json_group_array(
                          json_object('id', id, 'path', path, 'title', title, 'url', url,
                                      'media_type', media_type, 'bytes', bytes,
                                      'content_hash', content_hash, 'uploaded_at', uploaded_at))
                          FROM uploads WHERE source_id = sources.id)),
                       'created_at', created_at, 'updated_at', updated_at)
      FROM sources
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  documents: `
    SELECT json_object('id', id, 'source_id', source_id, 'path', path,
                       'title', coalesce(own_title, title), 'given_title', given_title,
                       'url', iif(given_url IS NULL, url, own_url), 'given_url', given_url,
                       'media_type', media_type, 'bytes', bytes, 'content_hash', content_hash,
                       'version', version, 'status', status, 'excluded', ${TRUTH('excluded')},
                       'error_code', error_code, 'error_message', error_message,
                       'updated_at', updated_at,
                       'passages',
                       json((SELECT json_group_array(json(passage))
                          FROM (SELECT json_object('id', passages.id, 'anchor', anchor, 'url', url,
                                                   'text', text) AS passage
                                  FROM passages
                                  JOIN passage_texts ON passage_texts.key = passages.key
                                 WHERE document_id = documents.id
                                   AND state = iif(documents.excluded, 'staged', 'live')
                                 ORDER BY position))))
      FROM documents NOT INDEXED
     WHERE organization_id = :organization_id
     ORDER BY rowid`,
  assistants: `
    SELECT json_object('id', id, 'name', name, 'description', description, 'model', model,
                       'instruction', instruction, 'status', status,
                       'knowledge_base_ids',
                       json((SELECT json_group_array(collection_id)
                          FROM (SELECT collection_id FROM assistant_collections
                                 WHERE organization_id = :organization_id
                                   AND assistant_id = assistants.id ORDER BY position))),
                       'behaviour',
                       json((SELECT json_object('revision', revision, 'strictness', strictness,
                                           'follow_ups', ${TRUTH('follow_ups')},
                                           'texts', json_object('greeting', greeting,
                                                                'declined', declined))
                          FROM behaviours
                         WHERE organization_id = :organization_id
                           AND assistant_id = assistants.id)),
                       'created_at', created_at, 'updated_at', updated_at)
      FROM assistants
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  deployments: `
    SELECT json_object('id', id, 'assistant_id', assistant_id, 'name', name,
                       'widget_key', widget_key,
                       'allowed_origins', json((SELECT json_group_array(origin) FROM deployment_origins
                                            WHERE deployment_id = deployments.id)),
                       'appearance', json(appearance), 'created_at', created_at,
                       'expires_at', expires_at, 'revoked_at', revoked_at)
      FROM deployments
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  curated_answers: `
    SELECT json_object('id', id, 'questions', json(questions), 'text', text, 'links', json(links),
                       'assistant_ids', json(assistant_ids), 'valid_until', valid_until,
                       'enabled', ${TRUTH('enabled')}, 'used_count', used_count,
                       'last_used_at', last_used_at, 'created_at', created_at,
                       'updated_at', updated_at)
      FROM curated_answers
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  test_questions: `
    SELECT json_object('id', id, 'assistant_id', assistant_id, 'question', question,
                       'expected', json(expected), 'created_at', created_at)
      FROM test_questions
     WHERE organization_id = :organization_id
     ORDER BY created_at, id`,
  visitors: `
    SELECT json_object('id', visitors.id, 'deployment_id', deployment_id,
                       'first_seen_at', first_seen_at)
      FROM visitors
     WHERE organization_id = :organization_id
     ORDER BY visitors.id`,
  conversations: `
    SELECT json_object('id', id, 'assistant_id', assistant_id, 'owner_type', owner_type,
                       'owner_id', owner_id, 'visitor_id', visitor_id, 'channel', channel,
                       'title', title, 'status', status, 'metadata', json(metadata),
                       'last_outcome', last_outcome,
                       'handled',
                       json((SELECT json_object('at', at, 'note', note,
                                           'by', json_object('type', by_type, 'id', by_id,
                                                             'name', by_name))
                          FROM handlings WHERE conversation_id = conversations.id)),
                       'messages',
                       json((SELECT json_group_array(json(message))
                          FROM (SELECT ${MESSAGE} AS message
                                  FROM messages
                                 WHERE conversation_id = conversations.id
                                   AND NOT EXISTS (SELECT 1 FROM live_turns
                                                    WHERE question_id = messages.id)
                                 ORDER BY sequence))),
                       'created_at', created_at, 'updated_at', updated_at)
      FROM conversations NOT INDEXED
     WHERE organization_id = :organization_id
     ORDER BY rowid`,
  usage: `
    SELECT json_object('day', day, 'assistant_id', assistant_id, 'model', model,
                       'channel', channel, 'questions', questions, 'answers', answers,
                       'abstained', abstained, 'small_talk', small_talk,
                       'clarifications', clarifications, 'curated', curated,
                       'interrupted', interrupted, 'failed', failed, 'follow_ups', follow_ups,
                       'input_tokens', input_tokens, 'output_tokens', output_tokens,
                       'ratings_up', ratings_up, 'ratings_down', ratings_down)
      FROM usage
     WHERE organization_id = :organization_id
     ORDER BY day, assistant_id, model, channel`,
  audit: `
    SELECT json_object('id', id, 'at', at, 'action', action,
                       'actor', json_object('type', actor_type, 'id', actor_id,
                                            'name', actor_name),
                       'target', json(iif(target_type IS NULL, NULL,
                                          json_object('type', target_type, 'id', target_id,
                                                      'name', target_name))),
                       'details', json(json_patch('{}', json_object('fields', json(fields),
                                                                    'changes', json(changes)))))
      FROM audit
     WHERE organization_id = :organization_id
     ORDER BY at, id`,
}

/** Reads over a connection of its own, whose one transaction sees nothing that is written later. */
export function openSnapshot(file: string, organization_id: string): Snapshot {
  const db = new Database(file, { readonly: true, timeout: 5000 })
  try {
    db.exec('BEGIN')
    // The moment of a transaction is that of its first read.
    db.prepare('SELECT 1 FROM organizations LIMIT 1').get()
  } catch (error) {
    db.close()
    throw error
  }
  return {
    async *rows(part) {
      const rows = db.prepare<{ organization_id: string }, string>(ROWS[part]).pluck()
      yield* rows.iterate({ organization_id })
    },
    files: async () =>
      db
        .prepare<{ organization_id: string }, { content_hash: string; bytes: number }>(`
          SELECT DISTINCT content_hash, bytes
            FROM uploads
           WHERE organization_id = :organization_id
           ORDER BY content_hash
        `)
        .all({ organization_id }),
    close: async () => void db.close(),
  }
}
