import type { Citation, Conversation, Message } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import type { AbstentionReason, StreamEvent } from '../contract/events.ts'
import type { NearPassage } from '../contract/usage.ts'
import type { LanguageModel, Prompt } from '../models/ports.ts'
import type { Retrieval, Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Assistants, Conversations } from '../storage/store.ts'
import { abstentionSentence } from './abstention.ts'
import { type CitedText, createCitations } from './cited/citations.ts'
import { ground } from './cited/grounding.ts'
import { claimsBySource } from './cited/sentences.ts'
import { snippetsOf } from './cited/snippet.ts'
import { completeQuestion } from './complete-question.ts'
import { declined } from './declined.ts'
import { generate, type Patience } from './generate.ts'
import { answerPrompt } from './prompt.ts'
import type { Meter } from './turn.ts'

export interface AnswerNeeds {
  store: {
    assistants: Pick<Assistants, 'find'>
    conversations: Pick<Conversations, 'before'>
  }
  retrieve: Retrieve
  models: { language(selector: string): LanguageModel }
  /** A random word that nobody can have foreseen. */
  newBoundary: () => string
  patience: Patience
}

/** A claimed question. */
export interface ClaimedQuestion {
  organization_id: string
  conversation: Pick<Conversation, 'id' | 'assistant_id'>
  question: Message
  answer_id: string
}

/** How many passages a model is shown: the built-in one reads more, since none of them costs tokens. */
const SHOWN = { builtin: 12, configured: 8 }
/** How many of them are kept with a question that was declined. */
const MAX_NEAREST = 5
/** Messages before the question that a model is shown. */
const MAX_EARLIER_MESSAGES = 6
/**
 * Confidence of retrieval below which an assistant abstains. A configured model judges the passages
 * itself, also those in another language than the question, so it is only kept from the hopeless.
 */
const GATE = { builtin: 0.5, configured: 0.1 }

/**
 * Question → answer: retrieve, abstain or generate, cite, ground. Yields the events of contract §6 in
 * their order up to `answer.completed`; throws what fails (`retrieval_failure`, `provider_failure`).
 */
