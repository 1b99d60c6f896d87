import { lettersOf } from '../../text/letters.ts'
import { createOpposes } from '../../text/opposites.ts'
import type { QuestionWord } from '../../text/question.ts'
import { matchOf, type TextIndex, type WeighedWord, weighWords } from '../../text/word-match.ts'
import { type Definition, tellsOf } from './definitions.ts'
import type { AskedQuestion } from './question-form.ts'
import { nearestHeading, type ReadUnit } from './read-units.ts'
import { isEntry, isStatement, pointsElsewhere } from './relations.ts'

/** Features by which a unit is scored, each from 0 to 1. */
export interface UnitFeatures {
  /** The share of the question's weight that it holds; of a list, its best item. */
  words: number
  /** Likewise of words that only its headings or its other rows hold, or only its neighbours. */
  around: number
  beside: number
  /** Likewise of the sentences around what is asked. */
  context: number
  /** How nearly its headings ask the question, less with each unit below them. */
  heading: number
  /** Likewise where the question is what something is, which its own section tells. */
  named: number
  /** The nearest heading is the question, stop words included. */
  same: number
  /** The share of the title's words that are asked. */
  title: number
  /** How well its passage fits, beside the best one. */
  standing: number
  /** It is on the page that was found first. */
  page: number
  /** How like it is to the question in meaning. */
  meaning: number
  /** It tells what is asked to be defined; it is the first to do so; it says something of it. */
  defines: number
  begins: number
  mentions: number
  /** It holds what such questions ask for: a time, a number, a reason; a limit. */
  expected: number
  limit: number
  /** Where steps are asked for: it has them. */
  steps: number
  /** A kind that seldom answers what is asked: no sentence where one must be; a table, code. */
  unsaid: number
  table: number
  entry: number
  code: number
  bare: number
  /** It points elsewhere, or continues what is not there, or is of a log of changes. */
  pointing: number
  torn: number
  history: number
  /** It is a fragment, or longer than a sentence that answers. */
  short: number
  long: number
  /** The heading is on the opposite of what is asked. */
  opposed: number
}

/** A unit as it was compared with a question. */
export interface ComparedUnit {
  features: UnitFeatures
  /** Share, 0 to 1, of the question's weight that the unit holds with headings and neighbours. */
  support: number
  /** The likeness of its headings to the question, 0 to 1. */
  alike: number
  /** Indexes of the question's words that the unit itself holds. */
  holds: ReadonlySet<number>
  /** Likewise with its headings. */
  covers: ReadonlySet<number>
  /** The weights of the question's words; 0 for a word that no unit holds. */
  weights: number[]
}

/** So many units below a heading it has lost its effect. */
const DEPTH = 12
/** A question for a name has no more words. */
const NAME_WORDS = 2
/** Likeness of a heading that asks the question with more words, such as the product's name. */
const FULLER_QUESTION = 0.85
/** A shorter sentence is a fragment (in characters); a longer one (in words) says many things. */
const FRAGMENT_CHARS = 15
const LONG_WORDS = 60

