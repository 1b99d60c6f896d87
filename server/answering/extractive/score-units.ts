import { lettersOf } from '../../text/letters.ts'
import type { QuestionWord } from '../../text/question.ts'
import { type Definition, tellsOf } from './definitions.ts'
import { createOpposes } from './opposites.ts'
import type { Unit } from './passage-units.ts'
import type { AskedQuestion, QuestionForm } from './question-form.ts'
import { nearestHeading, type ReadUnit, type TextIndex } from './read-units.ts'
import { isEntry, isStatement, pointsElsewhere } from './sentence-roles.ts'

/** A unit with its score. */
export interface ScoredUnit {
  unit: Unit
  /** Its position among all units, in reading order. */
  at: number
  /** Higher answers better; comparable within one question only. */
  score: number
  /** Share, 0 to 1, of the question's weight that the unit holds with headings and neighbours. */
  support: number
  /** The likeness of its headings to the question, 0 to 1. */
  alike: number
  /** Indexes of the question's words that the unit itself holds. */
  holds: ReadonlySet<number>
  /** The same with its headings. */
  covers: ReadonlySet<number>
  /** It tells what the question asks to be defined. */
  defines: boolean
  /** It tells the opposite of what is asked, such as how to restore instead of how to back up. */
  opposed: boolean
}

/** The units of the passages, as they answer one question. */
export interface Scoring {
  units: ScoredUnit[]
  /** The weights of the question's words; 0 for a word that no unit holds. */
  weights: number[]
}

/** Weight of a word in the headings or other rows of a unit, and in the unit before or after. */
const AROUND_SHARE = 0.4
const NEIGHBOUR_SHARE = 0.3
/** The share of n-grams from which on a word counts as spelt alike, and the factor it counts by. */
const ALIKE = 0.6
const MIN_GRAMS = 3
/** For a passage whose title is all asked for: it is the page on the subject. */
const TITLE_BONUS = 0.4
/** Where steps are asked for, numbered steps are likely to answer, a table or a glossary is not. */
const STEPS_FACTOR = 1.5
const TABLE_FACTOR = 0.4
const ENTRY_FACTOR = 0.8
/** Where a definition is asked for: for all but sentences. */
const NO_SENTENCE_FACTOR = 0.5
/**
 * For code, which names many things and says little; less if no steps are asked for, or no
 * sentence explains it.
 */
const CODE_FACTOR = 0.8
const BARE_CODE_FACTOR = 0.5
/** For a unit that points elsewhere, and for a passage that continues another one. */
const ANNOUNCING_FACTOR = 0.5
const TORN_FACTOR = 0.5
/** For a log of changes, which mentions everything, where the question asks for no version. */
const HISTORY_FACTOR = 0.5
const EXPECTED_BONUS = 0.12
/** For a limit where the question asks for one: more than a heading that is the subject alone. */
const LIMIT_BONUS = 0.75
/** For a heading that asks the question, and for "X is …" where the question is what X is. */
const ALIKE_BONUS = 1
/** The same where the question is what something is: its own page or section tells most. */
const PAGE_BONUS = 1.5
const NAME_WORDS = 2
const DEFINITION_BONUS = 0.75
/** For a definition with which a section begins. */
const FIRST_BONUS = 0.3
/** Likeness of a heading that asks the question with more words, such as the product's name. */
const FULLER_QUESTION = 0.85
/** For a heading equal to the question, stop words included: "Who is it for?", "What is it?". */
const SAME_BONUS = 0.3
/** Share of that bonus that is lost with each unit below the heading, and for how many units. */
const DEPTH_LOSS = 0.08
const MAX_DEPTH = 5
/**
 * A shorter sentence is a fragment (in characters); a longer one (in words) answers everything a
 * little.
 */
const FRAGMENT_CHARS = 15
const LONG_WORDS = 60

/** How much a word counts that is common in any text of its language. */
const COMMON = 0.5
/** How much a word counts of the sentences around what is asked: it only adds. */
const CONTEXT = 0.25

