import { type BoundQuantity, boundQuantities } from '../bound-quantities.ts'
import { agree, type SpokenDate } from '../dates.ts'
import type { Assertion, Evidence, Statement } from '../evidence.ts'
import { type Quantities, type Quantity, quantitiesOf } from '../quantities.ts'
import type { Comparison, Finding, Rule } from './rule.ts'

/**
 * Numbers, measures and dates must stand in the passages or the question; where the sentence that
 * says most of an assertion has another number for the same thing, the assertion is wrong.
 */
export const number: Rule = {
  reason: 'number',
  judge(comparison) {
    const { assertion, evidence, asked } = comparison
    if (assertion.isCode) return null
    const own = quantitiesOf(assertion.text.replace(ITEM_NUMBER, '').replace(/`[^`\n]*`/g, ' '))
    if (own.all.length + own.dates.length === 0) return null
    const known = [...evidence, asked].map((each) => each.vocabulary().quantities)
    const isPresent =
      own.dates.every((date) => hasDate(date, known)) &&
      own.all.every((quantity) => hasQuantity(quantity, known))
    if (!isPresent) return 'missing'
    return comparison.comparable ? (swapped(own, comparison) ?? exchanged(comparison)) : null
  },
}

const ITEM_NUMBER = /^[ \t>]*\d{1,9}[.)][ \t]/

function hasDate(date: SpokenDate, known: Quantities[]): boolean {
  const dates = known.flatMap((each) => each.dates)
  if (dates.length > 0) return dates.some((each) => agree(date, each))
  // The passages may write it in figures alone.
  const figures = [date.day, date.year].flatMap((figure) => (figure ? String(figure) : []))
  return figures.every((figure) => known.some(({ numbers }) => numbers.has(figure)))
}

/** A number in words counts only with a unit: "two ways" may be the model's own count. */
function hasQuantity({ value, unit, spelt }: Quantity, known: Quantities[]): boolean {
  if (unit === null) return spelt || known.some(({ numbers }) => numbers.has(value))
  return known.some(
    ({ all, measured }) =>
      measured.has(`${value} ${unit}`) ||
      all.some((each) => each.unit === null && each.value === value),
  )
}

/** A sentence with so many of the words says most of it. */
const SAYS_MOST = 0.6
const SAYS_ALL = 0.85
const NEARLY_AS_MUCH = 0.9

function swapped(own: Quantities, { assertion, evidence, asked }: Comparison): Finding {
  const near = closest(assertion, evidence)
  if (near.length === 0) return null
  const inQuestion = asked.vocabulary().quantities
  const quantities = own.all.filter(({ value }) => !inQuestion.numbers.has(value))
  const dates = own.dates.filter((date) => !inQuestion.dates.some((each) => agree(date, each)))
  const wrongIn = (each: Near) => [
    ...quantities.filter((quantity) => isOther(quantity, each)),
    ...dates.filter((date) => isOtherDate(date, each)),
  ]
  const wrong = near.map(wrongIn)
  // A sentence that names two of a kind may join what two sentences of the passage say.
  const units = quantities.map(({ unit }) => unit)
  const joins = new Set(units).size < units.length || dates.length > 1
  const isSwapped = joins
    ? wrong[0]?.some((each) => wrong.every((others) => others.includes(each)))
    : wrong.every((each) => each.length > 0)
  return isSwapped ? 'contradicted' : null
}

/** So much of what is said of a quantity must be said of another one by the passages. */
const SAID_OF_OTHER = 0.6

/** All that is said of a quantity is said of another one of its kind, and more than of itself. */
function exchanged({ assertion, evidence, asked }: Comparison): Finding {
  const inQuestion = asked.vocabulary().quantities
  const known = evidence.flatMap((each) =>
    each.vocabulary().statements.flatMap((statement) => statement.boundQuantities()),
  )
  const isExchanged = boundQuantities(assertion.text).some(({ quantity, words }) => {
    if (words.length < 2 || inQuestion.numbers.has(quantity.value)) return false
    const saidOf = (each: BoundQuantity) =>
      words.filter((spellings) =>
        each.words.some((other) => spellings.some((term) => other.includes(term))),
      )
    const same = known.filter((each) => isSame(quantity, each.quantity))
    const own = new Set(same.flatMap(saidOf))
    if (same.length === 0) return false
    return known.some((each) => {
      if (!isOtherOf(quantity, each.quantity)) return false
      const said = new Set(saidOf(each))
      const isMore = said.size > own.size && [...own].every((word) => said.has(word))
      return isMore && said.size >= SAID_OF_OTHER * words.length
    })
  })
  return isExchanged ? 'contradicted' : null
}

function isSame(one: Quantity, other: Quantity): boolean {
  return one.value === other.value && (one.unit === other.unit || other.unit === null)
}

function isOther(quantity: Quantity, { quantities, around }: Near): boolean {
  return !has(around, quantity) && quantities.all.some((other) => isOtherOf(quantity, other))
}

function isOtherDate(date: SpokenDate, { quantities, around }: Near): boolean {
  const isNamed = around.some(({ dates }) => dates.some((each) => agree(date, each)))
  return !isNamed && quantities.dates.length > 0
}

interface Near {
  quantities: Quantities
  /** Its quantities; unless it says all but all, with those of the sentences beside it. */
  around: Quantities[]
}

/** The sentences that say most of an assertion, apart from its numbers. */
function closest(assertion: Assertion, evidence: Evidence[]): Near[] {
  const words = assertion.words().filter((terms) => !/^\p{N}/u.test(terms[0] ?? ''))
  if (words.length < 2) return []
  const scored = evidence.flatMap((each) => {
    const { statements } = each.vocabulary()
    return statements.map((statement, at) => {
      const share = shareIn(words, statement)
      const reach = share < SAYS_ALL ? 1 : 0
      const near = () => ({
        quantities: statement.quantities(),
        around: statements
          .slice(Math.max(0, at - reach), at + reach + 1)
          .map((one) => one.quantities()),
      })
      return { share, near }
    })
  })
  const best = Math.max(SAYS_MOST, ...scored.map(({ share }) => share))
  return scored.filter(({ share }) => share >= best * NEARLY_AS_MUCH).map(({ near }) => near())
}

function shareIn(words: string[][], statement: Statement): number {
  const terms = statement.terms()
  const found = words.filter((spellings) => spellings.some((term) => terms.has(term)))
  return found.length / words.length
}

function has(quantities: Quantities[], { value, unit }: Quantity): boolean {
  return quantities.some(({ all, numbers }) =>
    unit === null
      ? numbers.has(value)
      : all.some((each) => each.value === value && (each.unit === unit || each.unit === null)),
  )
}

/** Another number of the same unit, the same things, or after the same word. */
function isOtherOf(quantity: Quantity, other: Quantity): boolean {
  if (quantity.value === other.value) return false
  if (quantity.unit !== null || other.unit !== null) return quantity.unit === other.unit
  if (quantity.label !== null && quantity.label === other.label) return true
  return quantity.counted.some((word) => other.counted.some((each) => isSameWord(word, each)))
}

function isSameWord(one: string, other: string): boolean {
  const length = Math.max(4, Math.min(one.length, other.length) - 1)
  return one.slice(0, length) === other.slice(0, length)
}
