import type { WrittenNumber } from './numbers.ts'

/**
 * How the hour of a time is read: of 24 (`day`), with its half of the day named (`half`), either
 * way as written in figures (`open`), or of 12 as spoken, whatever the other text has (`spoken`).
 */
type Reading = 'day' | 'half' | 'open' | 'spoken'

/** A time of day that a text names. */
export interface ClockTime {
  /** After midnight, 0 to 1439. */
  minutes: number
  reading: Reading
  /** It is a word, such as "noon". */
  isWord: boolean
  start: number
  end: number
}

const DAY = 1440
const HALF_DAY = 720

/** Half of the day by its name, in the languages that are asked in most. */
const AM =
  "a\\.?\\s?m\\.?(?![\\p{L}'’])|in the morning|morgens|früh|vormittags|du matin|de la mañana|da manhã|d[ei]l? mattin[oa]|['’]s ochtends|утра"
const PM =
  "p\\.?\\s?m\\.?(?![\\p{L}'’])|in the (?:afternoon|evening)|nachmittags|abends|mittags|de l['’]après-midi|du soir|de la (?:tarde|noche)|da (?:tarde|noite)|d[ei]l? (?:sera|pomeriggio)|['’]s (?:middags|avonds)|дня|вечера"
const PART = `(?:[\\s,]{0,2}(?:(?<am>${AM})|(?<pm>${PM})))`
const HOUR = '(?<![\\w:/]|\\d[.,])(?<hour>[01]?\\d|2[0-4])'
const MINUTE = '(?<minute>[0-5]\\d)(?!\\d)'
const NOT_A_LENGTH = '(?!:\\d|\\s?(?:min|sec|sek|мин))'

/** Forms of a time; of overlapping ones the first counts. */
const FORMS = [
  `${HOUR}:${MINUTE}(?::[0-5]\\d)?${NOT_A_LENGTH}(?:\\s?(?:uhr|uur|h|horas?))?${PART}?`,
  `${HOUR}\\s?h\\s?${MINUTE}(?!\\p{L})${PART}?`,
  `${HOUR}\\s?uhr\\s${MINUTE}(?![.:])`,
  `${HOUR}(?:\\.${MINUTE})?\\s?uhr(?!\\p{L})${PART}?`,
  `${HOUR}\\.${MINUTE}\\s?(?:uur|horas?|h)(?!\\p{L})${PART}?`,
  `${HOUR}\\s?(?<spoken>o['’]\\s?clock)${PART}?`,
  `${HOUR}(?:\\.${MINUTE})?\\s?(?:heures?|horas?|h|ore|uur|час\\p{L}*)?${PART}`,
  `(?<=(?<!\\p{L}|\\d\\s)(?:kl\\.?|klockan|klokken|klo|ore|saat|godz\\.?|godzin\\p{L}+|a las|às)\\s?)${HOUR}(?:[.:]${MINUTE})?(?![\\d%]|[.,]\\d)`,
  `(?:(?<am>上午|早上|凌晨|午前|오전)|(?<pm>下午|晚上|傍晚|午後|오후))?\\s?${HOUR}\\s?(?:[点點]|[時时](?![間间])|시(?!간))\\s?(?:(?<minute>[0-5]?\\d)\\s?[分분]|(?<thirty>半|반))?`,
  '(?<!\\p{L})(?:(?<noon>noon|midday|mediodía|mezzogiorno|полдень)|(?<midnight>midnight|mitternacht|minuit|medianoche|mezzanotte|полночь))(?!\\p{L})',
].map((form) => new RegExp(form, 'giu'))

/** Words before and after a spoken hour; the minutes that they add. */
const BEFORE_HOUR: [RegExp, number][] = [
  [/half past $/i, 30],
  [/quarter past $/i, 15],
  [/quarter to $/i, -15],
  [/halb $/i, -30],
  [/viertel nach $/i, 15],
  [/viertel vor $/i, -15],
]
const AFTER_HOUR = new RegExp(`^(?:[\\s-](?:uhr(?!\\p{L})|o['’]\\s?clock))?${PART}?`, 'iu')

/** "9" in "9 to 5 pm", "8–12 Uhr" or "between 9 and 17:00". */
const TO = '(?:[-–—~]|to|till|until|bis|à|a|al|til|tot|до|至|到|から)'
const RANGE = new RegExp(
  `(?:(?<![\\w:/.,-])(?<from>\\d{1,2})\\s?${TO}|(?:between|zwischen|entre|tra|между)\\s(?<between>\\d{1,2})\\s(?:and|und|et|y|e|и))\\s?$`,
  'iu',
)

