import type { Assistant } from '../contract/assistant.ts'
import type { Citation } from '../contract/conversation.ts'
import type { CuratedAnswer } from '../contract/curated-answer.ts'
import type { StreamEvent } from '../contract/events.ts'
import { firstCodePoints } from '../contract/text.ts'
import type { MatchCurated } from '../retrieval/curated.ts'
import { curatedSourceId } from '../retrieval/curated-source.ts'
import type { CuratedAnswers } from '../storage/ports/curated-answers.ts'
import { markerOf } from '../text/marker-syntax.ts'
import { withoutActiveMarkup } from './authored-text.ts'
import type { ClaimedQuestion } from './claimed-question.ts'

const SNIPPET_CHARS = 300

export interface CuratedNeeds {
  store: { curatedAnswers: Pick<CuratedAnswers, 'anyOffered' | 'find' | 'recordUse'> }
  matchCurated: MatchCurated
  now: () => string
}

/** Finds the answer that somebody wrote to a question (docs/behaviour.md#curated-answers). */
export function createFindCurated({ store, matchCurated, now }: CuratedNeeds) {
  return async function findCurated(
    { organization_id, question }: ClaimedQuestion,
    { id: assistant_id, knowledge_base_ids: collection_ids }: Assistant,
    signal: AbortSignal,
  ): Promise<CuratedAnswer | null> {
    const { curatedAnswers } = store
    if (question.text.length > MAX_QUESTION_CHARS) return null
    if (!(await curatedAnswers.anyOffered(organization_id, assistant_id, now()))) return null
    const { text } = question
    const request = { organization_id, assistant_id, collection_ids, question: text }
    const { match } = await matchCurated(request, signal)
    const answer = match && (await curatedAnswers.find(organization_id, match.id))
    if (answer) await curatedAnswers.recordUse(organization_id, answer.id, now())
    return answer
  }
}

/** A longer message asks more than one curated question could. */
const MAX_QUESTION_CHARS = 1000

/**
 * The events of a curated answer, its sources before the text that cites them. An earlier version
 * may have stored markup that is refused now.
 */
export function* giveCurated(stored: CuratedAnswer): Generator<StreamEvent> {
  const answer = { ...stored, text: withoutActiveMarkup(stored.text) }
  const citations = citationsOf(answer)
  yield { type: 'answer.sources', data: { citations } }
  yield { type: 'answer.delta', data: { text: withMarkers(answer.text, citations) } }
  yield { type: 'answer.sources', data: { citations } }
}

/** Its links or, with none, the answer itself. */
function citationsOf(answer: CuratedAnswer): Citation[] {
  const { questions, links, text } = answer
  const itself = {
    source_id: curatedSourceId(answer),
    title: questions[0] ?? '',
    url: null,
    snippet: firstCodePoints(text, SNIPPET_CHARS),
  }
  const linked = links.map(({ title, url }, at) => ({
    source_id: curatedSourceId(answer, at),
    title,
    url,
    snippet: null,
  }))
  return (linked.length > 0 ? linked : [itself]).map((cited, at) => ({
    ...cited,
    ordinal: at + 1,
    anchor: null,
    score: null,
    quotes: [],
  }))
}

/** At the end of the text; below code, tables and quotes, which a marker would break. */
function withMarkers(text: string, citations: Citation[]): string {
  const markers = citations.map(({ ordinal }) => markerOf(ordinal)).join('')
  const lastLine = text.trimEnd().split('\n').at(-1) ?? ''
  const isBlock = /^\s*(?:```|~~~|\||>| {4}|\t)/.test(lastLine)
  return isBlock ? `${text.trimEnd()}\n\n${markers}` : `${text.trimEnd()} ${markers}`
}
