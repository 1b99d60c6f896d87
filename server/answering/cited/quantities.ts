import { datesIn, type SpokenDate } from './dates.ts'
import { numbersIn, type WrittenNumber } from './numbers.ts'
import { type Unit, unitBefore, unitOf } from './units.ts'

/** A number with what it counts. */
export interface Quantity {
  /** Digits in one spelling, in the base unit where it has one. */
  value: string
  /** The base unit; null: a bare number, or one of things. */
  unit: string | null
  /** The words after it, and the word before it, in lower case. */
  counted: string[]
  label: string | null
  /** It is written in words. */
  spelt: boolean
}

export interface Quantities {
  all: Quantity[]
  dates: SpokenDate[]
  /** Each number as it is written, whatever it counts. */
  numbers: Set<string>
  /** Each number with its base unit. */
  measured: Set<string>
}

const COUNTED_WORDS = 2

/** The numbers, measures and dates that a text names, in digits or in words. */
export function quantitiesOf(text: string): Quantities {
  const source = text.normalize('NFKC')
  const dates = datesIn(source)
  const inDate = (at: number) => dates.some(({ start, end }) => at >= start && at < end)
  const numbers = numbersIn(source)
  const all = numbers.filter(({ start }) => !inDate(start)).map((each) => quantityOf(each, source))
  return {
    all,
    dates,
    numbers: new Set(numbers.map(({ value }) => value)),
    measured: new Set(all.flatMap(({ value, unit }) => (unit ? [`${value} ${unit}`] : []))),
  }
}

function quantityOf({ value, start, end, spelt }: WrittenNumber, source: string): Quantity {
  const after = source.slice(end, end + 40)
  const before = source.slice(Math.max(0, start - 30), start)
  const unit = measureOf(value, unitOf(after) ?? unitBefore(before))
  const counted = (after.match(WORDS) ?? []).slice(0, COUNTED_WORDS)
  return {
    value: unit ? String(Number(value) * unit.factor) : value,
    unit: unit?.base ?? null,
    counted: counted.map((word) => word.toLowerCase()),
    label: LABEL.exec(before)?.[1]?.toLowerCase() ?? null,
    spelt,
  }
}

/** "2028 году" is a year, no length of time. */
function measureOf(value: string, unit: Unit | null): Unit | null {
  return unit?.base === 'month' && /^(?:19|20)\d\d$/.test(value) ? null : unit
}

const WORDS = /\p{L}{2,}/gu
const LABEL = /(\p{L}{3,})\s*$/u
