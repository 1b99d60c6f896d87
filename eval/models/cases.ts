import { readFileSync } from 'node:fs'

/** A question with answers that are true and untruths, written by people who read the passages. */
interface Topic {
  set: string
  question: string
  /** Quotations of the passages that `{1}`, `{2}` … in an answer stand for. */
  evidence: string[]
  /** How close to the passage, in which language, the answer, and the question in that language. */
  true: [style: 'close' | 'free', language: string, answer: string, question?: string][]
  untrue: [kind: string, answer: string][]
}

/** An answer that the scripted model gives. */
export interface Case {
  set: string
  /** As it is asked. */
  question: string
  /** As it is searched: a question in another language stands for its translation. */
  search: string
  evidence: string[]
  answer: string
  /** The kind of untruth; null: it is true. */
  untruth: string | null
  /** For the table: the half, and the style of a true answer with its language. */
  half: string
  group: string
}

/** Cases that were written before the rules of support, and those written after them. */
export const HALVES = ['first-half', 'second-half'] as const

export function readCases(half: string): Case[] {
  const file = new URL(`./${half}.jsonl`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.flatMap((line) => casesOf(JSON.parse(line) as Topic, half))
}

function casesOf({ set, question, evidence, ...topic }: Topic, half: string): Case[] {
  const shared = { set, search: question, evidence, half }
  return [
    ...topic.true.map(([style, language, answer, asked]) => ({
      ...shared,
      question: asked ?? question,
      answer,
      untruth: null,
      group: language === 'en' ? style : 'other languages',
    })),
    ...topic.untrue.map(([untruth, answer]) => ({
      ...shared,
      question,
      answer,
      untruth,
      group: untruth,
    })),
  ]
}