export function createAnswer({ store, retrieve, models, newBoundary, patience }: AnswerNeeds) {
  return async function* answer(
    { organization_id, conversation, question, answer_id }: ClaimedQuestion,
    meter: Meter,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent, void> {
    const { assistant_id } = conversation
    const assistant = await store.assistants.find(organization_id, assistant_id)
    meter.model = assistant?.model ?? ''
    yield {
      type: 'message.created',
      data: {
        conversation_id: conversation.id,
        user_message_id: question.id,
        answer_message_id: answer_id,
      },
    }
    yield { type: 'answer.started', data: { answer_message_id: answer_id } }
    if (!assistant) throw new Error('A question was claimed from an assistant that is gone.')

    const model = languageModel(assistant.model)
    const { sequence, text } = question
    const history = await store.conversations.before(
      organization_id,
      conversation.id,
      sequence,
      MAX_EARLIER_MESSAGES,
    )
    const query = await completeQuestion({ text, history }, { model, meter, signal })
    const retrieval = await retrieve(
      {
        organization_id,
        collection_ids: assistant.knowledge_base_ids,
        query,
        limit: SHOWN[kindOf(model)],
      },
      signal,
    )
    meter.nearest = retrieval.passages.slice(0, MAX_NEAREST).map(nearPassage)
    const reason = reasonToAbstain(retrieval, model)
    if (reason) {
      const titles = titlesOf(retrieval.passages)
      yield* abstain({ answer_id, question: text, titles, reason, finish_reason: null })
      return
    }
    const prompt = answerPrompt({
      text,
      query,
      passages: retrieval.passages.map((passage, at) => ({ ...passage, number: at + 1 })),
      instruction: assistant.instruction,
      history,
      boundary: newBoundary(),
    })
    yield* write(
      { prompt, passages: retrieval.passages, question: text, answer_id, model },
      meter,
      signal,
    )
  }

  /** A model that was taken out of the configuration after its assistant was set up fails as its provider would. */
  function languageModel(selector: string): LanguageModel {
    try {
      return models.language(selector)
    } catch (cause) {
      throw new ServiceError('provider_failure', 'The assistant’s model is not configured.', {
        cause,
      })
    }
  }

  async function* write(
    writing: {
      prompt: Prompt
      passages: RetrievedPassage[]
      question: string
      answer_id: string
      model: LanguageModel
    },
    meter: Meter,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const { prompt, passages, question, answer_id, model } = writing
    const citations = createCitations(passages.length)
    const snippets = new Map(passages.map((passage) => [passage, snippetsOf(passage.text)]))
    const sources: Citation[] = []
    const titles = titlesOf(passages)
    let text = ''
    let finish_reason: string | null = null

    for await (const event of declined(generate(model, prompt, patience, signal))) {
      if (event.type === 'text') {
        yield* show(citations.push(event.text))
        continue
      }
      finish_reason = event.reason
      meter.input_tokens += event.input_tokens
      meter.output_tokens += event.output_tokens
    }
    yield* show(citations.end())

    if (text === '') {
      yield* abstain({ answer_id, question, titles, reason: 'model_declined', finish_reason })
      return
    }
    const cited = citations.order.flatMap((number) => passages[number - 1] ?? [])
    const grounded = ground(text, cited, question)
    if (cited.length === 0 || grounded.text === '') {
      yield* withdraw({ answer_id, question, titles, finish_reason })
      return
    }
    const supported = grounded.order.flatMap((ordinal) => cited[ordinal - 1] ?? [])
    const claims = claimsBySource(grounded.text)
    const complete: StreamEvent = {
      type: 'answer.sources',
      data: {
        citations: supported.map((passage, at) =>
          cite(passage, at + 1, claims.get(at + 1) ?? question),
        ),
      },
    }
    if (grounded.text !== text) {
      yield { type: 'answer.replaced', data: { text: grounded.text } }
    }
    yield complete
    yield completed({ answer_id, finish_reason, abstention_reason: null })

    /** Contract §2.3. The snippet is what supports `claim`. */
    function cite(passage: RetrievedPassage, ordinal: number, claim: string): Citation {
      const { source_id, title, url, anchor, score } = passage
      const snippet = snippets.get(passage)?.(claim) ?? null
      return { source_id, ordinal, title, url, snippet, anchor, score }
    }

    /** Announces sources before the text that first cites them (contract §6, rule 4). */
    function* show(step: CitedText): Generator<StreamEvent> {
      text += step.text
      for (const number of step.cited) {
        const passage = passages[number - 1]
        if (passage) sources.push(cite(passage, sources.length + 1, lastWords(text)))
      }
      if (step.cited.length > 0) yield { type: 'answer.sources', data: { citations: [...sources] } }
      if (step.text !== '') yield { type: 'answer.delta', data: { text: step.text } }
    }
  }
}

function reasonToAbstain(
  { indexed, passages, confidence }: Retrieval,
  model: LanguageModel,
): AbstentionReason | null {
  if (indexed === 0) return 'no_knowledge'
  if (passages.length === 0) return 'no_relevant_passages'
  return confidence < GATE[kindOf(model)] ? 'insufficient_support' : null
}

function kindOf({ selector }: LanguageModel): 'builtin' | 'configured' {
  return selector.startsWith('builtin/') ? 'builtin' : 'configured'
}

interface Declining {
  answer_id: string
  question: string
  /** Of the documents nearest to the question. */
  titles: string[]
  finish_reason: string | null
}

function* abstain(declining: Declining & { reason: AbstentionReason }): Generator<StreamEvent> {
  const { question, titles, reason, ...ended } = declining
  yield { type: 'answer.delta', data: { text: abstentionSentence(question, titles) } }
  yield { type: 'answer.sources', data: { citations: [] } }
  yield completed({ ...ended, abstention_reason: reason })
}

/** Takes streamed text back (contract §6, rules 3 and 8). */
function* withdraw({ question, titles, ...ended }: Declining): Generator<StreamEvent> {
  yield { type: 'answer.replaced', data: { text: abstentionSentence(question, titles) } }
  yield { type: 'answer.sources', data: { citations: [] } }
  yield completed({ ...ended, abstention_reason: 'withdrawn' })
}

function completed(end: {
  answer_id: string
  finish_reason: string | null
  abstention_reason: AbstentionReason | null
}): StreamEvent {
  const { answer_id, finish_reason, abstention_reason } = end
  const abstained = abstention_reason !== null
  return {
    type: 'answer.completed',
    data: {
      answer_message_id: answer_id,
      status: abstained ? 'abstained' : 'answered',
      abstained,
      finish_reason,
      abstention_reason,
    },
  }
}

function titlesOf(passages: RetrievedPassage[]): string[] {
  return passages.map(({ title }) => title)
}

function nearPassage({ source_id, title, url, score }: RetrievedPassage): NearPassage {
  return { source_id, title, url, score }
}

function lastWords(text: string): string {
  return text.slice(-300)
}
