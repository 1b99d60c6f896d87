import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import { analyzeQuestion, type QuestionWord } from '../../text/question.ts'
import { type Unit, unitsOf, withoutAddresses } from './passage-units.ts'
import { asksForList, asksHow, definitionIn, expectedIn } from './question-kinds.ts'
import { continues, isStatement, pointsElsewhere } from './sentence-roles.ts'

/** A unit with how well it answers. */
export interface WeighedUnit {
  unit: Unit
  /** Position among all units of all passages: reading order. */
  at: number
  /** Higher answers better; comparable within one question only. */
  score: number
  /** Share, 0 to 1, of what the question's words say that the unit holds, with its headings and neighbours. */
  support: number
  /** How nearly the headings above it ask the question, 0 to 1. */
  alike: number
  /** Indexes of the question's words that the unit itself holds. */
  holds: ReadonlySet<number>
}

/** What a word counts that stands above the unit or in its other rows, or in the unit before or after. */
const AROUND_SHARE = 0.4
const NEIGHBOUR_SHARE = 0.3
/** A word is spelt alike when this share of its n-grams is found, and counts that much less. */
const ALIKE = 0.6
const MIN_GRAMS = 3
/** How much a passage's place in the ranking counts: its score as a share of the best one, to this power. */
const STANDING_POWER = 2
/** How much more a unit counts where its passage's title is all asked for: the page on the subject itself. */
const TITLE_BONUS = 0.4
/** Where steps are asked for: numbered steps most likely tell them, a table seldom does. */
const STEPS_FACTOR = 1.5
const TABLE_FACTOR = 0.4
/** Where it is asked what something is: a sentence tells, not what one leads in. */
const NO_SENTENCE_FACTOR = 0.5
/** Code names many things and says little; less still where no sentence of its section stands above it. */
const CODE_FACTOR = 0.8
const BARE_CODE_FACTOR = 0.5
/** For what says where the answer is found, and a passage that goes on from another, which is there. */
const ANNOUNCING_FACTOR = 0.5
const TORN_FACTOR = 0.5
const EXPECTED_BONUS = 0.12
/** For standing under a heading that asks the question, and for opening with "X is …" where X is asked for. */
const ALIKE_BONUS = 1
const DEFINITION_BONUS = 0.75
/** Likeness of a heading that asks the question in more words, such as the product's name. */
const FULLER_QUESTION = 0.85
/** More for a heading that is the question, stop words and all: "Who is it for?" beside "What is it?". */
const SAME_BONUS = 0.3
/** Under such a heading, lost with each unit that a unit stands further down, up to so many of them. */
const DEPTH_LOSS = 0.08
const MAX_DEPTH = 5
/** Less than this is a scrap, more than that answers everything a little. Characters; words. */
const SCRAP_CHARS = 15
const LONG_WORDS = 60

/** A unit with what of it is compared. */
interface ReadUnit {
  unit: Unit
  /** How its passage stands in the ranking, 0 to 1. */
  standing: number
  own: Indexed
  heading: Indexed
  /** Its headings, and all of its rows. */
  around: Indexed
  /** Terms of its passage's title. */
  title: string[]
  /** Terms of the heading right above it. */
  nearest: string[]
  /** Units between it and that heading. */
  depth: number
  /** A sentence stands above it under that heading. */
  explained: boolean
  /** Its passage begins in the middle of what another of the passages says. */
  torn: boolean
}

interface Indexed {
  terms: Set<string>
  grams: Set<string>
}

