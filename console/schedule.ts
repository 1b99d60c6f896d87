/** When a source is read again, as people say it. */
export interface Schedule {
  how: 'never' | 'hourly' | 'daily' | 'weekly' | 'custom'
  /** `HH:MM`, of `daily` and `weekly`. */
  time: string
  /** 0 is Sunday, of `weekly`. */
  day: string
  /** Five cron fields, of `custom`. */
  cron: string
}

const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/

/** Reads five cron fields; what is none of the others is `custom`. */
export function scheduleOf(cron: string | null): Schedule {
  const none: Schedule = { how: 'never', time: '04:00', day: '1', cron: '' }
  if (cron === null) return none
  if (/^0 \* \* \* \*$/.test(cron)) return { ...none, how: 'hourly' }
  const [, minute = '', hour = '', day = ''] = DAILY.exec(cron) ?? []
  if (!hour) return { ...none, how: 'custom', cron }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return day === '*' ? { ...none, how: 'daily', time } : { ...none, how: 'weekly', time, day }
}

/** The cron fields of a schedule; null for never. */
export function cronOf({ how, time, day, cron }: Schedule): string | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  switch (how) {
    case 'never':
      return null
    case 'hourly':
      return '0 * * * *'
    case 'daily':
      return `${minute} ${hour} * * *`
    case 'weekly':
      return `${minute} ${hour} * * ${day}`
    case 'custom':
      return cron.trim() || null
  }
}

/** Every week on the day of `now`, at night, when the fewest visitors ask. */
export function weeklyFrom(now: Date): Schedule {
  return { how: 'weekly', time: '04:00', day: `${now.getDay()}`, cron: '' }
}

/** The zone of the reader's clock. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Names of the days of the week from Monday on, each with its number. */
export function weekdays(language: string): [number: string, name: string][] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 5 January 1970 was a Monday.
  return [1, 2, 3, 4, 5, 6, 0].map((day, at) => [`${day}`, format.format((4 + at) * 86_400_000)])
}
