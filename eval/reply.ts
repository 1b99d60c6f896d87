import { createAnswer } from '../server/answering/answer.ts'
import { checkAnswer } from '../server/answering/cited/check-answer.ts'
import type { Rule } from '../server/answering/cited/rules/rule.ts'
import { HOLD_MS } from '../server/answering/show-checked.ts'
import { startUsage } from '../server/answering/turn-usage.ts'
import type { Citation, Message } from '../server/contract/conversation.ts'
import type { Trace } from '../server/contract/trace.ts'
import type { LanguageModel } from '../server/models/ports.ts'
import { confidenceInAnswer } from '../server/retrieval/answer-confidence.ts'
import type { Retrieve, RetrievedPassage } from '../server/retrieval/retrieval.ts'
import { withoutMarkers } from '../server/text/marker-syntax.ts'
import { splitSentences } from '../server/text/sentences.ts'

/** The outcome of a question for the visitor. */
export interface Reply {
  /** Empty when the question was declined or the answer withdrawn. */
  text: string
  cited: RetrievedPassage[]
  citations: Citation[]
  /** Whether grounding removed a part of the answer. */
  cut: boolean
  /** How many characters were streamed, and how many of them do not stand in the end. */
  streamed: number
  takenBack: number
  /** What the checks removed, with their reasons. */
  removed: Trace['removed']
}

/** A question that was asked before, and how it was answered. */
export interface Exchanged {
  question: string
  answer: string
}

const ID = '01900000-0000-7000-8000-000000000000'
const THEN = '2026-01-01T00:00:00.000Z'

/**
 * Answers a question as a turn does: completes it from the exchange before, retrieves, gates, asks
 * the model and grounds the answer by all rules or some. `holdMs` is how long text waits for the
 * end of its sentence. Rejects when a step fails.
 */
export function createReply(
  retrieve: Retrieve,
  model: LanguageModel,
  { rules, holdMs = HOLD_MS }: { rules?: readonly Rule[]; holdMs?: number } = {},
) {
  return async function reply(text: string, earlier?: Exchanged): Promise<Reply> {
    const found = new Map<string, RetrievedPassage>()
    const answer = createAnswer({
      store: {
        assistants: { find: async () => assistantOf(model) },
        conversations: { before: async () => (earlier ? exchanged(earlier) : []) },
        behaviours: { find: async () => null },
        brandings: {
          find: async () => ({ layer: {}, revision: 0, updated_at: null, updated_by: null }),
        },
        collections: { findMany: async () => [] },
        documents: { introductions: async () => [], samples: async () => [] },
        organizations: { find: async () => null },
        spending: { add: async () => {}, of: async () => 0 },
        curatedAnswers: {
          anyOffered: async () => false,
          find: async () => null,
          recordUse: async () => {},
        },
      },
      async retrieve(request, signal) {
        const retrieval = await retrieve(request, signal)
        for (const passage of retrieval.passages) found.set(passage.source_id, passage)
        return retrieval
      },
      judgeAnswer: async (chosen) => confidenceInAnswer(chosen),
      matchCurated: async () => ({ match: null, threshold: 1, nearest: [] }),
      now: () => THEN,
      models: { language: () => model },
      checkAnswer: async (answer) => checkAnswer(answer, rules ? { rules } : {}),
      holdMs,
      newBoundary: () => crypto.randomUUID(),
      timeouts: { firstTokenMs: 60_000, idleMs: 60_000 },
      report(error) {
        throw error
      },
    })
    const question = {
      organization_id: ID,
      conversation: { id: ID, assistant_id: ID },
      question: asked(text, 3),
      answer_id: ID,
      shows_links: true,
    }
    const usage = startUsage()
    const given: Reply = {
      text: '',
      cited: [],
      citations: [],
      cut: false,
      streamed: 0,
      takenBack: 0,
      removed: [],
    }
    let shown = ''
    for await (const { type, data } of answer(question, usage, new AbortController().signal)) {
      if (type === 'answer.delta') {
        given.text += data.text
        shown = given.text
      }
      if (type === 'answer.replaced') Object.assign(given, { text: data.text, cut: true })
      if (type === 'answer.sources') {
        given.citations = data.citations
        given.cited = data.citations.flatMap(({ source_id }) => found.get(source_id) ?? [])
      }
      if (type === 'answer.completed' && data.abstained) given.text = ''
    }
    const sentences = splitSentences(shown).map(({ start, end }) => shown.slice(start, end))
    const gone = sentences.filter((each) => !hasWords(given.text, each))
    if (given.cut) given.takenBack = gone.reduce((sum, { length }) => sum + length, 0)
    return { ...given, streamed: shown.length, removed: usage.steps.removed }
  }
}

function hasWords(text: string, sentence: string): boolean {
  return withoutMarkers(text).includes(withoutMarkers(sentence).trim())
}

function assistantOf({ selector }: LanguageModel) {
  return {
    id: ID,
    name: 'Evaluation',
    description: '',
    status: 'active' as const,
    model: selector,
    knowledge_base_ids: [],
    instruction: null,
    answerable: true,
    revision: 1,
    created_at: THEN,
    updated_at: THEN,
  }
}

/** The messages of an exchange, the first ones of a conversation. */
function exchanged({ question, answer }: Exchanged): Message[] {
  return [asked(question, 1), { ...asked(answer, 2), role: 'assistant' }]
}

function asked(text: string, sequence: number): Message {
  return {
    id: ID,
    conversation_id: ID,
    role: 'user',
    sequence,
    status: 'complete',
    text,
    citations: [],
    links: [],
    abstained: false,
    created_at: THEN,
    model: null,
    finish_reason: null,
    idempotency_key: null,
    metadata: {},
  }
}
