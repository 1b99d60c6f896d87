import { expect, test } from 'vitest'
import { secondsLeft } from '../../console/job.ts'
import { cronOf, scheduleOf, weekdays, weeklyFrom } from '../../console/schedule.ts'
import { configOf, entriesOf, missingIn, nameOf } from '../../console/sources.ts'
import type { Job } from '../../server/contract/job.ts'

test.each([
  [null, 'never'],
  ['0 * * * *', 'hourly'],
  ['30 4 * * *', 'daily'],
  ['5 16 * * 0', 'weekly'],
  ['0 4 * * 1-5', 'custom'],
  ['*/10 * * * *', 'custom'],
])('a schedule is read and written as it was: %j is %s', (cron, how) => {
  const schedule = scheduleOf(cron)

  expect(schedule.how).toBe(how)
  expect(cronOf(schedule)).toBe(cron)
})

test('the days of the week begin on Monday, by the numbers of cron', () => {
  expect(weekdays('en').at(0)).toEqual(['1', 'Monday'])
  expect(weekdays('de').at(-1)).toEqual(['0', 'Sonntag'])
})

test('a configuration is shown as texts, and what no field shows is kept', () => {
  const config = { start_urls: ['https://a.test/', 'https://b.test/'], languages: ['en'] }

  const entries = entriesOf('website', config)

  expect(entries['start_urls']).toBe('https://a.test/\nhttps://b.test/')
  expect(
    configOf('website', { ...entries, start_urls: ' c.test \n', max_pages: '20' }, config),
  ).toEqual({
    start_urls: ['https://c.test'],
    include: [],
    exclude: [],
    max_pages: 20,
    languages: ['en'],
  })
})

test('an entry that is taken away leaves the configuration', () => {
  const config = { url: 'https://git.test/a.git', branch: 'next' }

  expect(configOf('git', { url: 'git.test/a.git', branch: '' }, config)).toEqual({
    url: 'https://git.test/a.git',
  })
  expect(missingIn('git', { url: ' ' })).toBe('url')
  expect(missingIn('git', { url: 'git.test' })).toBeNull()
})

test.each([
  ['website', { start_urls: ['https://docs.test/guide/'] }, 'docs.test/guide'],
  ['website', { start_urls: ['https://docs.test/'] }, 'docs.test'],
  ['git', { url: 'https://git.test/team/handbook.git' }, 'handbook'],
  ['git', { url: 'https://git.test/' }, 'git.test'],
  ['feed', { url: 'https://blog.test/feed.xml' }, 'blog.test'],
  ['s3', { bucket: 'manuals' }, 'manuals'],
] as const)('a source without a name is called after its address: %s %j', (kind, config, name) => {
  expect(nameOf(kind, config)).toBe(name)
})

test.each([
  // Ten seconds for a quarter.
  [10, 25, 30],
  // Too early, or too little, to tell.
  [2, 25, null],
  [10, 1, null],
  [10, 100, null],
])(
  'after %d s and %d of 100 documents, the time left is %j s',
  (seconds, documents_ingested, left) => {
    const counters = { documents_discovered: 100, documents_ingested }
    const job = {
      started_at: '2026-11-22T12:00:00.000Z',
      counters: { documents_unchanged: 0, documents_skipped: 0, documents_failed: 0, ...counters },
    } as Job

    expect(secondsLeft(job, Date.parse('2026-11-22T12:00:00.000Z') + seconds * 1000)).toBe(left)
  },
)

test('what changes by itself is read every week, at night, from the day on which it was added', () => {
  const schedule = weeklyFrom(new Date('2026-11-25T12:00:00'))

  expect(cronOf(schedule)).toBe('0 4 * * 3')
  expect(scheduleOf('0 4 * * 3')).toEqual(schedule)
})
