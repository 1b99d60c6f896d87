import { withoutMarkers } from '../server/text/marker-syntax.ts'
import type { Result } from './ask.ts'
import { goldPassages } from './relevance.ts'
import type { Question } from './sets.ts'

/** A question and its outcome. */
export interface Asked {
  question: Question
  result: Result
}

/** Measures that the scorer lacks: shares from 0 to 1, absent when a set has no such questions. */
export interface Measures {
  /** Share of answers whose first one, two or three sentences contain the expected short answer. */
  'gold in 1 sentence'?: number
  'gold in 2 sentences'?: number
  'gold in 3 sentences'?: number
  /** Where a set names headings: the share of questions whose passage is among the first five. */
  'passage recall@5'?: number
  /** Share of answers from which grounding removed a part. */
  'cut by grounding'?: number
  /** AUROC of confidence for own questions against foreign ones. */
  'foreign AUROC'?: number
  /** Share of own questions declined by a gate that declines 95 % of the foreign ones. */
  'declined at 95 % of foreign'?: number
  'foreign declined'?: number
  'real declined'?: number
  'balanced accuracy (foreign)'?: number
}

/** Measures a set from its own questions and foreign ones. */
export function measure(own: Asked[], foreign: Asked[]): Measures {
  const answered = own.filter(({ result }) => !result.abstained)
  const real = own.filter(({ question }) => question.answerable)
  return present({
    ...goldInSentences(answered),
    'passage recall@5': passageRecall(real),
    'cut by grounding': share(answered, ({ result }) => result.cut),
    ...(foreign.length > 0 ? apart(real, foreign) : {}),
  })
}

/** The share of questions whose answering passage is among the first five, by its heading. */
function passageRecall(real: Asked[]): number | undefined {
  const named = real.filter(({ question }) => question.gold.some(({ headings }) => headings))
  return share(named, ({ question, result }) =>
    goldPassages(result.ranked.slice(0, RECALLED), question).some((entry) => entry >= 0),
  )
}
const RECALLED = 5

function goldInSentences(answered: Asked[]): Record<string, number | undefined> {
  const spans = answered.filter(({ question }) => question.answerable && question.kind === 'span')
  const held = (count: number) =>
    share(spans, ({ question, result }) =>
      holdsGold(sentences(result.answer).slice(0, count), question),
    )
  return {
    'gold in 1 sentence': held(1),
    'gold in 2 sentences': held(2),
    'gold in 3 sentences': held(3),
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

function sentences(answer: string): string[] {
  const text = withoutMarkers(answer)
  return Array.from(segmenter.segment(text), ({ segment }) => segment).filter((segment) =>
    /[\p{L}\p{N}]/u.test(segment),
  )
}

function holdsGold(shown: string[], { gold }: Question): boolean {
  const text = letters(shown.join(' '))
  return gold.some(({ answers = [] }) =>
    answers.some((answer) => letters(answer).trim() !== '' && text.includes(letters(answer))),
  )
}

/**
 * Words separated by single spaces; text without spaces stays one run, which is searched for parts.
 */
function letters(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return UNSPACED.test(text) ? words.join('') : ` ${words.join(' ')} `
}
const UNSPACED = /\p{sc=Thai}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u

function apart(real: Asked[], foreign: Asked[]): Measures {
  const foreignDeclined = share(foreign, ({ result }) => result.abstained) ?? 0
  const realDeclined = share(real, ({ result }) => result.abstained) ?? 0
  const gate = quantile(
    foreign.map(({ result }) => result.confidence),
    0.95,
  )
  return {
    'foreign AUROC': auroc(
      real.map(({ result }) => result.confidence),
      foreign.map(({ result }) => result.confidence),
    ),
    'declined at 95 % of foreign': share(real, ({ result }) => result.confidence <= gate) ?? 0,
    'foreign declined': foreignDeclined,
    'real declined': realDeclined,
    'balanced accuracy (foreign)': (foreignDeclined + 1 - realDeclined) / 2,
  }
}

/** AUROC: how often a positive scores higher than a negative; ties count half. */
export function auroc(positive: number[], negative: number[]): number {
  let won = 0
  for (const high of positive) {
    for (const low of negative) won += high > low ? 1 : high === low ? 0.5 : 0
  }
  return won / (positive.length * negative.length)
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

function share<Item>(items: Item[], holds: (item: Item) => boolean): number | undefined {
  return items.length === 0 ? undefined : items.filter(holds).length / items.length
}

function present(measures: Record<string, number | undefined>): Measures {
  return Object.fromEntries(
    Object.entries(measures).filter(([, value]) => value !== undefined),
  ) as Measures
}
