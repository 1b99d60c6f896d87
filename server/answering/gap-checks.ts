import type { Assistant } from '../contract/assistant.ts'
import { defaultBehaviour } from '../contract/behaviour.ts'
import type { LanguageModel, ModelEvent } from '../models/ports.ts'
import type { MatchCurated } from '../retrieval/curated.ts'
import { curatedSourceId } from '../retrieval/curated-source.ts'
import type { Retrieve } from '../retrieval/retrieval.ts'
import type { GapCheck, GapQuestion, UncheckedGap } from '../storage/ports/gap-checks.ts'
import type { Store } from '../storage/store.ts'
import { kindOf, reasonToAbstain, thresholdOf } from './gate.ts'
import { withoutCourtesies } from './manners/courtesies.ts'
import { builtinPrompt } from './prompt.ts'
import { gatedModel, type JudgeAnswer } from './quote-answer.ts'

export interface GapChecker {
  /** Asks the gaps that are due, unless it does so already; resolves when none is. */
  wake(): Promise<void>
  /** Ends the work; it goes on at the next start. */
  stop(): Promise<void>
}

/** Gaps in one run, and how soon the next may begin: none takes the thread over. */
const GAPS_AT_ONCE = 200
const PAUSE_MS = 30_000
/** As many passages as the built-in model gets: they are what the confidence is judged by. */
const FOUND = 12
/** Reasons for which no model was asked. */
const BY_GATE = new Set(['no_knowledge', 'no_relevant_passages', 'insufficient_support'])

/**
 * Asks the questions of open gaps again after a change of the knowledge, by retrieval and gate
 * alone, and closes the gaps that would be answered (docs/behaviour.md#gaps). Runs in the
 * background thread.
 */
export function createGapChecker({
  store,
  retrieve,
  matchCurated,
  extractive,
  judgeAnswer,
  now,
  giveWay,
  report,
}: {
  store: Pick<Store, 'assistants' | 'behaviours' | 'curatedAnswers' | 'gapChecks'>
  retrieve: Retrieve
  matchCurated: MatchCurated
  /** The built-in model, whose gate judges what it would quote. */
  extractive: LanguageModel
  judgeAnswer: JudgeAnswer
  now: () => string
  /** Lets other work of the thread have its turn. */
  giveWay: () => Promise<void>
  report: (error: unknown) => void
}): GapChecker {
  const shutdown = new AbortController()
  const { signal } = shutdown
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const at = now()
      const again = new Date(Date.parse(at) + PAUSE_MS).toISOString()
      const check = await store.gapChecks.take({ now: at, again, limit: GAPS_AT_ONCE })
      if (!check) return
      for (const gap of check.gaps) await settle(check, gap)
    }
  }

  async function settle(check: GapCheck, gap: UncheckedGap): Promise<void> {
    const isAnswered = await wouldBeAnswered(check, gap).catch((error: unknown) => {
      if (!signal.aborted) report(error)
      return false
    })
    if (!signal.aborted) await store.gapChecks.settle(check, gap, isAnswered)
  }

  async function wouldBeAnswered(
    { organization_id }: GapCheck,
    { assistant_id, questions }: UncheckedGap,
  ): Promise<boolean> {
    const assistant = await store.assistants.find(organization_id, assistant_id)
    if (!assistant?.answerable) return false
    for (const question of questions) {
      await giveWay()
      signal.throwIfAborted()
      const known = knownTo(question)
      const isAnswered =
        (await isCurated(organization_id, { assistant, question, known })) ||
        (await passesGate(organization_id, { assistant, question, known }))
      if (!isAnswered) return false
    }
    return true
  }

  async function isCurated(
    organization_id: string,
    { assistant, question: { text }, known }: Asked,
  ): Promise<boolean> {
    const { id: assistant_id, knowledge_base_ids: collection_ids } = assistant
    const request = { organization_id, assistant_id, collection_ids, question: text }
    const { match } = await matchCurated(request, signal)
    const answer = match && (await store.curatedAnswers.find(organization_id, match.id))
    if (!answer) return false
    const cited = [
      curatedSourceId(answer),
      ...answer.links.map((_, at) => curatedSourceId(answer, at)),
    ]
    return !cited.some((id) => known?.has(id))
  }

  async function passesGate(
    organization_id: string,
    { assistant, question, known }: Asked,
  ): Promise<boolean> {
    const behaviour = await store.behaviours.find(organization_id, assistant.id)
    const { strictness } = behaviour ?? defaultBehaviour
    const query = question.trace?.question_as_searched ?? withoutCourtesies(question.text)
    const { knowledge_base_ids: collection_ids } = assistant
    const request = { organization_id, collection_ids, query, limit: FOUND }
    const found = await retrieve(request, signal)
    const kind = kindOf({ selector: assistant.model })
    const threshold = thresholdOf(kind, strictness)
    const [best] = found.passages
    if (!best || known?.has(best.source_id)) return false
    if (kind === 'configured') return reasonToAbstain(found, threshold) === null
    const model = gatedModel(extractive, { retrieval: found, judgeAnswer, threshold })
    const asked = { text: query, question: found.question, passages: found.passages }
    return writesAny(model.stream(builtinPrompt({ ...asked, history: [] }), signal))
  }

  return {
    wake() {
      working ??= work()
        .catch(report)
        .finally(() => {
          working = null
        })
      return working
    },
    async stop() {
      shutdown.abort()
      await working
    },
  }
}

async function writesAny(events: AsyncIterable<ModelEvent>): Promise<boolean> {
  for await (const event of events) if (event.type === 'text') return true
  return false
}

interface Asked {
  assistant: Assistant
  question: GapQuestion
  /** What was found before and led to no good answer; null: the gate declined. */
  known: Set<string> | null
}

/**
 * A question that passed the gate before would pass it again: the model declined it, or its answer
 * was rated down. It takes something new to answer it.
 */
function knownTo({ trace, abstention_reason, found }: GapQuestion): Set<string> | null {
  const confidence = trace?.confidence ?? null
  const isDeclinedByGate =
    confidence === null
      ? abstention_reason !== null && BY_GATE.has(abstention_reason)
      : confidence < (trace?.threshold ?? 0)
  if (isDeclinedByGate) return null
  return new Set([...found, ...(trace?.passages ?? []).map(({ source_id }) => source_id)])
}