/** The times of day of a text. */
export interface ClockTimes {
  times: ClockTime[]
  /** Whether an offset is within one. */
  covers: (at: number) => boolean
}

/** The times of day that a text names; `numbers` are the numbers in it. */
export function clockTimesIn(text: string, numbers: WrittenNumber[]): ClockTimes {
  const times: ClockTime[] = []
  const taken = new Uint8Array(text.length)
  const add = (time: ClockTime | null) => {
    if (!time || taken.subarray(time.start, time.end).includes(1)) return
    taken.fill(1, time.start, time.end)
    times.push(time)
  }
  for (const form of FORMS) for (const match of text.matchAll(form)) add(written(match))
  for (const number of numbers) add(spoken(number, text))
  for (const time of times.map((each) => startOfRange(each, text))) add(time)
  const isOfDay = times.some(({ reading }) => reading === 'day')
  const resolved = times.map((time) =>
    isOfDay && time.reading === 'open' ? { ...time, reading: 'day' as const } : time,
  )
  return { times: resolved, covers: (at) => taken[at] === 1 }
}

function written({ 0: raw, index, groups = {} }: RegExpExecArray): ClockTime {
  const end = index + raw.length
  const { hour, minute, am, pm, noon, midnight } = groups
  if (noon ?? midnight) {
    return { minutes: noon ? HALF_DAY : 0, reading: 'half', isWord: true, start: index, end }
  }
  const start = index + raw.indexOf(hour ?? '')
  const reading = groups['spoken'] ? 'spoken' : figures(hour ?? '')
  const minutes = groups['thirty'] ? 30 : Number(minute ?? 0)
  return { ...timeOf(Number(hour), minutes, { am, pm, reading }), start, end }
}

function figures(hour: string): Reading {
  return Number(hour) > 12 || hour.startsWith('0') ? 'day' : 'open'
}

function spoken({ value, start, end, spelt }: WrittenNumber, text: string): ClockTime | null {
  const hour = Number(value)
  if (!Number.isInteger(hour) || hour > 24) return null
  const before = BEFORE_HOUR.find(([words]) =>
    words.test(text.slice(Math.max(0, start - 20), start)),
  )
  const after = AFTER_HOUR.exec(text.slice(end, end + 40))
  if (!before && !(spelt && after?.[0])) return null
  const { am, pm } = after?.groups ?? {}
  const time = timeOf(hour, before?.[1] ?? 0, { am, pm, reading: 'spoken' })
  return { ...time, start, end: end + (after?.[0].length ?? 0) }
}

function startOfRange({ reading, start }: ClockTime, text: string): ClockTime | null {
  const match = RANGE.exec(text.slice(Math.max(0, start - 24), start))
  const hour = match?.groups?.['from'] ?? match?.groups?.['between']
  if (!match || hour === undefined || Number(hour) > 24) return null
  const from = start - match[0].length + match[0].indexOf(hour)
  const read = reading === 'half' || reading === 'open' ? figures(hour) : reading
  const time = timeOf(Number(hour), 0, { reading: read })
  return { ...time, start: from, end: from + hour.length }
}

function timeOf(
  hour: number,
  minute: number,
  { am, pm, reading }: { am?: string | undefined; pm?: string | undefined; reading: Reading },
): Omit<ClockTime, 'start' | 'end'> {
  const isHalf = (am ?? pm) !== undefined && hour <= 12
  const ofDay = isHalf ? (hour % 12) + (pm ? 12 : 0) : hour
  return {
    minutes: (ofDay * 60 + minute + DAY) % DAY,
    reading: isHalf ? 'half' : reading,
    isWord: false,
  }
}

/** A time of day by a number alone, such as "9" or "9.30"; null where it cannot be one. */
export function hourOf(value: string): Pick<ClockTime, 'minutes' | 'reading'> | null {
  const [, hour = '', minute = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(value) ?? []
  const minutes = Number(hour) * 60 + Number(minute.padEnd(2, '0'))
  if (hour === '' || minutes > DAY || Number(minute.padEnd(2, '0')) > 59) return null
  return { minutes: minutes % DAY, reading: 'open' }
}

/** Whether a time of an answer may be one that a passage names. */
export function isSameTime(
  own: Pick<ClockTime, 'minutes' | 'reading'>,
  known: Pick<ClockTime, 'minutes' | 'reading'>,
): boolean {
  if (own.minutes === known.minutes) return true
  if (own.minutes % HALF_DAY !== known.minutes % HALF_DAY) return false
  if (own.reading === 'spoken' || known.reading === 'spoken') return true
  return known.reading === 'open' || (own.reading === 'open' && known.reading === 'half')
}
