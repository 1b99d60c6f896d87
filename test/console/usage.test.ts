import { expect, test } from 'vitest'
import {
  answeredShare,
  costOf,
  csvOf,
  daysBefore,
  daysIn,
  eachDay,
  helpfulShare,
  periodIn,
} from '../../console/usage.ts'

const none = {
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
const now = new Date('2026-11-22T23:30:00Z')
const usage = {
  totals: none,
  by_day: [{ day: '2026-11-21', ...none, questions: 3, answers: 2 }],
  by_model: [],
  by_assistant: [],
  by_channel: [],
}

test.each([
  [{}, { from: '2026-10-24', to: '2026-11-22' }],
  [{ days: '7' }, { from: '2026-11-16', to: '2026-11-22' }],
  [{ days: '8' }, { from: '2026-10-24', to: '2026-11-22' }],
  [
    { to: '2026-03-01', days: '7' },
    { from: '2026-01-31', to: '2026-03-01' },
  ],
  [
    { from: '2026-01-02', to: '2026-01-03' },
    { from: '2026-01-02', to: '2026-01-03' },
  ],
  [
    { to: 'x', from: '2026-99-99' },
    { from: '2026-10-24', to: '2026-11-22' },
  ],
])('%j are these days', (query, days) => {
  expect(daysIn(query, now)).toEqual(days)
})

test('an offered period is chosen until days are', () => {
  expect([
    periodIn({}),
    periodIn({ days: '90' }),
    periodIn({ days: '90', from: '2026-01-01' }),
  ]).toEqual([30, 90, null])
})

test('days without questions are there too', () => {
  expect(eachDay(usage, { from: '2026-11-20', to: '2026-11-22' })).toEqual([
    { day: '2026-11-20', questions: 0, answers: 0 },
    { day: '2026-11-21', questions: 3, answers: 2 },
    { day: '2026-11-22', questions: 0, answers: 0 },
  ])
})

test('tokens cost what the entry of their provider says, for a million', () => {
  const model = { configured_by: 'file', kind: 'language' } as const
  const models = [
    { ...model, selector: 'openai/…', price: { input: 2, output: 8 } },
    { ...model, selector: 'local/small', price: null },
    { ...model, selector: 'openai/…', kind: 'embedding' as const, price: { input: 9, output: 9 } },
  ]
  const tokens = { ...none, input_tokens: 500_000, output_tokens: 250_000 }
  const open = { ...tokens, model: 'openai/gpt' }
  const free = { ...tokens, model: 'local/small' }

  expect(costOf([open, free], models)).toBe(3)
  expect(costOf([free], models)).toBeNull()
})

test('a saved file has a line for each day', () => {
  const text = csvOf(usage, {
    day: 'Tag',
    columns: [
      ['Fragen', 'questions'],
      ['Beantwortet', 'answers'],
    ],
    separator: ';',
  })

  expect(text).toBe('\uFEFFTag;Fragen;Beantwortet\r\n2026-11-21;3;2\r\n')
})

test('a period is compared with as many days before it', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' }

  expect(daysBefore(days)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  })
})

test('shares leave out small talk and questions asked back, and are unknown without any', () => {
  const talked = { ...none, questions: 9, small_talk: 4, clarifications: 1 }

  expect(answeredShare({ ...talked, answers: 3, abstained: 1 })).toBe(0.75)
  expect(answeredShare({ ...talked, answers: 1, interrupted: 1, failed: 2 })).toBe(0.25)
  expect(answeredShare(talked)).toBeNull()
  expect(helpfulShare({ ...none, ratings_up: 1, ratings_down: 3 })).toBe(0.25)
  expect(helpfulShare(none)).toBeNull()
})
