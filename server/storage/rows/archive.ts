import type { ArchiveRow } from '../../contract/archive.ts'
import type { Spare, StoredPart } from '../ports/archive.ts'

type Row<Part extends StoredPart> = ArchiveRow<Part>
type Conversation = Row<'conversations'>
type Message = Conversation['messages'][number]

/** A row of a table by column; objects and lists are JSON, truths are 0 and 1. */
export interface TableRow {
  table: string
  row: Record<string, string | number | null>
}

type Values = Record<string, unknown>

/**
 * The rows of tables that a row of an archive makes, in an order in which they refer to earlier
 * ones only. Of an organization and a collection, which are there already, those that are not.
 */
export function tableRowsOf<Part extends StoredPart>(
  organization_id: string,
  part: Part,
  row: Row<Part>,
  spare: Spare,
): TableRow[] {
  // The type ties the row to its part.
  const made = MADE[part](row as never, spare)
  return made.map(([table, values]) => ({ table, row: toColumns({ organization_id, ...values }) }))
}

/** The turns of a conversation, of which the inbox is searched for the words. */
export function turnsOf({ messages }: Conversation): { question: string; answer: string }[] {
  return messages.flatMap((answer, at) => {
    const question = messages[at - 1]
    const isTurn = answer.role === 'assistant' && question?.role === 'user'
    return isTurn ? [{ question: question.text, answer: answer.text }] : []
  })
}

const MADE: {
  [Part in StoredPart]: (row: Row<Part>, spare: Spare) => [table: string, values: Values][]
} = {
  organization: () => [],

  collections: ({ id, synonyms }) =>
    synonyms ? [['synonyms', { collection_id: id, revision: 1, groups: synonyms }]] : [],

  sources: ({ uploads, ...row }) => [
    ['sources', row],
    ...uploads.map((each): [string, Values] => ['uploads', { ...each, source_id: row.id }]),
  ],

  assistants: ({ knowledge_base_ids, behaviour, ...row }) => {
    const assistant_id = row.id
    const collections = knowledge_base_ids.map((collection_id, position): [string, Values] => [
      'assistant_collections',
      { assistant_id, position, collection_id },
    ])
    const { texts, ...own } = behaviour ?? {}
    return [
      ['assistants', { ...row, revision: 1 }],
      ...collections,
      ...(behaviour
        ? [['behaviours', { assistant_id, ...own, ...texts }] as [string, Values]]
        : []),
    ]
  },

  deployments: ({ allowed_origins, ...row }) => [
    ['deployments', row],
    ...allowed_origins.map((origin): [string, Values] => [
      'deployment_origins',
      { origin, deployment_id: row.id },
    ]),
  ],

  curated_answers: (row) => [['curated_answers', { ...row, revision: 1 }]],

  test_questions: (row) => [['test_questions', row]],

  // The token is not in the archive: the visitor is not recognized, and may be erased.
  visitors: (row, { token_hash }) => [
    ['visitors', { ...row, token_hash, expires_at: row.first_seen_at }],
  ],

  conversations: ({ messages, handled, ...row }) => {
    const rated = (value: string) => messages.filter((one) => one.rating?.rating === value).length
    const counts = {
      message_count: messages.length,
      ratings_up: rated('up'),
      ratings_down: rated('down'),
    }
    const conversation = { ...row, ...counts, turn_state: 'idle', handled: handled !== null }
    return [
      ['conversations', conversation],
      ...(handled ? [handlingOf(row.id, handled)] : []),
      ...messages.flatMap((message) => messageRows(row.id, message)),
      ...messages.flatMap(({ id: answer_id, citations }) =>
        [...new Set(citations.map(({ source_id }) => source_id))].map(
          (passage_id): [string, Values] => ['cited_passages', { answer_id, passage_id }],
        ),
      ),
    ]
  },

  usage: (row) => [['usage', row]],

  audit: ({ actor, target, details, ...row }) => [
    [
      'audit',
      {
        ...row,
        actor_type: actor.type,
        actor_id: actor.id,
        actor_name: actor.name,
        target_type: target?.type,
        target_id: target?.id,
        target_name: target?.name,
        fields: details.fields,
        changes: details.changes,
      },
    ],
  ],
}

function handlingOf(
  conversation_id: string,
  { at, note, by }: NonNullable<Conversation['handled']>,
): [string, Values] {
  const whose = { by_type: by.type, by_id: by.id, by_name: by.name }
  return ['handlings', { conversation_id, at, note, ...whose }]
}

function messageRows(
  conversation_id: string,
  { rating, declined, ...row }: Message,
): [string, Values][] {
  const asked = { question_id: row.id, asked_at: row.created_at }
  return [
    ['messages', { ...row, conversation_id }],
    ...(rating ? [['ratings', { message_id: row.id, ...rating }] as [string, Values]] : []),
    ...(declined ? [['unanswered', { ...asked, ...declined }] as [string, Values]] : []),
  ]
}

function toColumns(values: Values): TableRow['row'] {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, toColumn(value)]),
  )
}

function toColumn(value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}
