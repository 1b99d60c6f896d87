import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import type { Prompt, PromptPassage } from '../../server/models/ports.ts'
import { readLines } from '../sets.ts'

/** A counter-example: a question, what was found for it, and what its answer must be like. */
interface Example extends Partial<Pick<Prompt, 'turns'>> {
  name: string
  question: string
  passages: (Partial<PromptPassage> & { text: string })[]
  /** The whole answer; '' where none is given. */
  is?: string
  begins?: string
  holds?: string[]
  lacks?: string[]
}

/** An example whose answer is not as it must be. */
export interface Failed extends Pick<Example, 'name' | 'question'> {
  answer: string
}

/** Answers every counter-example by words alone; gives their number, and those that fail. */
export async function runExamples(): Promise<{ count: number; failed: Failed[] }> {
  const examples = readLines<Example>(new URL('answers.jsonl', import.meta.url).pathname)
  const failed: Failed[] = []
  for (const example of examples) {
    const answer = await answerTo(example)
    const { name, question } = example
    if (!isHeld(example, answer)) failed.push({ name, question, answer })
  }
  return { count: examples.length, failed }
}

/** The share of examples that hold, and the answers of the others. */
export async function exampleReport(): Promise<string> {
  const { count, failed } = await runExamples()
  const told = failed.map(({ name, question, answer }) => `${name}\n  ${question}\n  ${answer}\n`)
  const share = (100 * (count - failed.length)) / count
  return [
    ...told,
    `${count - failed.length} of ${count} examples hold: ${share.toFixed(1)} %`,
  ].join('\n')
}

function isHeld({ is, begins = '', holds = [], lacks = [] }: Example, answer: string): boolean {
  if (is !== undefined) return answer === is
  const holdsAll = holds.every((each) => answer.includes(each))
  return answer.startsWith(begins) && holdsAll && !lacks.some((each) => answer.includes(each))
}

async function answerTo({ question, turns = [], passages }: Example): Promise<string> {
  const numbered = passages.map((passage, at) => ({
    title: '',
    headings: [],
    ...passage,
    number: at + 1,
  }))
  const prompt: Prompt = { task: 'answer', system: '', turns, question, passages: numbered }
  let answer = ''
  for await (const event of createExtractiveModel().stream(prompt, new AbortController().signal)) {
    if (event.type === 'text') answer += event.text
  }
  return answer
}
