import { createAsk } from '../../server/answering/ask.ts'
import { checkAnswer } from '../../server/answering/cited/check-answer.ts'
import { createExtractiveModel } from '../../server/answering/extractive/model.ts'
import { createInFlight } from '../../server/answering/in-flight.ts'
import { createStreamTrial, resultOf } from '../../server/answering/trials.ts'
import { settle, type TurnEvents } from '../../server/answering/turn.ts'
import type { AskQuestion } from '../../server/contract/conversation.ts'
import { eventData, isTerminal, type StreamEvent } from '../../server/contract/events.ts'
import {
  EXTRACTIVE_MODEL,
  type LanguageModel,
  type ModelEvent,
  type Prompt,
} from '../../server/models/ports.ts'
import { type ChosenAnswer, confidenceInAnswer } from '../../server/retrieval/answer-confidence.ts'
import { createMatchCurated } from '../../server/retrieval/curated.ts'
import type { Retrieval, RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import type { Turns } from '../../server/storage/ports/turns.ts'
import { markersIn } from '../../server/text/markers.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { anchorOf } from '../../server/text/structure.ts'
import {
  addKnowledge,
  askerOf,
  at,
  backends,
  begin,
  newId,
  openWithOrganizations,
} from '../storage/backends.ts'

export const facts = [
  'The Starter plan includes 20 GB of storage and three users.',
  'Backups are kept for 30 days and can be restored by the owner.',
  'Support answers on weekdays from 9:00 to 17:00.',
]

/** A step of a scripted model: text, an end, a failure, or silence for ever. */
export type Step = string | { finish: string } | { fail: Error } | { hang: 'heeding' | 'ignoring' }

export const finish: Step = { finish: 'stop' }

/** A model that plays one script for each call, the last one again and again. */
export function scripted(...scripts: Step[][]) {
  const prompts: Prompt[] = []
  const model: LanguageModel = {
    selector: 'test/scripted',
    async *stream(prompt, signal) {
      const script = scripts[Math.min(prompts.length, scripts.length - 1)] ?? []
      prompts.push(prompt)
      for (const step of script) yield* play(step, signal)
    },
  }
  return { model, prompts }
}

async function* play(step: Step, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  if (typeof step === 'string') yield { type: 'text', text: step }
  else if ('finish' in step) {
    yield { type: 'finish', reason: step.finish, input_tokens: 10, output_tokens: 5 }
  } else if ('fail' in step) throw step.fail
  else if (step.hang === 'ignoring') await new Promise(() => {})
  else
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

export interface SetUp {
  model: LanguageModel
  texts?: string[]
  retrieval?: Partial<Retrieval> | Error
  /** Whether the model verifies what the rules leave in doubt. */
  verifies?: boolean
  firstTokenMs?: number
  idleMs?: number
  /** How long text is held; by default it is not. */
  holdMs?: number
  progressMs?: number
  heldMs?: number
  /** The store's turns as the answering sees them. */
  turns?: (turns: Turns) => Turns
}

/** A conversation with an assistant whose retrieval finds every passage, over a real store. */
export async function setUp(given: SetUp) {
  const { model, texts = facts, retrieval = {}, firstTokenMs = 5000, idleMs = 5000 } = given
  const [[, open] = []] = backends
  if (!open) throw new Error('There is no backend to test on.')
  const { store, a: organization_id, another } = await openWithOrganizations(open)
  const { collection, document, passages } = await addKnowledge(store, organization_id, texts)
  const assistant = await store.assistants.create(organization_id, {
    id: newId(),
    name: 'Helper',
    description: '',
    status: 'active',
    model: model.selector,
    knowledge_base_ids: [collection.id],
    instruction: 'Be friendly.',
    created_at: at(0),
  })
  const asker = askerOf(organization_id)
  const conversation = await begin(store, asker, assistant.id)
  const found = passages.map(
    (
      { terms: _terms, vector: _vector, id, position, text, url, ...place },
      index,
    ): RetrievedPassage => ({
      source_id: id,
      document_id: document.id,
      collection_id: collection.id,
      title: document.title,
      url,
      ...place,
      section_id: null,
      anchor: anchorOf(place),
      blocks: place.blocks ?? [],
      text,
      key: index + 1,
      position,
      score: 1 - index / 10,
    }),
  )
  const reported: unknown[] = []
  const unstored: unknown[] = []
  const queries: string[] = []
  const inFlight = createInFlight()
  const shutdown = new AbortController()
  const needs = {
    store: { ...store, turns: given.turns?.(store.turns) ?? store.turns },
    models: {
      language: (selector: string) =>
        selector === EXTRACTIVE_MODEL ? createExtractiveModel() : model,
    },
    matchCurated: createMatchCurated({ store, now: () => at(1) }),
    async retrieve({ query }: { query: string }) {
      queries.push(query)
      if (retrieval instanceof Error) throw retrieval
      const question = analyzeQuestion(query)
      return { question, indexed: texts.length, passages: found, confidence: 1, ...retrieval }
    },
    judgeAnswer: async (chosen: ChosenAnswer) => confidenceInAnswer(chosen),
    checkAnswer: async (answer: Parameters<typeof checkAnswer>[0]) => checkAnswer(answer),
    verifies: given.verifies ?? false,
    newBoundary: () => 'b0undary',
    timeouts: { firstTokenMs, idleMs },
    holdMs: given.holdMs ?? 0,
    now: () => at(1),
    newId,
    inFlight,
    shutdown: shutdown.signal,
    report: (error: unknown) => reported.push(error),
    reportUnstored: (error: unknown) => unstored.push(error),
    progressMs: given.progressMs ?? 1000,
    heldMs: given.heldMs ?? 5000,
  }
  const ask = createAsk(needs)
  const streamTrial = createStreamTrial(needs)
  const start = (body: Partial<AskQuestion>, streamed: boolean, signal: AbortSignal) =>
    ask(
      {
        asker,
        conversation_id: conversation.id,
        body: { text: 'What is in the Starter plan?', ...body },
        streamed,
      },
      signal,
    )

  return {
    store,
    another,
    tryOut: (...tried: Parameters<typeof streamTrial>) => resultOf(streamTrial(...tried)),
    streamTrial,
    ask,
    asker,
    assistant,
    conversation,
    found,
    queries,
    reported,
    unstored,
    inFlight,
    shutdown,
    stream: async (body: Partial<AskQuestion> = {}, signal = new AbortController().signal) =>
      (await start(body, true, signal)).events(),
    whole: async (body: Partial<AskQuestion> = {}, signal = new AbortController().signal) =>
      settle(await start(body, false, signal)),
    messages: async () => {
      const page = await store.conversations.messages(organization_id, conversation.id, {
        limit: 100,
      })
      return page.data
    },
    state: async () => (await store.conversations.findOwn(asker, conversation.id))?.turn_state,
  }
}

/** All events of a turn, each held to its schema, with the checks of docs/behaviour.md#streams. */
export async function read(events: TurnEvents): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = []
  for await (const event of events) {
    eventData[event.type].parse(event.data)
    seen.push(event)
    checkSources(seen)
  }
  const terminals = seen.filter(isTerminal)
  if (terminals.length !== 1 || terminals[0] !== seen.at(-1)) {
    throw new Error(`Not exactly one terminal event at the end: ${typesOf(seen).join(' ')}`)
  }
  return seen
}

/** The next events of a turn, up to `count`. */
export async function readSome(events: TurnEvents, count: number): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = []
  while (seen.length < count) {
    const { done, value } = await events.next()
    if (done) break
    seen.push(value)
  }
  return seen
}

/** Every marker shown so far has its source in the last list (docs/behaviour.md#citations). */
function checkSources(seen: StreamEvent[]): void {
  const listed = new Set(sourcesOf(seen).map(({ ordinal }) => ordinal))
  for (const { ordinal } of markersIn(textOf(seen))) {
    if (!listed.has(ordinal)) throw new Error(`[${ordinal}] was shown before its source.`)
  }
}

/** What deltas and replacements add up to. */
export function textOf(events: StreamEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'answer.delta') text += event.data.text
    if (event.type === 'answer.replaced') text = event.data.text
  }
  return text
}

export function sourcesOf(events: StreamEvent[]) {
  const last = events.findLast((event) => event.type === 'answer.sources')
  return last?.type === 'answer.sources' ? last.data.citations : []
}

export function typesOf(events: StreamEvent[]): string[] {
  return events.map(({ type }) => type)
}
