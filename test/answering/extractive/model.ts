import { createExtractiveModel } from '../../../server/answering/extractive/model.ts'
import type { ModelEvent, Prompt, PromptPassage } from '../../../server/models/ports.ts'

/** The events of the built-in model for a prompt. */
export async function run(prompt: Partial<Prompt>): Promise<ModelEvent[]> {
  const whole: Prompt = {
    task: 'answer',
    system: '',
    turns: [],
    question: '',
    passages: [],
    ...prompt,
  }
  return collect(whole, new AbortController().signal)
}

export async function collect(prompt: Prompt, signal: AbortSignal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of createExtractiveModel().stream(prompt, signal)) events.push(event)
  return events
}

/** What the model says of passages given as Markdown, one or several. */
export async function answer(question: string, ...texts: string[]): Promise<string> {
  return answerFrom(question, texts.map(passage))
}

export async function answerFrom(question: string, passages: PromptPassage[]): Promise<string> {
  return textOf(await run({ question, passages }))
}

export function passage(text: string, at: number): PromptPassage {
  return { number: at + 1, title: '', headings: [], text }
}

export function textOf(events: ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}
