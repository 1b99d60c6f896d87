import type { FollowUps, Message } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { LanguageModel } from '../models/ports.ts'
import type { FoundPassage, StoredPassage } from '../storage/ports/passages.ts'
import type { Store } from '../storage/store.ts'
import { spokenLanguageOf } from '../text/language.ts'
import { lettersOf } from '../text/letters.ts'
import type { AnsweredFrom } from './answered-from.ts'
import { evidenceOf } from './cited/evidence.ts'
import { assertionOf, isAbout } from './cited/support.ts'
import { kindOf } from './gate.ts'
import { generateText, type ModelTimeouts } from './generate.ts'
import { isPlainLine } from './plain-line.ts'
import { followUpsPrompt } from './prompt.ts'
import { createSpending, type SpendingNeeds } from './spending.ts'

export interface FollowUpNeeds {
  store: Pick<Store, 'assistants' | 'conversations' | 'passages' | 'usage'> & SpendingNeeds['store']
  models: { language(selector: string): LanguageModel }
  answeredFrom: AnsweredFrom
  newBoundary: () => string
  timeouts: ModelTimeouts
  now: () => string
  /** Called with the error when generation fails. */
  report: (error: unknown) => void
}

const MAX_FOLLOW_UPS = 3
/** How many lines of the model are read; it is asked for three. */
const MAX_LINES = 30
/** Of so many messages before the answer no question is suggested again. */
const REMEMBERED = 20

/**
 * Suggests up to three questions after an answer, from the passages that it cites and those
 * beside them (docs/behaviour.md#follow-ups). None for an answer that abstained, failed, cited
 * nothing or has no text, and none when generation fails. Throws `not_found` unless the caller
 * began the conversation and the message is in it, `validation_error` for a question.
 */
export function createFollowUps(needs: FollowUpNeeds) {
  const { store, models, answeredFrom, newBoundary, timeouts, now, report } = needs
  const spending = createSpending(needs)

  return async function suggestFollowUps(
    caller: Caller,
    conversation_id: string,
    message_id: string,
    signal: AbortSignal,
  ): Promise<FollowUps> {
    const { organization_id } = caller
    const conversation = await store.conversations.findOwn(caller, conversation_id)
    if (!conversation) throw new ServiceError('not_found', 'Conversation not found.')
    const answer = await store.conversations.message(organization_id, conversation.id, message_id)
    if (!answer) throw new ServiceError('not_found', 'Message not found.')
    if (answer.role === 'user') {
      throw new ServiceError(
        'validation_error',
        'Follow-ups are made for an answer, not a question.',
      )
    }
    if (!isFruitful(answer)) return { follow_ups: [] }
    try {
      return { follow_ups: await suggest(caller, conversation.assistant_id, answer, signal) }
    } catch (error) {
      if (!signal.aborted) report(error)
      return { follow_ups: [] }
    }
  }

  async function suggest(
    caller: Caller,
    assistant_id: string,
    answer: Message,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { organization_id, channel } = caller
    const assistant = await store.assistants.find(organization_id, assistant_id)
    const passages = withNeighbours(await citedPassages(organization_id, answer))
    const asked = await questionsUpTo(organization_id, answer)
    const question = asked.at(-1)
    if (!assistant || !question || passages.length === 0) return []

    const { writer: model } = await spending.affordable(
      organization_id,
      models.language(assistant.model),
    )
    const prompt = followUpsPrompt({
      question,
      answer: answer.text,
      passages: passages.map((passage, at) => ({ ...passage, number: at + 1 })),
      boundary: newBoundary(),
      promptTokens: model.promptTokens,
    })
    const used = { assistant_id, channel, model: model.selector }
    let tokens = { input_tokens: 0, output_tokens: 0 }
    try {
      const { text, ...spent } = await generateText(model, prompt, timeouts, signal)
      tokens = spent
      if (kindOf(model) === 'configured') return chosen(text, asked, passages)
      const collection_ids = assistant.knowledge_base_ids
      return await answered({ organization_id, collection_ids }, newLines(text, asked), signal)
    } finally {
      await store.usage.followUps(organization_id, { ...used, ...tokens }, now())
    }
  }

  /** The headings that are answered from their own sections when somebody follows them. */
  async function answered(
    place: { organization_id: string; collection_ids: string[] },
    headings: string[],
    signal: AbortSignal,
  ): Promise<string[]> {
    const follow_ups: string[] = []
    for (const heading of headings) {
      if (follow_ups.length === MAX_FOLLOW_UPS) break
      if (!isPlainLine(heading)) continue
      if (await answeredFrom({ ...place, heading }, signal)) follow_ups.push(heading)
    }
    return follow_ups
  }

  async function citedPassages(
    organization_id: string,
    { citations }: Message,
  ): Promise<FoundPassage[]> {
    const found = await Promise.all(
      citations.map(({ source_id }) => store.passages.find(organization_id, source_id)),
    )
    return found.filter((passage) => passage !== null)
  }

  /** The last of them is the one answered. */
  async function questionsUpTo(organization_id: string, answer: Message): Promise<string[]> {
    const { conversation_id, sequence } = answer
    const messages = await store.conversations.before(
      organization_id,
      conversation_id,
      sequence,
      REMEMBERED,
    )
    return messages.filter(({ role }) => role === 'user').map(({ text }) => text)
  }
}

/** The passages, then those before and after them in their documents, each once. */
function withNeighbours(cited: FoundPassage[]): StoredPassage[] {
  const beside = cited.flatMap(({ previous, next }) => [next, previous].filter(isPassage))
  return [...new Map([...cited, ...beside].map((each) => [each.source_id, each])).values()]
}

function isPassage(passage: StoredPassage | null): passage is StoredPassage {
  return passage !== null
}

function isFruitful({ abstained, status, text, citations }: Message): boolean {
  return !abstained && status !== 'failed' && text !== '' && citations.length > 0
}

/** The lines of the model that are plain questions about the passages; others are not corrected. */
function chosen(text: string, asked: string[], passages: StoredPassage[]): string[] {
  const evidence = passages.map(evidenceOf)
  return newLines(text, asked)
    .filter((line) => ASKS.test(line) && isPlainLine(line))
    .filter((line) => isAbout(evidence, assertionOf(line, spokenLanguageOf(line))))
    .slice(0, MAX_FOLLOW_UPS)
}

/** The lines of a model's text without those that were asked before, each once. */
function newLines(text: string, asked: string[]): string[] {
  const seen = new Set(asked.map(lettersOf))
  return text
    .split('\n', MAX_LINES)
    .map(withoutBullet)
    .filter((line) => {
      const key = lettersOf(line)
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
}

function withoutBullet(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+•]|\d{1,2}[.)])\s+/, '')
    .replace(/^["“„«](.*)["”“»]$/, '$1')
    .trim()
}

/** The end of a line that is a question. */
const ASKS = /[?？؟;]$/