/** Scores every unit for a question, in reading order. */
export function scoreUnits(question: AskedQuestion, units: ReadUnit[]): Scoring {
  const { form } = question
  const telling = tellingWords(question)
  const words = weighIn(units, telling)
  const around = weighIn(
    units,
    question.context.filter(({ common }) => !common),
  )
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const opposes = createOpposes(question.text)
  const letters = lettersOf(question.text)
  const asksForName = form.definition !== null && telling.length <= NAME_WORDS
  return {
    units: units.map(scored),
    weights: words.map(({ weight, count }) => (count > 0 ? weight : 0)),
  }

  function scored(here: ReadUnit, at: number): ScoredUnit {
    const { unit, depth } = here
    const shares = words.map(({ matches }, index) => matches[at] ?? shareAround(index, at))
    const held = words.reduce((sum, { weight }, index) => sum + weight * (shares[index] ?? 0), 0)
    const near = words.reduce((sum, { weight }, index) => sum + (shares[index] ? weight : 0), 0)
    const isHeading = letters !== '' && lettersOf(nearestHeading(unit)) === letters
    const alike = isHeading ? 1 : likeness(here)
    const { defines, bonus: defined } = definedBy(here, form.definition)
    const bonus =
      (form.expected?.test(unit.text) ? EXPECTED_BONUS : 0) +
      (held > 0 && form.limit?.test(unit.text) ? LIMIT_BONUS : 0) +
      defined +
      (isHeading ? SAME_BONUS : 0) +
      (asksForName ? PAGE_BONUS : ALIKE_BONUS) *
        alike *
        (1 - DEPTH_LOSS * Math.min(depth, MAX_DEPTH))
    return {
      unit,
      at,
      score:
        ((held + CONTEXT * heldAround(at)) / total + bonus) *
        (1 + TITLE_BONUS * titleAsked(here)) *
        here.standing *
        lengthFactor(unit) *
        kindFactor(here, defines) *
        wordingFactor(here, form),
      support: isHeading ? 1 : near / total,
      alike,
      holds: indexesOf(words, ({ matches }) => Boolean(matches[at])),
      covers: indexesOf(
        words,
        ({ word, matches }) => Boolean(matches[at]) || matchOf(word, here.around) > 0,
      ),
      defines,
      opposed: opposes(nearestHeading(unit)) && opposes(`${unit.heading}\n${unit.text}`),
    }
  }

  /** The weight of the words beside the question that a unit holds. */
  function heldAround(at: number): number {
    return around.reduce((sum, { weight, matches }) => sum + weight * (matches[at] ?? 0), 0)
  }

  function kindFactor({ unit, explained }: ReadUnit, defines: boolean): number {
    const sentenceAsked = form.definition !== null && !form.asksForList
    if (sentenceAsked && !isStatement(unit) && !defines) return NO_SENTENCE_FACTOR
    if (unit.kind === 'code') return explained && form.asksHow ? CODE_FACTOR : BARE_CODE_FACTOR
    return form.asksHow ? stepsFactor(unit) : 1
  }

  /**
   * The likeness of the headings: 1 if they hold all of the question, and the nearest nothing
   * else.
   */
  function likeness({ unit, heading, nearest }: ReadUnit): number {
    const covered = words.reduce(
      (sum, { word, weight }) => sum + weight * matchOf(word, heading),
      0,
    )
    const isQuestion = form.definition === null && /[?？؟]$/.test(nearestHeading(unit))
    return (covered / total) * Math.max(...nearest.map((terms) => shareAsked(terms, isQuestion)))
  }

  /** Share of a heading's terms that are asked for; most of a question that asks that and more. */
  function shareAsked(heading: string[], isQuestion: boolean): number {
    if (heading.length === 0) return 0
    const asking = heading.filter((term) => words.some(({ word }) => word.terms.includes(term)))
    const share = asking.length / heading.length
    const asksMore =
      isQuestion && words.every(({ word }) => word.terms.some((term) => heading.includes(term)))
    return asksMore ? Math.max(share, FULLER_QUESTION) : share
  }

  /** Share, 0 to 1, of the words of the passage's title that the question has. */
  function titleAsked({ title }: ReadUnit): number {
    const asking = title.filter((term) => words.some(({ word }) => word.terms.includes(term)))
    return title.length === 0 ? 0 : asking.length / title.length
  }

  /** The share that a word counts which is around the unit and not in it. */
  function shareAround(index: number, at: number): number {
    const word = words[index]
    const here = units[at]
    if (!word || !here) return 0
    const beside = [at - 1, at + 1]
      .filter((other) => units[other]?.unit.passage === here.unit.passage)
      .map((other) => word.matches[other] ?? 0)
    return Math.max(
      AROUND_SHARE * matchOf(word.word, here.around),
      ...beside.map((match) => NEIGHBOUR_SHARE * match),
    )
  }
}

