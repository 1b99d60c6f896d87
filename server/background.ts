/**
 * The background thread: everything that would block the streams of the main thread. It retrieves
 * passages, runs the built-in model, checks answers and runs the ingestion jobs, on a database
 * connection of its own.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { v7 as newId } from 'uuid'
import {
  type CheckedAnswer,
  checkAnswer,
  type UncheckedAnswer,
} from './answering/cited/check-answer.ts'
import { createEvidenceCache } from './answering/cited/evidence-cache.ts'
import { createExtractiveModel } from './answering/extractive/model.ts'
import { createGapChecker } from './answering/gap-checks.ts'
import type { JudgeAnswer } from './answering/quote-answer.ts'
import { searchSections } from './answering/search-sections.ts'
import type { Config } from './config.ts'
import type { Citation } from './contract/conversation.ts'
import type { TestedPage } from './contract/source-page.ts'
import type { TestedWebhook } from './contract/webhook.ts'
import { createGiveWay } from './ingestion/give-way.ts'
import { type ProbeRequest, probeSource } from './ingestion/probe.ts'
import { createLog } from './log.ts'
import { MEANING_DIMENSIONS, MEANING_EMBEDDING } from './models/builtin/meaning.ts'
import type { ModelEvent, Prompt } from './models/ports.ts'
import { loadModels } from './models/registry.ts'
import { wordsOnly } from './models/words-only.ts'
import { openDeliveries, type TestedReceiver } from './open-deliveries.ts'
import { openIngestion } from './open-ingestion.ts'
import { openStore } from './open-store.ts'
import { confidenceInAnswer } from './retrieval/answer-confidence.ts'
import { createMatchCurated, type MatchCurated } from './retrieval/curated.ts'
import { createQuestionEmbedder } from './retrieval/embed-questions.ts'
import { createQuestionLearner } from './retrieval/learn-questions.ts'
import type { Retrieval, RetrievalRequest, Retrieve } from './retrieval/retrieval.ts'
import { createRetrieve } from './retrieval/retrieve.ts'
import { warmUp } from './retrieval/warm-up.ts'
import { createWindowLikeness } from './retrieval/window-likeness.ts'
import type { StoredChange } from './storage/ports/changes.ts'
import { answerCalls, yieldToOthers } from './thread.ts'

/** The methods that the main thread may call. */
export type BackgroundMethods = {
  /** Resolves as soon as the thread has started; it then gets ready for the first search. */
  ready(nothing: undefined): Promise<void>
  retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval>
  matchCurated: MatchCurated
  judgeAnswer: JudgeAnswer
  /** The whole answer of the built-in model, which does not stream. */
  extract(prompt: Prompt, signal: AbortSignal): Promise<ModelEvent[]>
  /** What a run would make of one address of a source. */
  probe(request: ProbeRequest, signal: AbortSignal): Promise<TestedPage>
  /** Sends a test to a webhook. */
  testWebhook(receiver: TestedReceiver, signal: AbortSignal): Promise<TestedWebhook>
  /** The checks of an answer, or of a part of one that is being written. */
  checkAnswer(answer: UncheckedAnswer): Promise<CheckedAnswer>
  /**
   * `Turns.progress` off the main thread: each write may wait for the disk and for other writers.
   */
  progress(grown: GrownAnswer): Promise<void>
  /** A job was queued or cancelled, or some time has passed. */
  wake(nothing: undefined): Promise<void>
  /** Puts the running jobs back in the queue and begins no others. */
  stopJobs(nothing: undefined): Promise<void>
  /** Ends the work, that of the jobs included. */
  stop(nothing: undefined): Promise<void>
}

/** What the thread stores, told unasked to a main thread that would not hear of it. */
export interface ChangesMessage {
  changes: StoredChange[]
}

export interface GrownAnswer {
  organization_id: string
  answer_id: string
  text: string
  citations: Citation[]
  now: string
}

