import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of `corpus.jsonl`. */
export interface CorpusDocument {
  id: string
  title: string
  text: string
  url?: string
  collection?: string
  /**
   * Set for files read as by a folder source: the format follows from it, the title from the text.
   */
  path?: string
}

/** A line of `questions.jsonl`, with the fields that are used here. */
export interface Question {
  id: string
  question: string
  answerable: boolean
  kind: 'span' | 'long' | 'doc'
  /** How it is put: a kind of `SiteQuestion`, for example. */
  variety?: string
  collection?: string
  /** Documents to drop from the ranking, such as the page that the question was taken from. */
  exclude?: string[]
  /** Where it is answered; `headings` are those in the document that the answer is under. */
  gold: { doc: string; headings?: string[]; passage?: string; answers?: string[] }[]
}

/** The sets of a folder, by name. */
export function setsIn(data: string): string[] {
  return readdirSync(data).filter((name) => existsSync(join(data, name, 'corpus.jsonl')))
}

export function readCorpus(folder: string): CorpusDocument[] {
  return readLines<CorpusDocument>(join(folder, 'corpus.jsonl'))
}

/** At most `limit` questions, evenly spread over the set. */
export function readQuestions(folder: string, limit: number): Question[] {
  return spread(readLines<Question>(join(folder, 'questions.jsonl')), limit)
}

/** At most `limit` items, evenly spread. */
export function spread<Item>(items: Item[], limit: number): Item[] {
  const step = Math.max(1, items.length / limit)
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

/** Sets of one subject, whose questions another of them may answer. */
const SUBJECTS: [RegExp, string][] = [
  [/^(?:squad|xquad|clapnq)/, 'encyclopaedia'],
  [/^(?:docs-anthropic$|site-aisdk$|debian-|own-words-)/, 'software'],
]

/**
 * Up to `count` foreign questions, which nothing in this set answers: in equal parts from every set
 * of another subject.
 */
export function foreignQuestions(
  data: string,
  set: string,
  sets: string[],
  count: number,
): Question[] {
  const others = sets.filter((other) => subjectOf(other) !== subjectOf(set))
  const each = Math.ceil(count / Math.max(1, others.length))
  return others
    .flatMap((other) => readQuestions(join(data, other), each))
    .map(({ question, kind }, at) => ({
      id: `foreign-${at}`,
      question,
      kind,
      answerable: false,
      gold: [],
    }))
}

/** The family of a set: those made from the same texts, such as translations. */
export function familyOf(set: string): string {
  return set.replace(/^x?squad.*/, 'squad')
}

function subjectOf(set: string): string {
  return SUBJECTS.find(([names]) => names.test(set))?.[1] ?? set
}

/** The values of a file with one in JSON a line. */
export function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

/** The items as such a file. */
export function linesOf(items: unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}
