import type { Database } from 'better-sqlite3'
import type {
  Channel,
  CitedDocument,
  Usage as Report,
  UsageCounts as StoredCounts,
} from '../../contract/usage.ts'
import type { Ending } from '../ports/turns.ts'
import type { Usage } from '../ports/usage.ts'
import {
  endOf,
  LATEST_ASKED,
  MOST_CITED,
  type Span,
  SUMS,
  toUnanswered,
  toUsageRow,
  type UnansweredRow,
} from '../rows/usage.ts'
import { COUNTERS, type Counted, type Counts, countsOf, NOTHING_COUNTED } from '../rules/usage.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

export type UsageCounts = ReturnType<typeof createUsageCounts>

/** Adds to the counts of a UTC day, within the caller's transaction. */
export function createUsageCounts(db: Database) {
  const upsert = db.prepare<ReturnType<typeof toUsageRow>>(`
    INSERT INTO usage (organization_id, day, assistant_id, model, channel, ${COUNTERS.join(', ')})
    VALUES (:organization_id, :day, :assistant_id, :model, :channel,
            ${COUNTERS.map((name) => `:${name}`).join(', ')})
    ON CONFLICT (organization_id, day, assistant_id, model, channel) DO UPDATE
       SET ${COUNTERS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}
  `)

  function add(counted: Counted, at: string, counts: Counts): void {
    upsert.run(toUsageRow(counted, at, counts))
  }

  return {
    add,
    turn(counted: Counted, at: string, ending: Ending): void {
      add(counted, at, countsOf(ending))
    },
  }
}

export function createUsage(db: Database, { add, turn }: UsageCounts): Sync<Usage> {
  const totals = sums(db, '')
  const byDay = sums<'day'>(db, 'day')
  const byModel = sums<'model'>(db, 'model')
  const byAssistant = sums<'assistant_id'>(db, 'assistant_id')
  const byChannel = sums<'channel', Channel>(db, 'channel')
  const unansweredPage = db.prepare<
    { organization_id: string; rows: number } & typeof LATEST_ASKED,
    UnansweredRow
  >(`
    SELECT messages.conversation_id, question_id AS message_id, assistant_id, channel,
           messages.text AS question, unanswered.abstention_reason, asked_at, nearest
      FROM unanswered
      JOIN messages ON messages.id = question_id
      JOIN conversations ON conversations.id = messages.conversation_id
     WHERE unanswered.organization_id = :organization_id
       AND (asked_at, question_id) < (:asked_at, :message_id)
     ORDER BY asked_at DESC, question_id DESC
     LIMIT :rows
  `)

  const citedPage = db.prepare<
    Span & { until: string; rows: number } & typeof MOST_CITED,
    CitedDocument
  >(`
      WITH counted AS MATERIALIZED (
        SELECT document_id, count(*) AS answers
          FROM cited_documents
         WHERE organization_id = :organization_id
           AND answered_at >= :from AND answered_at < :until
           AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
         GROUP BY document_id
      )
    SELECT document_id, collection_id, title, url, answers
      FROM counted JOIN documents ON documents.id = document_id
     WHERE (answers, document_id) < (:answers, :document_id)
     ORDER BY answers DESC, document_id DESC
     LIMIT :rows
  `)

  // One transaction, so that all sums are of the same snapshot.
  const report = db.transaction((counted: Span): Report => {
    const total = totals.get(counted)
    return {
      totals: total ?? NOTHING_COUNTED,
      by_day: byDay.all(counted),
      by_model: byModel.all(counted),
      by_assistant: byAssistant.all(counted),
      by_channel: byChannel.all(counted),
    }
  })

  return {
    followUps(organization_id, { input_tokens, output_tokens, ...used }, now) {
      add({ organization_id, ...used }, now, { follow_ups: 1, input_tokens, output_tokens })
    },

    asked: (organization_id, counted, ending, now) =>
      turn({ organization_id, ...counted }, now, ending),

    report(organization_id, { from, to, assistant_id = null }) {
      return report({ organization_id, from, to, assistant_id })
    },

    citedDocuments(organization_id, { from, to, assistant_id = null }, paging) {
      const days = { organization_id, from, to, assistant_id }
      return readPage(
        paging,
        { list: ['cited documents', days], start: MOST_CITED },
        (range) => citedPage.all({ ...days, until: endOf(to), ...range }),
        (row) => row,
      )
    },

    unanswered(organization_id, paging) {
      return readPage(
        paging,
        { list: ['unanswered', organization_id], start: LATEST_ASKED },
        (range) => unansweredPage.all({ organization_id, ...range }),
        toUnanswered,
      )
    },
  }
}

/** Sums of every counter by a column, or in one row for `''`; no row when nothing was counted. */
function sums<Column extends string, Value = string>(db: Database, column: Column | '') {
  return db.prepare<Span, Record<Column, Value> & StoredCounts>(`
    SELECT ${[column, SUMS].filter(Boolean).join(', ')}
      FROM usage
     WHERE organization_id = :organization_id
       AND day BETWEEN :from AND :to
       AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
     GROUP BY ${column || 'organization_id'}
     ORDER BY ${column || 'organization_id'}
  `)
}
