import { type ClockTime, clockTimesIn, hourOf, isSameTime } from './clock-times.ts'
import { datesIn, type SpokenDate } from './dates.ts'
import { numbersIn, type WrittenNumber } from './numbers.ts'
import { type Unit, unitBefore, unitOf } from './units.ts'

/** A number with what it counts, or a time of day. */
export interface Quantity {
  /** Digits in one spelling, in the base unit where it has one. */
  value: string
  /** The same as it is written, whatever the unit. */
  written: string
  /** The base unit, `clock` for a time of day; null: a bare number, or one of things. */
  unit: string | null
  time: ClockTime | null
  /** The words after it, and the word before it, in lower case. */
  counted: string[]
  label: string | null
  /** No word follows it. */
  alone: boolean
  /** It is written in words. */
  spelt: boolean
  /** Where it begins in the text, in its NFKC form. */
  start: number
}

export interface Quantities {
  all: Quantity[]
  dates: SpokenDate[]
  /** Each number as it is written, whatever it counts. */
  numbers: Set<string>
}

const COUNTED_WORDS = 2

/** The numbers, measures, times of day and dates that a text names, in digits or in words. */
export function quantitiesOf(text: string): Quantities {
  const source = text.normalize('NFKC')
  const dates = datesIn(source)
  const inDate = (at: number) => dates.some(({ start, end }) => at >= start && at < end)
  const numbers = numbersIn(source)
  const outside = numbers.filter(({ start }) => !inDate(start))
  const { times, covers } = clockTimesIn(source, outside)
  const all = [
    ...outside.filter(({ start }) => !covers(start)).map((each) => quantityOf(each, source)),
    ...times.filter(({ start }) => !inDate(start)).map(timeQuantity),
  ].sort((a, b) => a.start - b.start)
  return { all, dates, numbers: new Set(numbers.map(({ value }) => value)) }
}

function quantityOf({ value, start, end, spelt }: WrittenNumber, source: string): Quantity {
  const after = source.slice(end, end + 40)
  const before = source.slice(Math.max(0, start - 30), start)
  const unit = measureOf(value, unitOf(after) ?? unitBefore(before))
  const counted = (after.match(WORDS) ?? []).slice(0, COUNTED_WORDS)
  return {
    value: unit ? String(Number(value) * unit.factor) : value,
    written: value,
    unit: unit?.base ?? null,
    time: null,
    counted: counted.map((word) => word.toLowerCase()),
    label: LABEL.exec(before)?.[1]?.toLowerCase() ?? null,
    alone: !/^[-\s]?\p{L}/u.test(after),
    spelt,
    start,
  }
}

function timeQuantity(time: ClockTime): Quantity {
  const value = String(time.minutes)
  const { start, isWord: spelt } = time
  const bare = { counted: [], label: null, alone: false }
  return { value, written: value, unit: 'clock', time, ...bare, spelt, start }
}

/** "2028 году" is a year, no length of time. */
function measureOf(value: string, unit: Unit | null): Unit | null {
  return unit?.base === 'month' && /^(?:19|20)\d\d$/.test(value) ? null : unit
}

/** Whether a text names a quantity of an answer: by its unit, or as a bare number. */
export function names({ all, numbers }: Quantities, quantity: Quantity): boolean {
  if (quantity.unit === null) return numbers.has(quantity.value)
  return all.some((each) => isSame(quantity, each))
}

/** Whether a quantity of an answer may be one that a passage names. */
export function isSame(own: Quantity, known: Quantity): boolean {
  const [time, other] = [timeOf(own), timeOf(known)]
  if ((own.time || known.time) && time && other) return isSameTime(time, other)
  if (own.unit === known.unit) return own.value === known.value
  // A bare number may have its unit elsewhere, as in the header of a table.
  const isBare = known.unit === null && (known.alone || own.value === own.written)
  return isBare && own.written === known.value
}

/** "21 heures" and "21" may be times of day as well. */
function timeOf({ time, unit, value, written }: Quantity) {
  if (time) return time
  if (unit === null) return hourOf(value)
  return unit === 'second' && Number(value) === Number(written) * HOUR ? hourOf(written) : null
}

const HOUR = 3600
const WORDS = /\p{L}{2,}/gu
const LABEL = /(\p{L}{3,})\s*$/u
