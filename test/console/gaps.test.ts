import { expect, test } from 'vitest'
import { weeksOf } from '../../console/gaps.ts'

test('the days on which a gap was asked are counted by weeks up to now', () => {
  const days = [
    { day: '2026-11-22', count: 4 },
    { day: '2026-11-16', count: 1 },
    { day: '2026-11-13', count: 2 },
    { day: '2026-10-12', count: 3 },
    { day: '2026-10-01', count: 9 },
  ]

  expect(weeksOf({ days }, Date.parse('2026-11-22T12:00:00Z'))).toEqual([3, 0, 0, 0, 2, 5])
})
