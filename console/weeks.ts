import type { Usage, UsageCounts } from '../server/contract/usage.ts'

/** Counts of seven days. */
export interface Week {
  /** Its first day, in UTC. */
  from: string
  questions: number
  answers: number
  /** Questions that ended in anything but small talk or a question asked back. */
  decided: number
  ratings_up: number
  ratings_down: number
}

const DAY_MS = 86_400_000
const WEEKS = 12

/** The first day of the period that the overview compares. */
export function firstDay(now: Date): string {
  return dayBefore(now, WEEKS * 7 - 1)
}

/** Usage by weeks that end today, oldest first. */
export function weeksOf({ by_day }: Usage, now: Date): Week[] {
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({
    from: dayBefore(now, (WEEKS - index) * 7 - 1),
    ...NOTHING,
  }))
  for (const { day, ...counts } of by_day) {
    const week = weeks.findLast(({ from }) => from <= day)
    if (!week) continue
    week.questions += counts.questions
    week.answers += counts.answers
    week.decided += decidedOf(counts)
    week.ratings_up += counts.ratings_up
    week.ratings_down += counts.ratings_down
  }
  return weeks
}

const NOTHING = { questions: 0, answers: 0, decided: 0, ratings_up: 0, ratings_down: 0 }

/** The weeks since something was first asked, and the last `least` ones in any case. */
export function sinceFirst(weeks: Week[], least: number): Week[] {
  const first = weeks.findIndex(({ questions }) => questions > 0)
  const kept = first === -1 ? 0 : weeks.length - first
  return weeks.slice(-Math.max(kept, least))
}

/** Weeks as one; `from` is the first one's. */
export function summed(weeks: Week[]): Week {
  return weeks.reduce(
    (sum, week) => ({
      from: sum.from,
      questions: sum.questions + week.questions,
      answers: sum.answers + week.answers,
      decided: sum.decided + week.decided,
      ratings_up: sum.ratings_up + week.ratings_up,
      ratings_down: sum.ratings_down + week.ratings_down,
    }),
    { from: weeks[0]?.from ?? '', ...NOTHING },
  )
}

/** Questions that ended in anything but small talk or a question asked back. */
export function decidedOf({ answers, abstained, interrupted, failed }: UsageCounts): number {
  return answers + abstained + interrupted + failed
}

/** The share of questions that were answered; null without any. */
export function answeredShare({
  answers,
  decided,
}: Pick<Week, 'answers' | 'decided'>): number | null {
  return decided > 0 ? answers / decided : null
}

/** The share of ratings that say an answer helped; null without any. */
export function helpfulShare({
  ratings_up,
  ratings_down,
}: Pick<Week, 'ratings_up' | 'ratings_down'>): number | null {
  const ratings = ratings_up + ratings_down
  return ratings > 0 ? ratings_up / ratings : null
}

/** A day in UTC, some days ago. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}
