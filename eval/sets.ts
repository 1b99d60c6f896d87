import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of `corpus.jsonl`. */
export interface CorpusDocument {
  id: string
  title: string
  text: string
  collection?: string
}

/** A line of `questions.jsonl`, as far as asking needs it; what is right is the scorer's business. */
export interface Question {
  id: string
  question: string
  collection?: string
  /** Documents to drop from the ranking: the page the question was taken from. */
  exclude?: string[]
}

export function readCorpus(folder: string): CorpusDocument[] {
  return readLines<CorpusDocument>(join(folder, 'corpus.jsonl'))
}

/** At most `limit` questions, spread evenly over the set. */
export function readQuestions(folder: string, limit: number): Question[] {
  const all = readLines<Question>(join(folder, 'questions.jsonl'))
  const step = Math.max(1, all.length / limit)
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

function readLines<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