/** Whether a unit tells what is asked to be defined; a list does so with one of its items. */
function definedBy({ unit, depth }: ReadUnit, definition: Definition | null) {
  const defines = definition !== null && tellsOf(unit, definition)
  const mentions = isStatement(unit) && definition?.mentions.test(unit.text)
  const first = defines && depth === 0 ? FIRST_BONUS : 0
  return { defines, bonus: first + (defines || mentions ? DEFINITION_BONUS : 0) }
}

function indexesOf<Item>(items: Item[], holds: (item: Item) => boolean): Set<number> {
  return new Set(items.flatMap((item, index) => (holds(item) ? [index] : [])))
}

/** The question's words without "use", which tells nothing, unless it is the only one. */
function tellingWords({ words }: AskedQuestion): QuestionWord[] {
  const telling = words.filter(({ terms }) => !terms.includes('use'))
  return telling.length > 0 ? telling : words
}

function bestPart(parts: TextIndex[], asked: QuestionWord[]): TextIndex {
  const counts = parts.map((part) => asked.filter((word) => matchOf(word, part) > 0).length)
  return parts[counts.indexOf(Math.max(...counts))] ?? { terms: new Set(), grams: new Set() }
}

/** A word with its weight, and how well each unit matches it (undefined: not at all). */
interface WeighedWord {
  word: QuestionWord
  weight: number
  matches: (number | undefined)[]
  /** How many units match it. */
  count: number
}

function weighIn(units: ReadUnit[], asked: QuestionWord[]): WeighedWord[] {
  return weighWords(
    asked,
    units.map(({ parts }) => bestPart(parts, asked)),
  )
}

/**
 * The fewer units hold a word, the more it weighs: all of them hold the subject of the question.
 */
function weighWords(asked: QuestionWord[], units: TextIndex[]): WeighedWord[] {
  const words = asked.map((word) => {
    const matches = units.map((unit) => matchOf(word, unit) || undefined)
    const count = matches.filter((match) => match !== undefined).length
    const rarity = Math.log(1 + units.length / (count + 0.5))
    return { word, matches, count, weight: word.common ? COMMON * rarity : rarity }
  })
  return words.filter(({ word, count }) => count > 0 || !(word.compound || word.common))
}

/** 1 for the word itself, less for one that is spelt alike, else 0. */
function matchOf(word: QuestionWord, { terms, grams }: TextIndex): number {
  if (word.terms.some((term) => terms.has(term))) return 1
  if (word.grams.length < MIN_GRAMS) return 0
  const share = word.grams.filter((gram) => grams.has(gram)).length / word.grams.length
  return share >= ALIKE ? share * ALIKE : 0
}

function stepsFactor(unit: Unit): number {
  const { kind, ordered } = unit
  if (ordered) return STEPS_FACTOR
  if (isEntry(unit)) return ENTRY_FACTOR
  return kind === 'table' ? TABLE_FACTOR : 1
}

function wordingFactor({ unit, torn }: ReadUnit, { asksForChanges }: QuestionForm): number {
  if (torn) return TORN_FACTOR
  if (!asksForChanges && HISTORY.test(unit.heading)) return HISTORY_FACTOR
  return pointsElsewhere(unit) ? ANNOUNCING_FACTOR : 1
}

function lengthFactor(unit: Unit): number {
  if (unit.kind !== 'sentence') return 1
  if (unit.text.length < FRAGMENT_CHARS) return 0.5
  return unit.text.split(/\s+/).length > LONG_WORDS ? 0.85 : 1
}

/** Headings of release notes, or of one version; a full stop follows the number of a section. */
const HISTORY =
  /(?<!\p{L})(?:change ?log|release notes|what['’]s new|version history|änderungsprotokoll|versionshinweise|notes de version|registro de cambios|notas de la versión)(?!\p{L})|(?:^|\n)(?:version |v)?\d+\.\d+(?:\.\d+)*(?![\p{L}\d.])/iu
