import type { ArchivePart } from '../../contract/archive.ts'
import type { Snapshot } from '../ports/archive.ts'
import { citationsIn, MESSAGE_COLUMNS } from '../rows/messages.ts'
import { readBlocks, STRUCTURE_COLUMNS } from '../rows/passages.ts'
import { COUNTERS } from '../rules/usage.ts'
import { type Moment, type Statement, type Step, sql } from './step.ts'

/** A row as it is selected: lists and objects are JSON, truths are 0 and 1. */
type Row = Record<string, unknown>

interface Of {
  organization_id: string
}

/** What belongs to rows of a part: rows of another table, by the column that names theirs. */
interface Children {
  select: Statement<Of & { ids: string[] }, Row>
  parent: string
}

interface Part {
  select: Statement<Of & Row, Row>
  key: string[]
  children: Record<string, Children>
  /** The row of the archive; `of` gives the children of the row, in their order. */
  toRow(row: Row, of: (children: string) => Row[]): Row
}

/** Rows that are read at once; a document with its passages is one. */
const ROWS_AT_ONCE = 20

/** A part in the order of its key, whose columns are texts that sort after the empty one. */
function part(
  select: string,
  key: string[],
  toRow: Part['toRow'],
  children: Record<string, Children> = {},
): Part {
  const names = key.map((column) => column.replace(/^.*\./, ''))
  const statement = sql<Of & Row, Row>(`
    ${select}
       AND (${key.join(', ')}) > (${names.map((name) => `:${name}`).join(', ')})
     ORDER BY ${key.join(', ')}
     LIMIT ${ROWS_AT_ONCE}
  `)
  return { select: statement, key: names, children, toRow }
}

function children(select: string, parent: string, order: string): Children {
  return {
    select: sql(`
      ${select} AND ${parent} AMONG (:ids) ORDER BY ${order}
    `),
    parent: parent.replace(/^.*\./, ''),
  }
}

const files = sql<Of, { content_hash: string; bytes: number }>(`
  SELECT DISTINCT content_hash, bytes
    FROM uploads
   WHERE organization_id = :organization_id
   ORDER BY content_hash
`)

/** An organization at one moment, whose rows are read some at a time. */
export function snapshotOf(moment: Moment, organization_id: string): Snapshot {
  return {
    async *rows(part) {
      let last: Row | undefined
      do {
        const after = last
        const some = await moment.run(() => readSome(part, organization_id, after))
        for (const row of some.rows) yield JSON.stringify(row)
        last = some.last
      } while (last)
    },
    files: () => moment.run(() => files.all({ organization_id })),
    close: () => moment.close(),
  }
}

/** The rows of a part after the last one that was read; `last` is undefined at its end. */
function* readSome(
  name: ArchivePart,
  organization_id: string,
  after: Row | undefined,
): Step<{ rows: Row[]; last: Row | undefined }> {
  const { select, key, children, toRow } = PARTS[name]
  const from = Object.fromEntries(key.map((column) => [column, after?.[column] ?? '']))
  const found = yield* select.all({ organization_id, ...from })
  const ids = found.map(({ id }) => String(id))
  const byParent = new Map<string, Map<unknown, Row[]>>()
  for (const [kind, { select, parent }] of Object.entries(children)) {
    const rows = ids.length === 0 ? [] : yield* select.all({ organization_id, ids })
    byParent.set(
      kind,
      Map.groupBy(rows, (row) => row[parent]),
    )
  }
  const rows = found.map((row) => toRow(row, (kind) => byParent.get(kind)?.get(row['id']) ?? []))
  return { rows, last: found.length < ROWS_AT_ONCE ? undefined : found.at(-1) }
}

const parsed = (value: unknown): unknown =>
  value === null || value === undefined ? null : JSON.parse(String(value))
const isSet = (value: unknown): boolean => value === 1

