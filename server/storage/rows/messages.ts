import type { AnswerLink, Citation, Message, RatingValue } from '../../contract/conversation.ts'
import type { WidgetMessage } from '../../contract/widget.ts'
import type { Ending } from '../ports/turns.ts'

/** Columns of `messages`, as `MessageRow` declares them. */
export const MESSAGE_COLUMNS = `id, conversation_id, role, sequence, status, text, citations, links, abstained,
           created_at, model, finish_reason, idempotency_key, metadata, abstention_reason,
           error_code, error_message, input_tokens, output_tokens`

/** A stored message, with how an answer ended beside the fields of the API. */
export type MessageRow = Omit<Message, 'citations' | 'links' | 'abstained' | 'metadata'> &
  Pick<
    Ending,
    'abstention_reason' | 'error_code' | 'error_message' | 'input_tokens' | 'output_tokens'
  > & {
    citations: string
    links: string
    abstained: 0 | 1
    metadata: string
  }

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    role: row.role,
    sequence: row.sequence,
    status: row.status,
    text: row.text,
    citations: citationsIn(row.citations),
    links: linksIn(row.links),
    abstained: row.abstained === 1,
    created_at: row.created_at,
    model: row.model,
    finish_reason: row.finish_reason,
    idempotency_key: row.idempotency_key,
    metadata: JSON.parse(row.metadata) as Message['metadata'],
  }
}

/** How a stored answer ended, for its replay (docs/behaviour.md#idempotency). */
export function toEnding(row: MessageRow): Ending {
  return {
    status: row.status,
    text: row.text,
    citations: citationsIn(row.citations),
    links: linksIn(row.links),
    abstained: row.abstained === 1,
    model: row.model ?? '',
    finish_reason: row.finish_reason,
    abstention_reason: row.abstention_reason,
    error_code: row.error_code,
    error_message: row.error_message,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
  }
}

/** Stored citations; answers of earlier versions have no quotations. */
export function citationsIn(stored: string): Citation[] {
  const citations = JSON.parse(stored) as (Omit<Citation, 'quotes'> & Partial<Citation>)[]
  return citations.map((citation) => ({ ...citation, quotes: citation.quotes ?? [] }))
}

/** Stored links; those of earlier versions say nothing of sections. */
export function linksIn(stored: string): AnswerLink[] {
  const links = JSON.parse(stored) as (Pick<AnswerLink, 'kind' | 'title' | 'url'> &
    Partial<AnswerLink>)[]
  return links.map((link) => ({ heading: null, excerpt: null, source_id: null, ...link }))
}

/** A message as a visitor sees it, with their rating. */
export type WidgetMessageRow = Omit<WidgetMessage, 'citations' | 'links' | 'abstained'> & {
  citations: string
  links: string
  abstained: 0 | 1
  rating: RatingValue | null
}

export function toWidgetMessage(row: WidgetMessageRow): WidgetMessage {
  return {
    ...row,
    citations: citationsIn(row.citations),
    links: linksIn(row.links),
    abstained: row.abstained === 1,
  }
}
