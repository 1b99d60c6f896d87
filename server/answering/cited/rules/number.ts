import { type BoundQuantity, boundQuantities } from '../bound-quantities.ts'
import { agree, type SpokenDate } from '../dates.ts'
import type { Assertion, Evidence, Statement } from '../evidence.ts'
import { isSame, names, type Quantities, type Quantity, quantitiesOf } from '../quantities.ts'
import { NEGATION } from './clauses.ts'
import type { Comparison, Finding, Rule } from './rule.ts'

/**
 * Numbers, measures, times of day and dates must stand in the passages or the question; where the
 * sentence that says most of an assertion has another number for the same thing, the assertion is
 * wrong.
 */
export const number: Rule = {
  reason: 'number',
  judge(comparison) {
    const { assertion, evidence, asked } = comparison
    if (assertion.isCode) return null
    const own = quantitiesOf(assertion.text.replace(ITEM_NUMBER, '').replace(/`[^`\n]*`/g, ' '))
    if (own.all.length + own.dates.length === 0) return null
    const inQuestion = asked.vocabulary().quantities
    const known = [...evidence, asked].map((each) => each.vocabulary().quantities)
    const isPresent =
      own.dates.every((date) => hasDate(date, known)) &&
      own.all.every((quantity) => hasQuantity(quantity, known) || isAsked(quantity, inQuestion))
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

/**
 * A number in words counts only with a unit ("two ways" may be the model's own count), and a word
 * for a time of day not at all.
 */
function hasQuantity(quantity: Quantity, known: Quantities[]): boolean {
  if (quantity.spelt && (quantity.unit === null || quantity.time)) return true
  return known.some((each) => names(each, quantity))
}

/**
 * Whether a question has a quantity: unlike in passages, whatever a bare number of it counts, and
 * to the half of the day.
 */
function isAsked(quantity: Quantity, { all, numbers }: Quantities): boolean {
  if (quantity.time) return all.some((each) => each.time && each.value === quantity.value)
  if (quantity.unit === null) return numbers.has(quantity.value)
  return all.some((each) =>
    each.unit === null ? each.value === quantity.written : isSame(quantity, each),
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
  const quantities = own.all.filter((quantity) => !isAsked(quantity, inQuestion))
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
/** So many quantities of a sentence are compared in pairs; the time grows with the fourth power. */
const MAX_PAIRED = 8

/**
 * Whether the passages say of another quantity what the assertion says of its own (`contradicted`),
 * or may do so of times of day (`doubtful`).
 */
function exchanged({ assertion, evidence, asked }: Comparison): Finding {
  const inQuestion = asked.vocabulary().quantities
  const bound = boundQuantities(assertion.text)
  const paired = bound.slice(0, MAX_PAIRED)
  const negated = NEGATION.test(assertion.text)
  const statements = evidence
    .flatMap((each) => each.vocabulary().statements)
    .map((statement) => ({ statement, known: statement.boundQuantities() }))
    .filter(({ known }) => known.length > 0)
  const known = statements.flatMap((each) => each.known)
  const own = bound.filter(({ quantity }) => !isAsked(quantity, inQuestion))
  const found: Finding[] = own.map((each) => saidOfOther(each, siblingsOf(each, paired), known))
  for (const { statement, known } of statements) {
    if (negated !== statement.isNegated()) continue
    if (bound.length === 1) found.push(...own.map((each) => saidAsMuch(each, known)))
    found.push(...crossings(paired, known.slice(0, MAX_PAIRED)))
  }
  if (found.includes('contradicted')) return 'contradicted'
  return found.includes('doubtful') ? 'doubtful' : null
}

/** The other quantities of its part, of which the same is said. */
function siblingsOf({ quantity, own }: BoundQuantity, bound: BoundQuantity[]): Quantity[] {
  return bound.flatMap((each) =>
    each.own === own && each.quantity !== quantity ? [each.quantity] : [],
  )
}

/** All that is said of a quantity is said of another one of its kind, and more than of itself. */
function saidOfOther(
  { quantity, words }: BoundQuantity,
  siblings: Quantity[],
  known: BoundQuantity[],
): Finding {
  if (words.length < 2) return null
  const same = known.filter((each) => isSame(quantity, each.quantity))
  if (same.length === 0) return null
  const own = new Set(same.flatMap((each) => saidIn(words, each.words)))
  const isExchanged = known.some((each) => {
    if (!isOtherOf(quantity, each.quantity)) return false
    if (siblings.some((sibling) => isSame(sibling, each.quantity))) return false
    const said = new Set(saidIn(words, each.words))
    const isMore = said.size > own.size && [...own].every((word) => said.has(word))
    return isMore && said.size >= SAID_OF_OTHER * words.length
  })
  return isExchanged ? 'contradicted' : null
}

/**
 * A statement tells two times of day apart, and an assertion about one has as much of what is said
 * of the other alone.
 */
function saidAsMuch({ quantity, words }: BoundQuantity, known: BoundQuantity[]): Finding {
  if (quantity.time === null) return null
  const same = known.filter((each) => isSame(quantity, each.quantity))
  const others = known.filter((each) => isOtherOf(quantity, each.quantity))
  const isDoubtful = others.some((other) => {
    const ofOther = Math.min(
      ...same.map((each) => saidIn(words, without(other.words, each.words)).length),
    )
    const ofOwn = Math.max(
      ...same.map((each) => saidIn(words, without(each.words, other.words)).length),
    )
    return same.length > 0 && ofOther > 0 && ofOther >= ofOwn
  })
  return isDoubtful ? 'doubtful' : null
}

/** Compares each two quantities of a kind in an assertion with the same two in a statement. */
function crossings(own: BoundQuantity[], known: BoundQuantity[]): Finding[] {
  return own.flatMap((one, at) =>
    own.slice(at + 1).flatMap((other) => {
      if (!isOtherOf(one.quantity, other.quantity)) return []
      const its = known.filter((each) => isSame(one.quantity, each.quantity))
      const others = known.filter((each) => isSame(other.quantity, each.quantity))
      const found = its.flatMap((first) =>
        others.map((second) => crossing([one, other], [first, second])),
      )
      // A statement may have one of them twice.
      return found.includes(null) ? [] : found
    }),
  )
}

type Pair = [BoundQuantity, BoundQuantity]

function crossing([one, other]: Pair, [first, second]: Pair): Finding {
  const ofFirst = without(first.words, second.words)
  const ofSecond = without(second.words, first.words)
  // Of a range, such as "open from 9:00 to 17:00", the same is said of both.
  const isRange = one.own === other.own
  const straight =
    !isRange && saidIn(one.words, ofFirst).length + saidIn(other.words, ofSecond).length > 0
  if (straight) return null
  const across = [saidIn(one.words, ofSecond), saidIn(other.words, ofFirst)]
  if (!isRange && across.every(({ length }) => length > 0)) return 'contradicted'
  const isReversed = one.quantity.time && first.quantity.start > second.quantity.start
  if (!isReversed) return null
  const isSaid = saidIn(one.own, first.own).length === one.own.length
  return isRange && first.own === second.own && isSaid ? 'contradicted' : 'doubtful'
}

/** Those of some words that are among others. */
function saidIn(words: string[][], others: string[][]): string[][] {
  return words.filter((spellings) =>
    others.some((each) => spellings.some((term) => each.includes(term))),
  )
}

function without(words: string[][], others: string[][]): string[][] {
  const shared = new Set(saidIn(words, others))
  return words.filter((word) => !shared.has(word))
}

function isOther(quantity: Quantity, { quantities, around }: Near): boolean {
  return (
    !around.some((each) => names(each, quantity)) &&
    quantities.all.some((other) => isOtherOf(quantity, other))
  )
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

/** Another number of the same unit, the same things, or after the same word. */
function isOtherOf(quantity: Quantity, other: Quantity): boolean {
  if (isSame(quantity, other)) return false
  if (quantity.unit !== null || other.unit !== null) return quantity.unit === other.unit
  if (quantity.label !== null && quantity.label === other.label) return true
  return quantity.counted.some((word) => other.counted.some((each) => isSameWord(word, each)))
}

function isSameWord(one: string, other: string): boolean {
  const length = Math.max(4, Math.min(one.length, other.length) - 1)
  return one.slice(0, length) === other.slice(0, length)
}