yieldToOthers(5)

/** What the main thread gives the thread to begin with. */
export interface BackgroundData {
  config: Config
  /** Holds the leases of the thread (docs/architecture.md#leases). */
  owner: string
}

const { config, owner } = workerData as BackgroundData
const log = createLog(config)

// synchronous=NORMAL may lose the last moments before a power cut; the index can be built again
// from its sources. A write that finds the database locked is retried (`blocks: false`): blocked
// inside SQLite, the thread could neither answer calls nor be stopped.
const store = await openStore(config, {
  synchronous: 'NORMAL',
  blocks: false,
  overwrites: false,
  owner,
})
const extractive = createExtractiveModel(
  createWindowLikeness(() => models.embedding(MEANING_EMBEDDING, MEANING_DIMENSIONS)),
)
const readEvidence = createEvidenceCache()
const models = loadModels(config, [extractive], (fault) => log.error(fault))
const searched = await reranked(createRetrieve({ store, embeddings: models.embedding }))
const retrieve = searchSections(searched, store.passages)

const ingestion = openIngestion({ config, log, store, models })
const { jobs, moves } = ingestion
const deliveries = openDeliveries({ config, log, store })

const now = () => new Date().toISOString()
const judgeAnswer: JudgeAnswer = async (chosen) => confidenceInAnswer(chosen)
const matchCurated = createMatchCurated({ store, now })
// The confidence is judged by words alone.
const gaps = createGapChecker({
  store,
  retrieve: searchSections(createRetrieve({ store, embeddings: wordsOnly }), store.passages),
  matchCurated,
  extractive,
  judgeAnswer,
  now,
  giveWay: createGiveWay(),
  report: (err) => log.warn({ err }, 'a gap could not be asked again'),
})

const sectionQuestions = createQuestionEmbedder({
  store,
  embeddings: models.embedding,
  giveWay: createGiveWay(),
  report: (err) => log.warn({ err }, 'questions of sections could not be embedded'),
})

const learner = createQuestionLearner({
  store,
  embeddings: models.embedding,
  now,
  newId,
  giveWay: createGiveWay(),
  report: (err) => log.warn({ err }, 'questions of visitors could not be read'),
})

const methods: BackgroundMethods = {
  async ready() {
    setImmediate(warmUp)
  },
  retrieve,
  matchCurated,
  judgeAnswer,
  extract: (prompt, signal) => collect(extractive.stream(prompt, signal)),
  probe: (request, signal) => probeSource(request, ingestion.needs, signal),
  testWebhook: (receiver, signal) => deliveries.test(receiver, signal),
  checkAnswer: async (answer) => checkAnswer(answer, { readEvidence }),
  progress: ({ organization_id, answer_id, text, citations, now }) =>
    store.turns.progress(organization_id, answer_id, { text, citations }, now),
  async wake() {
    jobs.wake()
    moves.wake()
    deliveries.wake()
    void gaps.wake()
    void learner.wake().then(sectionQuestions.wake)
    await store.checkpoint?.()
  },
  stopJobs: () => jobs.stop(),
  async stop() {
    await Promise.all(
      [ingestion, deliveries, gaps, learner, sectionQuestions].map((work) => work.stop()),
    )
    await store.close()
  },
}

if (!parentPort) throw new Error('background.ts runs as a worker thread.')
answerCalls(parentPort, methods)
if (!store.hearsAll) {
  store.watch((changes) => parentPort?.postMessage({ changes } satisfies ChangesMessage))
}

/** Loads what it needs only when a model is configured. */
async function reranked(found: Retrieve): Promise<Retrieve> {
  if (!config.rerank_model) return found
  const { rerankWith } = await import('./retrieval/rerank.ts')
  return rerankWith(found, models.reranker(config.rerank_model), (err) =>
    log.warn({ err }, 'the reranker failed; passages keep their own order'),
  )
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
