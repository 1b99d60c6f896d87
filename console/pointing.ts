import { signal } from '@preact/signals'
import type { Passage } from '../server/contract/document.ts'
import type { TrialResult } from '../server/contract/trial.ts'
import { refresh, send } from './cache.ts'
import { call, Failure } from './client.ts'
import { oneLine } from './curated.ts'

/** The most characters that a question of a section may have. */
const MAX_QUESTION = 500
const FOUND = 20

/** An answer to the question, as visitors would get it. */
export type Outcome = TrialResult['answer']

/** Pointing to the section that answers a question. */
export function createPointing(assistant_id: string, asked: string) {
  const question = Array.from(oneLine(asked)).slice(0, MAX_QUESTION).join('')
  const query = signal(question)
  /** Sections, each by its best passage; null: not searched yet. */
  const found = signal<Passage[] | null>(null)
  const before = signal<Outcome | null>(null)
  const after = signal<Outcome | null>(null)
  /** The section that was chosen. */
  const chosen = signal<Passage | null>(null)

  async function outcome(): Promise<Outcome> {
    const body = { question: asked }
    return (await call('tryAssistant', { params: { assistant_id }, body })).answer
  }

  return {
    question,
    query,
    found,
    before,
    after,
    chosen,

    async begin(): Promise<void> {
      before.value = await outcome()
    },

    async search(): Promise<void> {
      if (query.value.trim() === '') return
      const body = { query: query.value, assistant_id, limit: FOUND }
      const { data } = await call('searchKnowledge', { body })
      found.value = onceEach(data)
    },

    /** Keeps the question with a section, and asks it again. False: it was there already. */
    async keep(passage: Passage): Promise<boolean> {
      before.value ??= await outcome()
      const { document_id, anchor: section } = passage
      const isNew = await create({ text: question, document_id, section })
      chosen.value = passage
      after.value = await outcome()
      return isNew
    },
  }
}

async function create(body: {
  text: string
  document_id: string
  section: string | null
}): Promise<boolean> {
  try {
    await send('createSectionQuestion', { body })
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') return false
    throw error
  }
  refresh('listSectionQuestions')
  return true
}

/** The best passage of each section. */
export function onceEach(passages: Passage[]): Passage[] {
  const sections = Map.groupBy(passages, ({ document_id, anchor }) =>
    JSON.stringify([document_id, anchor]),
  )
  return [...sections.values()].flatMap((own) => own.slice(0, 1))
}