/** Weighs every unit of the passages against a question. In reading order. */
export function weighUnits(question: string, passages: PromptPassage[]): WeighedUnit[] {
  const asked = tellingWords(question)
  const best = Math.max(...passages.map(({ score }) => score ?? 0))
  const read = passages.flatMap((passage) => {
    const share = passage.score ? passage.score / best : 1
    const isContinued = passages.some((other) => comesBefore(other, passage))
    return readUnits(passage, { standing: share ** STANDING_POWER, isContinued }, asked)
  })
  const words = askedWords(asked, read)
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const expected = expectedIn(question)
  const defines = definitionIn(question)
  const sentenceAsked = defines !== null && !asksForList(question)
  const stepsAsked = asksHow(question)
  return read.map((here, at) => {
    const { unit, depth } = here
    const shares = words.map(({ matches }, index) => matches[at] ?? shareAround(index, at))
    const held = words.reduce((sum, { weight }, index) => sum + weight * (shares[index] ?? 0), 0)
    const near = words.reduce((sum, { weight }, index) => sum + (shares[index] ? weight : 0), 0)
    const alike = likeness(here)
    const bonus =
      (expected?.test(unit.text) ? EXPECTED_BONUS : 0) +
      (isDefinition(unit) ? DEFINITION_BONUS : 0) +
      (isSame(question, here) ? SAME_BONUS : 0) +
      ALIKE_BONUS * alike * (1 - DEPTH_LOSS * Math.min(depth, MAX_DEPTH))
    return {
      unit,
      at,
      score:
        (held / total + bonus) *
        (1 + TITLE_BONUS * titleAsked(here)) *
        here.standing *
        lengthFactor(unit) *
        kindFactor(here) *
        wordingFactor(here),
      support: near / total,
      alike,
      holds: new Set(words.flatMap(({ matches }, index) => (matches[at] ? [index] : []))),
    }
  })

  /** It defines what is asked for; a list does so by an item. */
  function isDefinition(unit: Unit): boolean {
    if (defines === null) return false
    if (unit.kind === 'list') return unit.rows.some((row) => defines.test(row))
    return isStatement(unit) && defines.test(unit.text)
  }

  function kindFactor({ unit, explained }: ReadUnit): number {
    if (sentenceAsked && !isStatement(unit) && !isDefinition(unit)) return NO_SENTENCE_FACTOR
    if (unit.kind === 'code') return explained ? CODE_FACTOR : BARE_CODE_FACTOR
    return stepsAsked ? stepsFactor(unit) : 1
  }

  /** How nearly the headings ask the question, 0 to 1: they hold all of it, and the nearest holds nothing else. */
  function likeness({ unit, heading, nearest }: ReadUnit): number {
    if (nearest.length === 0) return 0
    const covered = words.reduce(
      (sum, { word, weight }) => sum + weight * matchOf(word, heading),
      0,
    )
    const asking = nearest.filter((term) => words.some(({ word }) => word.terms.includes(term)))
    const share = asking.length / nearest.length
    const asksMore =
      /[?？؟]$/.test(nearestHeading(unit)) &&
      words.every(({ word }) => word.terms.some((term) => nearest.includes(term)))
    return (covered / total) * (asksMore ? Math.max(share, FULLER_QUESTION) : share)
  }

  /** Share, 0 to 1, of the words of the passage's title that the question has. */
  function titleAsked({ title }: ReadUnit): number {
    const asking = title.filter((term) => words.some(({ word }) => word.terms.includes(term)))
    return title.length === 0 ? 0 : asking.length / title.length
  }

  /** What a word that the unit does not hold counts for standing around it. */
  function shareAround(index: number, at: number): number {
    const word = words[index]
    const here = read[at]
    if (!word || !here) return 0
    const beside = [at - 1, at + 1]
      .filter((other) => read[other]?.unit.passage === here.unit.passage)
      .map((other) => word.matches[other] ?? 0)
    return Math.max(
      AROUND_SHARE * matchOf(word.word, here.around),
      ...beside.map((match) => NEIGHBOUR_SHARE * match),
    )
  }
}

/** Whether a passage stands in the same section as another, further up. */
function comesBefore(one: PromptPassage, other: PromptPassage): boolean {
  const sameSection = one.title === other.title && one.anchor === other.anchor
  return sameSection && (one.position ?? 0) < (other.position ?? 0)
}

/** The question's words without "use", which says nothing of what is used, unless there is no other. */
function tellingWords(question: string): QuestionWord[] {
  const { words } = analyzeQuestion(question)
  const telling = words.filter(({ terms }) => !terms.includes('use'))
  return telling.length > 0 ? telling : words
}

