import type { Model } from '../server/contract/model.ts'
import type { Days, Usage, UsageCounts } from '../server/contract/usage.ts'
import type { Query } from './location.ts'

/** Lengths of periods that are offered, in days. */
export const PERIODS = [7, 30, 90] as const
const USUAL = 30
const DAY_MS = 86_400_000

/** The offered period in an address; null while days are chosen. */
export function periodIn({ days, from, to }: Query): number | null {
  if (from || to) return null
  return PERIODS.find((one) => `${one}` === days) ?? USUAL
}

/** The UTC days of an address; the usual number of days where it does not name both. */
export function daysIn(query: Query, now: Date): Days {
  const to = dayIn(query['to']) ?? dayBefore(now, 0)
  const length = periodIn(query) ?? USUAL
  return { from: dayIn(query['from']) ?? dayBefore(new Date(to), length - 1), to }
}

/** As many days, before these. */
export function daysBefore({ from, to }: Days): Days {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: dayBefore(new Date(from), length), to: dayBefore(new Date(from), 1) }
}

/** A day in UTC, some days ago. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The share of questions that were answered, of those that ended in anything but small talk or a
 * question asked back; null without any.
 */
export function answeredShare({
  answers,
  abstained,
  interrupted,
  failed,
}: UsageCounts): number | null {
  const decided = answers + abstained + interrupted + failed
  return decided > 0 ? answers / decided : null
}

/** The share of ratings that say an answer helped; null without any. */
export function helpfulShare({ ratings_up, ratings_down }: UsageCounts): number | null {
  const ratings = ratings_up + ratings_down
  return ratings > 0 ? ratings_up / ratings : null
}

/** null for anything but a day; an address may hold anything. */
function dayIn(text = ''): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

/** Questions and answers of each day, also of those without any. */
export function eachDay({ by_day }: Usage, { from, to }: Days) {
  const counted = new Map(by_day.map((counts) => [counts.day, counts]))
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length }, (_, index) => {
    const day = dayBefore(new Date(from), -index)
    const { questions = 0, answers = 0 } = counted.get(day) ?? {}
    return { day, questions, answers }
  })
}

/** What tokens cost where the providers' entries tell a price; null where none does. */
export function costOf(counts: Usage['by_model'], models: Model[]): number | null {
  const costs = counts.flatMap(({ model, input_tokens, output_tokens }) => {
    const price = priceOf(model, models)
    return price ? [(input_tokens * price.input + output_tokens * price.output) / 1e6] : []
  })
  return costs.length > 0 ? costs.reduce((sum, cost) => sum + cost) : null
}

/** Where an entry leaves its models open, its price is that of all of them. */
function priceOf(model: string, models: Model[]): Model['price'] {
  const found = models.find(({ selector, kind }) => {
    if (kind !== 'language') return false
    return selector.endsWith('…') ? model.startsWith(selector.slice(0, -1)) : model === selector
  })
  return found?.price ?? null
}

/** Columns of a saved file: a heading, and the count below it. */
export type CsvColumn = [heading: string, count: keyof UsageCounts]

/**
 * Usage by day as a CSV file (RFC 4180). `separator` is what spreadsheets of the reader's language
 * expect: a semicolon where the comma is the decimal sign.
 */
export function csvOf(
  { by_day }: Usage,
  { day, columns, separator }: { day: string; columns: CsvColumn[]; separator: string },
): string {
  const rows = by_day.map((counts) => [counts.day, ...columns.map(([, count]) => counts[count])])
  const lines = [[day, ...columns.map(([heading]) => heading)], ...rows]
  // Spreadsheets know UTF-8 by this mark.
  return `\uFEFF${lines.map((line) => `${line.join(separator)}\r\n`).join('')}`
}