/** Compares units, in reading order, with a question. */
export function compareUnits(question: AskedQuestion, units: ReadUnit[]): ComparedUnit[] {
  const { form } = question
  const telling = tellingWords(question)
  const words = weighIn(units, telling)
  const context = weighIn(
    units,
    question.context.filter(({ common }) => !common),
  )
  const total = sumOf(words.map(({ weight }) => weight)) || 1
  const opposes = createOpposes(question.text)
  const letters = lettersOf(question.text)
  const asksForName = form.definition !== null && telling.length <= NAME_WORDS
  const weights = words.map(({ weight, count }) => (count > 0 ? weight : 0))
  return units.map(compared)

  function compared(here: ReadUnit, at: number): ComparedUnit {
    const { unit } = here
    const own = words.map(({ matches }) => matches[at] ?? 0)
    const around = words.map(({ word }, index) => own[index] || matchOf(word, here.around))
    const beside = words.map((word, index) => around[index] || besideOf(word, at))
    const same = letters !== '' && lettersOf(nearestHeading(unit)) === letters
    const alike = same ? 1 : likeness(here)
    const shareOf = (shares: number[]) =>
      sumOf(words.map(({ weight }, index) => weight * (shares[index] ?? 0))) / total
    const held = shareOf(own)
    return {
      features: {
        words: held,
        around: shareOf(around) - held,
        beside: shareOf(beside) - shareOf(around),
        context: Math.min(
          1,
          sumOf(context.map((each) => each.weight * (each.matches[at] ?? 0))) / total,
        ),
        same: Number(same),
        meaning: here.meaning,
        ...placeOf(here, alike),
        ...definedBy(here, form.definition),
        ...kindOf(here),
        expected: Number(form.expected?.test(unit.text) ?? false),
        limit: Number(held > 0 && (form.limit?.test(unit.text) ?? false)),
        opposed: Number(opposes(nearestHeading(unit)) && opposes(`${unit.heading}\n${unit.text}`)),
      },
      support: same ? 1 : shareOf(beside.map((share) => Number(share > 0))),
      alike,
      holds: indexesOf(own),
      covers: indexesOf(around),
      weights,
    }
  }

  function placeOf(here: ReadUnit, alike: number) {
    const heading = alike * (1 - Math.min(here.depth, DEPTH) / DEPTH)
    return {
      heading,
      named: asksForName ? heading : 0,
      title: titleAsked(here),
      standing: here.standing,
      page: Number(here.onFirstPage),
    }
  }

  function kindOf({ unit, explained, torn }: ReadUnit) {
    const isCode = unit.kind === 'code'
    const sentenceAsked = form.definition !== null && !form.asksForList
    const tells = form.definition !== null && tellsOf(unit, form.definition)
    return {
      steps: Number(form.asksHow && unit.ordered),
      unsaid: Number(sentenceAsked && !isStatement(unit) && !tells),
      table: Number(form.asksHow && unit.kind === 'table'),
      entry: Number(form.asksHow && isEntry(unit)),
      code: Number(isCode),
      bare: Number(isCode && !(explained && form.asksHow)),
      pointing: Number(pointsElsewhere(unit)),
      torn: Number(torn),
      history: Number(!form.asksForChanges && HISTORY.test(unit.heading)),
      short: Number(unit.kind === 'sentence' && unit.text.length < FRAGMENT_CHARS),
      long: Number(unit.kind === 'sentence' && unit.text.split(/\s+/).length > LONG_WORDS),
    }
  }

  /** How well the unit before or after holds a word. */
  function besideOf({ matches }: WeighedWord, at: number): number {
    const passage = units[at]?.unit.passage
    const beside = [at - 1, at + 1].filter((other) => units[other]?.unit.passage === passage)
    return Math.max(0, ...beside.map((other) => matches[other] ?? 0))
  }

  /** 1 if the headings hold all of the question, and the nearest nothing else. */
  function likeness({ unit, heading, nearest }: ReadUnit): number {
    const covered = sumOf(words.map(({ word, weight }) => weight * matchOf(word, heading))) / total
    const isQuestion = form.definition === null && /[?？؟]$/.test(nearestHeading(unit))
    return covered * Math.max(...nearest.map((terms) => shareAsked(terms, isQuestion)))
  }

  /** Share of a heading's terms that are asked for; most of a question that asks that and more. */
  function shareAsked(heading: string[], isQuestion: boolean): number {
    const share = askedShare(heading)
    const asksMore =
      isQuestion && words.every(({ word }) => word.terms.some((term) => heading.includes(term)))
    return asksMore ? Math.max(share, FULLER_QUESTION) : share
  }

  function titleAsked({ title }: ReadUnit): number {
    return askedShare(title)
  }

  function askedShare(terms: string[]): number {
    const asked = terms.filter((term) => words.some(({ word }) => word.terms.includes(term)))
    return terms.length === 0 ? 0 : asked.length / terms.length
  }
}

/** Whether a unit tells what is asked to be defined; a list does so with one of its items. */
function definedBy({ unit, depth }: ReadUnit, definition: Definition | null) {
  const defines = definition !== null && tellsOf(unit, definition)
  const mentions = isStatement(unit) && (definition?.mentions.test(unit.text) ?? false)
  return {
    defines: Number(defines),
    begins: Number(defines && depth === 0),
    mentions: Number(mentions && !defines),
  }
}

function indexesOf(shares: number[]): Set<number> {
  return new Set(shares.flatMap((share, index) => (share > 0 ? [index] : [])))
}

/** The question's words without "use", which tells nothing, unless it is the only one. */
function tellingWords({ words }: AskedQuestion): QuestionWord[] {
  const telling = words.filter(({ terms }) => !terms.includes('use'))
  return telling.length > 0 ? telling : words
}

/** Words weighed by units, of which the best part counts: all rows hold a little of everything. */
function weighIn(units: ReadUnit[], asked: QuestionWord[]): WeighedWord[] {
  return weighWords(
    asked,
    units.map(({ parts }) => bestPart(parts, asked)),
  )
}

function bestPart(parts: TextIndex[], asked: QuestionWord[]): TextIndex {
  if (parts.length === 1 && parts[0]) return parts[0]
  const counts = parts.map((part) => asked.filter((word) => matchOf(word, part) > 0).length)
  return parts[counts.indexOf(Math.max(...counts))] ?? { terms: new Set(), grams: new Set() }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Headings of release notes, or of one version; a full stop follows the number of a section. */
const HISTORY =
  /(?<!\p{L})(?:change ?log|release notes|what['’]s new|version history|änderungsprotokoll|versionshinweise|notes de version|registro de cambios|notas de la versión)(?!\p{L})|(?:^|\n)(?:version |v)?\d+\.\d+(?:\.\d+)*(?![\p{L}\d.])/iu
