/** A day, a month or both with a year, as a text names it. */
export interface SpokenDate {
  year: number | null
  month: number
  day: number | null
  start: number
  end: number
}

/** Months by their first letters, in the languages that are asked in most. */
const MONTHS = [
  'jan|janv|ene|gen|янв|ianuar',
  'feb|fév|fev|февр',
  'mar|mär|maa|март',
  'apr|avr|abr|апр',
  'may|mai|mayo|maio|mag|mei|мая|май',
  'jun|juin|giu|июн',
  'jul|juil|lug|июл',
  'aug|août|aou|ago|авг',
  'sep|set|сент',
  'oct|okt|ott|out|окт',
  'nov|нояб',
  'dec|dez|déc|dic|дек',
]
const NAMES = MONTHS.flatMap((month) => month.split('|')).sort((a, b) => b.length - a.length)
const MONTH = `(?<month>(?<!\\p{L})(?:${NAMES.join('|')})\\p{L}{0,7}\\.?)`
const DAY = '(?<day>[0-3]?\\d)(?:st|nd|rd|th|\\.|er|º)?(?!\\d)'
const YEAR = '(?<year>(?:19|20)\\d\\d)(?!\\d)'
const OF = '(?:\\s+(?:de|of|del))?'
const PATTERNS = [
  new RegExp(`${MONTH}\\s+${DAY}(?:,?\\s+${YEAR})?`, 'giu'),
  new RegExp(`(?<!\\d)${DAY}${OF}\\s+${MONTH}(?:,?${OF}\\s+${YEAR})?`, 'giu'),
  new RegExp(`${MONTH},?${OF}\\s+${YEAR}`, 'giu'),
  /(?<!\d)(?<year>(?:19|20)\d\d)-(?<month>[01]\d)-(?<day>[0-3]\d)(?!\d)/g,
  /(?:(?<year>(?:19|20)\d\d)\s*年\s*)?(?<month>\d{1,2})\s*月(?:\s*(?<day>\d{1,2})\s*日)?/g,
]

/** The dates that a text names with a month; of overlapping ones the first form counts. */
export function datesIn(text: string): SpokenDate[] {
  const dates: SpokenDate[] = []
  for (const pattern of PATTERNS) {
    for (const { 0: raw, index, groups } of text.matchAll(pattern)) {
      const month = monthOf(groups?.['month'] ?? '')
      const end = index + raw.length
      if (month === 0 || dates.some((date) => index < date.end && end > date.start)) continue
      dates.push({
        year: part(groups?.['year']),
        month,
        day: part(groups?.['day']),
        start: index,
        end,
      })
    }
  }
  return dates
}

function part(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

function monthOf(name: string): number {
  if (/^\d+$/.test(name)) return Number(name)
  const spelt = name.toLowerCase()
  return MONTHS.findIndex((month) => month.split('|').some((each) => spelt.startsWith(each))) + 1
}

/** Whether two dates may be the same: what both name is equal. */
export function agree(one: SpokenDate, other: SpokenDate): boolean {
  return (
    one.month === other.month &&
    (one.day === null || other.day === null || one.day === other.day) &&
    (one.year === null || other.year === null || one.year === other.year)
  )
}
