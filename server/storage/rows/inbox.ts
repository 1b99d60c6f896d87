import type { AuditEntry } from '../../contract/audit.ts'
import type { RatingValue } from '../../contract/conversation.ts'
import {
  type Handling,
  type InboxConversation,
  MAX_FIRST_QUESTION_CHARS,
  MAX_PAGE_CHARS,
  type OpenedConversation,
} from '../../contract/inbox.ts'
import { beginningOf } from '../../contract/text.ts'
import type { Owner } from '../../identity/caller.ts'
import type { InboxFilter } from '../ports/inbox.ts'
import type { Opened } from '../ports/openings.ts'
import { type ConversationRow, toConversation } from './conversations.ts'

/** Conversations that a search looks at: reading all that hold a common word takes too long. */
export const MAX_FOUND = 2000

export type InboxRow = ConversationRow &
  Pick<InboxConversation, 'channel' | 'visitor_id' | 'last_outcome' | 'first_question'> &
  HandlingRow & { ratings_up: number; ratings_down: number }

/** Columns of `handlings`, as `HandlingRow` declares them. */
export const HANDLING_COLUMNS = 'at AS handled_at, by_type, by_id, by_name, note'

/** All are null while a conversation is not handled. */
export interface HandlingRow {
  handled_at: string | null
  by_type: Exclude<AuditEntry['actor']['type'], 'staff'> | null
  by_id: string | null
  by_name: string | null
  note: string | null
}

type AnswerEnding = OpenedConversation['answers'][number]

/** An answer; `rating` and `note` are those of its rating. */
export type EndingRow = Omit<AnswerEnding, 'rating' | 'opened'> & {
  rating: RatingValue | null
  note: string | null
}

/** What a reader of an answer opened. */
export interface OpenedRow extends Opened {
  answer_id: string
}

/** A filter of the inbox, as values of a statement. */
export interface InboxPasses {
  organization_id: string
  status: string
  assistant_id: string | null
  channel: string | null
  deployment_id: string | null
  outcome: string | null
  rating: string | null
  handled: 0 | 1 | null
  document_id: string | null
  from: string
  until: string
}

export function toPasses(
  organization_id: string,
  { handled, from = '', to, ...filter }: InboxFilter,
): InboxPasses {
  return {
    organization_id,
    status: filter.status,
    assistant_id: filter.assistant_id ?? null,
    channel: filter.channel ?? null,
    deployment_id: filter.deployment_id ?? null,
    outcome: filter.outcome ?? null,
    rating: filter.rating ?? null,
    handled: handled === undefined ? null : handled ? 1 : 0,
    document_id: filter.document_id ?? null,
    from,
    // A time of the day sorts before the day with a tilde.
    until: to === undefined ? '~' : `${to}~`,
  }
}

export function toInboxConversation(row: InboxRow): InboxConversation {
  const { channel, visitor_id, last_outcome, first_question } = row
  const conversation = toConversation(row)
  return {
    id: row.id,
    assistant_id: row.assistant_id,
    title: row.title,
    status: row.status,
    turn_state: row.turn_state,
    message_count: row.message_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
    owner: conversation.owner,
    metadata: conversation.metadata,
    channel,
    deployment_id: channel === 'widget' ? row.owner_id : null,
    visitor_id,
    page: pageOf(conversation.metadata.page),
    first_question: first_question && beginningOf(first_question, MAX_FIRST_QUESTION_CHARS),
    last_outcome,
    ratings: { up: row.ratings_up, down: row.ratings_down },
    handled: toHandled(row),
  }
}

/** What is said of a conversation that was just marked, or of whose mark was taken away. */
export function toHandling(row: HandlingRow | undefined): Handling {
  const handled = row && toHandled(row)
  return handled
    ? { handled: true, ...handled }
    : { handled: false, note: null, by: null, at: null }
}

/** Who handles a conversation, as columns. */
export function toHandler({ type, id }: Owner): { by_type: 'user' | 'api_key'; by_id: string } {
  return { by_type: type === 'user' ? 'user' : 'api_key', by_id: id }
}

export function toAnswerEnding(
  { rating, note, ...ending }: EndingRow,
  openings: OpenedRow[],
): AnswerEnding {
  const placesOf = (of: Opened['kind']) =>
    openings.flatMap(({ kind, place }) => (kind === of ? place : []))
  const opened = { citations: placesOf('citation'), links: placesOf('link') }
  return { ...ending, rating: rating && { rating, note }, opened }
}

function toHandled({ handled_at: at, by_type: type, by_id: id, by_name: name, note }: HandlingRow) {
  return at === null || type === null ? null : { at, by: { type, id, name }, note }
}

/** Origin and path of the page that a widget named; null for anything else. */
function pageOf(sent: string | undefined): string | null {
  const url = sent === undefined ? null : URL.parse(sent)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${url.pathname}`.slice(0, MAX_PAGE_CHARS)
}
