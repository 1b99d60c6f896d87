import { expect, test } from 'vitest'
import {
  answeredShare,
  firstDay,
  helpfulShare,
  sinceFirst,
  summed,
  weeksOf,
} from '../../console/weeks.ts'

const counts = {
  questions: 0,
  answers: 0,
  abstained: 0,
  small_talk: 0,
  clarifications: 0,
  curated: 0,
  interrupted: 0,
  failed: 0,
  follow_ups: 0,
  opened: 0,
  input_tokens: 0,
  output_tokens: 0,
  ratings_up: 0,
  ratings_down: 0,
}
const now = new Date('2026-11-22T10:00:00Z')

function weeks(...days: [day: string, counted: Partial<typeof counts>][]) {
  const by_day = days.map(([day, counted]) => ({ day, ...counts, ...counted }))
  return weeksOf({ totals: counts, by_day, by_model: [], by_assistant: [], by_channel: [] }, now)
}

test('weeks before the first question are left out, but for the last four', () => {
  expect(sinceFirst(weeks(), 4)).toHaveLength(4)
  expect(sinceFirst(weeks(['2026-11-22', { questions: 1 }]), 4)).toHaveLength(4)
  expect(sinceFirst(weeks(['2026-10-20', { questions: 1 }]), 4)).toHaveLength(5)
})

test('the last week ends today, and the first one begins where usage is read from', () => {
  const found = weeks(['2026-11-22', { questions: 1 }], ['2026-11-15', { questions: 2 }])

  expect(found.map(({ questions }) => questions).slice(-2)).toEqual([2, 1])
  expect([found.at(-1)?.from, found[0]?.from]).toEqual(['2026-11-16', firstDay(now)])
  expect(summed(found.slice(-2))).toMatchObject({ from: '2026-11-09', questions: 3 })
})

test('small talk and questions asked back are not among what could be answered', () => {
  const [last] = weeks([
    '2026-11-20',
    { questions: 10, answers: 3, abstained: 1, small_talk: 4, clarifications: 2 },
  ]).slice(-1)

  expect(last && answeredShare(last)).toBe(0.75)
})

test('without questions or ratings there is no share', () => {
  const week = summed(weeks())

  expect([answeredShare(week), helpfulShare(week)]).toEqual([null, null])
  expect(helpfulShare({ ...week, ratings_up: 3, ratings_down: 1 })).toBe(0.75)
})
