import type { AnswerLink, Citation } from '../contract/conversation.ts'
import { type ErrorCode, ServiceError, statusOf } from '../contract/errors.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { ToolInput, ToolOutput } from '../contract/mcp.ts'
import type { Caller } from '../identity/caller.ts'
import type { Assistants } from '../resources/assistants.ts'
import type { Conversations } from '../resources/conversations.ts'
import type { PassageLinks } from '../resources/passage-links.ts'
import type { Questions } from '../resources/questions.ts'
import { chooseAssistant, isNamed } from './choose-assistant.ts'
import type { Tell } from './progress.ts'

export interface AskResources {
  assistants: Pick<Assistants, 'get' | 'list'>
  conversations: Pick<Conversations, 'get' | 'create'>
  questions: Pick<Questions, 'stream'>
  passageLinks: Pick<PassageLinks, 'addressOf'>
}

interface AskCall {
  caller: Caller
  signal: AbortSignal
  tell: Tell
}

/**
 * Asks in the given conversation, or creates one that the API key owns. The turn is that of the
 * streaming route: a client that cancels the call stops the model, and the text so far is kept
 * (docs/behaviour.md#mcp).
 */
export function createAskTool(resources: AskResources) {
  const { assistants, conversations, questions, passageLinks } = resources
  async function conversationOf(
    caller: Caller,
    { assistant, conversation_id }: ToolInput<'ask'>,
  ): Promise<string> {
    if (conversation_id === undefined) {
      const { id } = await chooseAssistant(assistants, caller, assistant)
      return (await conversations.create(caller, { assistant_id: id })).id
    }
    if (assistant !== undefined) {
      const { assistant_id } = await conversations.get(caller, conversation_id)
      await sameAssistant(caller, assistant, assistant_id)
    }
    return conversation_id
  }

  async function sameAssistant(caller: Caller, wanted: string, assistant_id: string) {
    const { name } = await assistants.get(caller, assistant_id)
    if (isNamed(wanted, { id: assistant_id, name })) return
    throw new ServiceError(
      'validation_error',
      'assistant must be the assistant of the conversation, or be omitted.',
    )
  }

  return async function askTool(
    input: ToolInput<'ask'>,
    { caller, signal, tell }: AskCall,
  ): Promise<ToolOutput<'ask'>> {
    tell('Searching the knowledge')
    const conversation_id = await conversationOf(caller, input)
    const onReading = (count: number) =>
      tell(count === 1 ? 'Reading a passage' : `Reading ${count} passages`)
    const body = { text: input.question }
    const events = await questions.stream(caller, conversation_id, body, signal, onReading)
    const answer = await collect(events, tell)
    const citations = answer.citations.map(({ url, ...citation }) => ({
      ...citation,
      url:
        url ?? passageLinks.addressOf(caller.organization_id, citation.source_id, citation.quotes),
    }))
    return { conversation_id, ...answer, citations }
  }
}

type Collected = Omit<ToolOutput<'ask'>, 'conversation_id' | 'citations'> & {
  citations: Citation[]
}

/**
 * Collects the events of a turn. Throws `ServiceError` for a turn that failed or was interrupted.
 */
async function collect(events: AsyncIterable<StreamEvent>, tell: Tell): Promise<Collected> {
  let text = ''
  let citations: Citation[] = []
  let links: AnswerLink[] = []
  for await (const event of events) {
    const { type, data } = event
    switch (type) {
      case 'message.created':
      case 'answer.started':
      case 'answer.trace':
        break
      case 'answer.delta':
        if (text === '') tell('Answering')
        text += data.text
        break
      case 'answer.replaced':
        text = data.text
        break
      case 'answer.sources':
        citations = data.citations
        break
      case 'answer.links':
        links = data.links
        break
      case 'answer.completed': {
        const { answer_message_id, abstained, abstention_reason, finish_reason } = data
        const ended = { abstained, abstention_reason, finish_reason }
        return { message_id: answer_message_id, text, citations, links, ...ended }
      }
      case 'answer.interrupted':
        throw new ServiceError('provider_failure', `The answer was interrupted: ${data.reason}.`)
      case 'answer.error':
        throw new ServiceError(knownCode(data.code), data.message)
      default:
        event satisfies never
    }
  }
  throw new Error('An answer ended without a terminal event.')
}

function knownCode(code: string): ErrorCode {
  return Object.hasOwn(statusOf, code) ? (code as ErrorCode) : 'internal_error'
}
