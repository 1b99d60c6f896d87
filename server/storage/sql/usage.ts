import type { Channel, CitedDocument, UsageCounts } from '../../contract/usage.ts'
import type { Usage } from '../ports/usage.ts'
import {
  endOf,
  LATEST_ASKED,
  MOST_CITED,
  type ReportSpan,
  type Span,
  SUMS,
  toUnanswered,
  type UnansweredRow,
} from '../rows/usage.ts'
import { NOTHING_COUNTED } from '../rules/usage.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'
import { countTurn, countUsage } from './usage-counts.ts'

const totals = sums('')
const byDay = sums<'day'>('day')
const byModel = sums<'model'>('model')
const byAssistant = sums<'assistant_id'>('assistant_id')
const byChannel = sums<'channel', Channel>('channel')
const unansweredPage = sql<
  { organization_id: string; rows: number } & typeof LATEST_ASKED,
  UnansweredRow
>(`
  SELECT messages.conversation_id, question_id AS message_id, assistant_id, channel,
         messages.text AS question, unanswered.abstention_reason, asked_at, nearest
    FROM unanswered
    JOIN messages
      ON messages.organization_id = unanswered.organization_id AND messages.id = question_id
    JOIN conversations
      ON conversations.organization_id = messages.organization_id
     AND conversations.id = messages.conversation_id
   WHERE unanswered.organization_id = :organization_id
     AND (asked_at, question_id) < (:asked_at, :message_id)
   ORDER BY asked_at DESC, question_id DESC
   LIMIT :rows
`)
const citedPage = sql<Span & { until: string; rows: number } & typeof MOST_CITED, CitedDocument>(`
  WITH counted AS (
    SELECT document_id, count(*) AS answers
      FROM cited_documents
     WHERE organization_id = :organization_id
       AND answered_at >= :from AND answered_at < :until
       AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
     GROUP BY document_id
  )
  SELECT document_id, collection_id, title, url, answers
    FROM counted CROSS JOIN documents
   WHERE organization_id = :organization_id AND id = document_id
     AND (answers, document_id) < (:answers, :document_id)
   ORDER BY answers DESC, document_id DESC
   LIMIT :rows
`)

export function createUsage(db: Driver): Usage {
  return {
    followUps: (organization_id, { input_tokens, output_tokens, ...used }, now) =>
      db.step(function* () {
        const counts = { follow_ups: 1, input_tokens, output_tokens }
        return yield* countUsage({ organization_id, ...used }, now, counts)
      }, 'read committed'),

    asked: (organization_id, counted, ending, now) =>
      db.step(() => countTurn({ organization_id, ...counted }, now, ending), 'read committed'),

    report: (organization_id, { from, to, assistant_id = null, except_channel = null }) =>
      db.snapshot(function* () {
        const span = { organization_id, from, to, assistant_id, except_channel }
        return {
          totals: (yield* totals.get(span)) ?? NOTHING_COUNTED,
          by_day: yield* byDay.all(span),
          by_model: yield* byModel.all(span),
          by_assistant: yield* byAssistant.all(span),
          by_channel: yield* byChannel.all(span),
        }
      }),

    citedDocuments(organization_id, { from, to, assistant_id = null }, paging) {
      const days = { organization_id, from, to, assistant_id }
      return db.run(() =>
        readPage(
          paging,
          { list: ['cited documents', days], start: MOST_CITED },
          (range) => citedPage.all({ ...days, until: endOf(to), ...range }),
          (row) => row,
        ),
      )
    },

    unanswered: (organization_id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['unanswered', organization_id], start: LATEST_ASKED },
          (range) => unansweredPage.all({ organization_id, ...range }),
          toUnanswered,
        ),
      ),
  }
}

/** Sums of every counter by a column, or in one row for `''`; no row when nothing was counted. */
function sums<Column extends string, Value = string>(column: Column | '') {
  return sql<ReportSpan, Record<Column, Value> & UsageCounts>(`
    SELECT ${[column, SUMS].filter(Boolean).join(', ')}
      FROM usage
     WHERE organization_id = :organization_id
       AND day BETWEEN :from AND :to
       AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
       AND (:except_channel::text IS NULL OR channel <> :except_channel)
     GROUP BY ${column || 'organization_id'}
     ORDER BY ${column || 'organization_id'}
  `)
}