const PARTS: Record<ArchivePart, Part> = {
  organization: part(
    `SELECT id, name, retention_days, daily_model_tokens,
            (SELECT layer FROM brandings WHERE organization_id = :organization_id) AS branding
       FROM organizations
      WHERE organizations.id = :organization_id`,
    ['organizations.id'],
    ({ id: _id, branding, ...row }) => ({ ...row, branding: parsed(branding) }),
  ),

  members: part(
    `SELECT email, name, role, memberships.created_at, user_id
       FROM memberships JOIN users ON users.id = user_id
      WHERE organization_id = :organization_id`,
    ['memberships.created_at', 'user_id'],
    ({ email, name, role }) => ({ email, name, role }),
  ),

  collections: part(
    `SELECT id, name, description, status, embedding_model, embedding_dimensions,
            groups AS synonyms, created_at, updated_at
       FROM collections
       LEFT JOIN synonyms
         ON synonyms.organization_id = :organization_id AND collection_id = id
      WHERE collections.organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ synonyms, ...row }) => ({ ...row, synonyms: parsed(synonyms) }),
  ),

  sources: part(
    `SELECT id, collection_id, name, type, config, schedule, time_zone, created_at, updated_at
       FROM sources
      WHERE organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ config, ...row }, of) => ({
      ...row,
      config: parsed(config),
      uploads: of('uploads').map(({ source_id: _source, ...upload }) => upload),
    }),
    {
      uploads: children(
        `SELECT id, source_id, path, title, url, media_type, bytes, content_hash, uploaded_at
           FROM uploads
          WHERE organization_id = :organization_id`,
        'source_id',
        'id',
      ),
    },
  ),

  documents: part(
    `SELECT id, source_id, path, coalesce(own_title, title) AS title, given_title,
            CASE WHEN given_url IS NULL THEN url ELSE own_url END AS url, given_url, media_type,
            bytes, content_hash, version, reading, description, status, excluded, error_code, error_message,
            updated_at
       FROM documents
      WHERE organization_id = :organization_id`,
    ['id'],
    ({ excluded, ...row }, of) => ({
      ...row,
      excluded: isSet(excluded),
      passages: of('passages')
        .filter(({ state }) => state === (isSet(excluded) ? 'staged' : 'live'))
        .map(({ document_id: _document, state: _state, headings, blocks, ...passage }) => ({
          ...passage,
          headings: parsed(headings),
          blocks: blocks === null ? null : readBlocks(String(blocks)),
        })),
      questions: of('questions').map(({ section, text }) => ({ section, text })),
    }),
    {
      questions: children(
        `SELECT document_id, section, text
           FROM section_questions
          WHERE organization_id = :organization_id AND origin = 'owner'`,
        'document_id',
        'document_id, created_at, id',
      ),
      passages: children(
        `SELECT id, document_id, state, ${STRUCTURE_COLUMNS}, url, text
           FROM passages WITH TEXTS
          WHERE organization_id = :organization_id AND state IN ('live', 'staged')`,
        'document_id',
        'document_id, state, position',
      ),
    },
  ),

  assistants: part(
    `SELECT id, name, description, model, instruction, status,
            behaviours.revision AS revision, strictness, follow_ups, greeting, declined,
            created_at, updated_at
       FROM assistants
       LEFT JOIN behaviours
         ON behaviours.organization_id = :organization_id AND assistant_id = id
      WHERE assistants.organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ revision, strictness, follow_ups, greeting, declined, ...row }, of) => ({
      ...row,
      knowledge_base_ids: of('collections').map(({ collection_id }) => collection_id),
      behaviour:
        revision === null
          ? null
          : { revision, strictness, follow_ups: isSet(follow_ups), texts: { greeting, declined } },
    }),
    {
      collections: children(
        `SELECT assistant_id, collection_id
           FROM assistant_collections
          WHERE organization_id = :organization_id`,
        'assistant_id',
        'position',
      ),
    },
  ),

  deployments: part(
    `SELECT id, assistant_id, name, widget_key, appearance, created_at, expires_at, revoked_at
       FROM deployments
      WHERE organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ appearance, ...row }, of) => ({
      ...row,
      allowed_origins: of('origins').map(({ origin }) => origin),
      appearance: parsed(appearance),
    }),
    {
      origins: children(
        `SELECT deployment_id, origin
           FROM deployment_origins
          WHERE organization_id = :organization_id`,
        'deployment_id',
        'origin',
      ),
    },
  ),

  curated_answers: part(
    `SELECT id, questions, text, links, assistant_ids, valid_until, enabled, used_count,
            last_used_at, created_at, updated_at
       FROM curated_answers
      WHERE organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ questions, links, assistant_ids, enabled, ...row }) => ({
      ...row,
      questions: parsed(questions),
      links: parsed(links),
      assistant_ids: parsed(assistant_ids),
      enabled: isSet(enabled),
    }),
  ),

  test_questions: part(
    `SELECT id, assistant_id, question, expected, created_at
       FROM test_questions
      WHERE organization_id = :organization_id`,
    ['created_at', 'id'],
    ({ expected, ...row }) => ({ ...row, expected: parsed(expected) }),
  ),

  visitors: part(
    `SELECT id, deployment_id, first_seen_at
       FROM visitors
      WHERE organization_id = :organization_id`,
    ['id'],
    (row) => row,
  ),

  conversations: part(
    `SELECT id, assistant_id, owner_type, owner_id, visitor_id, channel, title, status, metadata,
            last_outcome, at AS handled_at, note, by_type, by_id, by_name, created_at, updated_at
       FROM conversations
       LEFT JOIN handlings
         ON handlings.organization_id = :organization_id AND conversation_id = id
      WHERE conversations.organization_id = :organization_id`,
    ['id'],
    ({ metadata, handled_at: at, note, by_type, by_id, by_name, ...row }, of) => ({
      ...row,
      metadata: parsed(metadata),
      handled: at === null ? null : { at, note, by: { type: by_type, id: by_id, name: by_name } },
      messages: of('messages').map(toMessage),
    }),
    {
      // Not the question that is being answered.
      messages: children(
        `SELECT kept.*, rating, note, rated_at, rating_updated_at, declined_reason, nearest
           FROM (SELECT ${MESSAGE_COLUMNS}
                   FROM messages
                  WHERE organization_id = :organization_id) AS kept
           LEFT JOIN (SELECT message_id, rating, note, created_at AS rated_at,
                             updated_at AS rating_updated_at
                        FROM ratings
                       WHERE organization_id = :organization_id) AS rated
             ON message_id = kept.id
           LEFT JOIN (SELECT question_id, abstention_reason AS declined_reason, nearest
                        FROM unanswered
                       WHERE organization_id = :organization_id) AS declined
             ON declined.question_id = kept.id
          WHERE NOT EXISTS (SELECT 1
                              FROM live_turns
                             WHERE organization_id = :organization_id
                               AND live_turns.question_id = kept.id)`,
        'conversation_id',
        'conversation_id, sequence',
      ),
    },
  ),

  usage: part(
    `SELECT day, assistant_id, model, channel, ${COUNTERS.join(', ')}
       FROM usage
      WHERE organization_id = :organization_id`,
    ['day', 'assistant_id', 'model', 'channel'],
    (row) => row,
  ),

  audit: part(
    `SELECT id, at, action, actor_type, actor_id, actor_name, target_type, target_id, target_name,
            fields, changes
       FROM audit
      WHERE organization_id = :organization_id`,
    ['at', 'id'],
    ({ id, at, action, fields, changes, ...row }) => ({
      id,
      at,
      action,
      actor: { type: row['actor_type'], id: row['actor_id'], name: row['actor_name'] },
      target:
        row['target_type'] === null
          ? null
          : { type: row['target_type'], id: row['target_id'], name: row['target_name'] },
      details: {
        ...(fields !== null && { fields: parsed(fields) }),
        ...(changes !== null && { changes: parsed(changes) }),
      },
    }),
  ),
}

function toMessage({
  conversation_id: _conversation,
  idempotency_key: _key,
  citations,
  links,
  metadata,
  abstained,
  rating,
  note,
  rated_at,
  rating_updated_at,
  declined_reason,
  nearest,
  ...row
}: Row): Row {
  return {
    ...row,
    citations: citationsIn(String(citations)),
    links: parsed(links),
    metadata: parsed(metadata),
    abstained: isSet(abstained),
    rating:
      rating === null
        ? null
        : { rating, note, created_at: rated_at, updated_at: rating_updated_at },
    declined:
      nearest === null ? null : { abstention_reason: declined_reason, nearest: parsed(nearest) },
  }
}
