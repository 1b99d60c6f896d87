import type { CuratedAnswer } from '../server/contract/curated-answer.ts'
import { draftOf } from './drafts.ts'

/** A curated answer as a form edits it. */
export interface AnswerEntry {
  questions: string[]
  text: string
  links: { title: string; url: string }[]
  assistant_ids: string[] | null
  /** A day in the reader's time zone; '' for no end. */
  until: string
  enabled: boolean
}

export type AnswerProblem = 'missingQuestion' | 'missingText' | 'wrongLink' | 'wrongUntil'

/** An entry to begin with, for these questions. */
export function newEntry(questions: string[]): AnswerEntry {
  return {
    questions: questions.length > 0 ? questions : [''],
    text: '',
    links: [],
    assistant_ids: null,
    until: '',
    enabled: true,
  }
}

export function entryOf(answer: CuratedAnswer): AnswerEntry {
  const { questions, text, links, assistant_ids, valid_until, enabled } = answer
  return { questions, text, links, assistant_ids, until: dayOf(valid_until), enabled }
}

/** The body of a request; what is left empty is left out. */
export function bodyOf({ questions, text, links, until, ...entry }: AnswerEntry) {
  return {
    ...entry,
    questions: questions.map((question) => question.trim()).filter(Boolean),
    text: text.trim(),
    links: links
      .map(({ title, url }) => ({ title: title.trim(), url: url.trim() }))
      .filter(({ title, url }) => title || url),
    valid_until: until ? new Date(`${until}T23:59:59`).toISOString() : null,
  }
}

/** The first thing that is wrong; null for nothing. */
export function problemIn(entry: AnswerEntry): AnswerProblem | null {
  const { questions, text, links } = bodyOf(entry)
  if (questions.length === 0) return 'missingQuestion'
  if (text === '') return 'missingText'
  if (links.some(({ title, url }) => !title || !/^https:\/\/./.test(url))) return 'wrongLink'
  if (entry.until && entry.until < dayOf(new Date().toISOString())) return 'wrongUntil'
  return null
}

/** The day of a time where the reader is; '' without one. */
function dayOf(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const two = (n: number) => `${n}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Whether visitors get it now. */
export function stateOf({ enabled, valid_until }: CuratedAnswer): 'on' | 'off' | 'past' | 'until' {
  if (!enabled) return 'off'
  if (valid_until === null) return 'on'
  return Date.parse(valid_until) < Date.now() ? 'past' : 'until'
}

const MAX_QUESTION = 500

/** A question as a wording of a curated answer: in one line, and no longer than one may be. */
export function oneLine(question: string): string {
  return [...question.trim().replace(/\s+/g, ' ')].slice(0, MAX_QUESTION).join('')
}

/** The name of the draft of a new answer to a question. */
export function newDraftName(organization_id: string, question: string): string {
  return `answer-new-${organization_id}-${question}`
}

/** Begins a new answer to a question with a text, whose markers name no sources there. */
export function draftAnswer(organization_id: string, question: string, text: string): void {
  const draft = draftOf(newDraftName(organization_id, question), newEntry([question]))
  draft.set({ ...draft.entry, text: text.replace(/\s?\[\d{1,3}\]/g, '') })
}