function readUnits(
  passage: PromptPassage,
  { standing, isContinued }: { standing: number; isContinued: boolean },
  asked: QuestionWord[],
): ReadUnit[] {
  const language = stemmingLanguageOf(passage.text)
  const title = contentOf(passage.title, language).terms
  let above = ''
  let depth = 0
  let explained = false
  const units = unitsOf(passage)
  const torn = isContinued && units[0] !== undefined && continues(units[0].markdown)
  return units.map((unit) => {
    const sameSection = unit.heading === above
    depth = sameSection ? depth + 1 : 0
    explained = unit.kind === 'sentence' || (sameSection && explained)
    above = unit.heading
    const heading = indexed(unit.heading, language)
    const whole = `${unit.heading}\n${unit.text}`
    return {
      unit,
      standing,
      own: bestPart(
        partsOf(unit).map((part) => indexed(part, language)),
        asked,
      ),
      heading,
      title,
      around: unit.rows.length > 0 ? indexed(whole, language) : heading,
      nearest: contentOf(nearestHeading(unit), language).terms,
      depth,
      explained,
      torn,
    }
  })
}

function isSame(question: string, { unit }: ReadUnit): boolean {
  return lettersOf(question) === lettersOf(nearestHeading(unit))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

/** Of the title, the anchor and the headings of the passage, the last. */
function nearestHeading({ heading }: Unit): string {
  return heading.split(/\n| › /).at(-1) ?? ''
}

/** What of a unit can answer by itself: rows and items, which together would hold a little of everything. */
function partsOf({ text, header, rows }: Unit): string[] {
  return rows.length > 0 ? rows.map((row) => withoutAddresses(`${header}\n${row}`)) : [text]
}

function bestPart(parts: Indexed[], asked: QuestionWord[]): Indexed {
  const counts = parts.map((part) => asked.filter((word) => matchOf(word, part) > 0).length)
  return parts[counts.indexOf(Math.max(...counts))] ?? { terms: new Set(), grams: new Set() }
}

function indexed(text: string, language: ReturnType<typeof stemmingLanguageOf>): Indexed {
  const { terms, grams } = contentOf(text, language)
  return { terms: new Set(terms), grams: new Set(grams) }
}

/** A question's word, what it says, and how well each unit matches it (undefined: not at all). */
interface AskedWord {
  word: QuestionWord
  weight: number
  matches: (number | undefined)[]
}

/** Weighs by how few of the units hold a word: the subject stands in all, what is asked of it in few. */
function askedWords(asked: QuestionWord[], read: ReadUnit[]): AskedWord[] {
  const words = asked.map((word) => {
    const matches = read.map(({ own }) => matchOf(word, own) || undefined)
    const count = matches.filter((match) => match !== undefined).length
    return { word, matches, count, weight: Math.log(1 + read.length / (count + 0.5)) }
  })
  return words.filter(({ word, count }) => count > 0 || !word.compound)
}

/** 1 for the word itself, less for one that is spelt alike, else 0. */
function matchOf(word: QuestionWord, { terms, grams }: Indexed): number {
  if (word.terms.some((term) => terms.has(term))) return 1
  if (word.grams.length < MIN_GRAMS) return 0
  const share = word.grams.filter((gram) => grams.has(gram)).length / word.grams.length
  return share >= ALIKE ? share * ALIKE : 0
}

function stepsFactor({ kind, ordered }: Unit): number {
  if (ordered) return STEPS_FACTOR
  return kind === 'table' ? TABLE_FACTOR : 1
}

function wordingFactor({ unit, torn }: ReadUnit): number {
  if (torn) return TORN_FACTOR
  return pointsElsewhere(unit) ? ANNOUNCING_FACTOR : 1
}

function lengthFactor(unit: Unit): number {
  if (unit.kind !== 'sentence') return 1
  if (unit.text.length < SCRAP_CHARS) return 0.5
  return unit.text.split(/\s+/).length > LONG_WORDS ? 0.85 : 1
}
