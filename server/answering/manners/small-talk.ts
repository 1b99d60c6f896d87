import type { Message } from '../../contract/conversation.ts'

/** The selector that a reply to small talk is stored with, whatever the assistant's model. */
export const MANNERS_MODEL = 'builtin/manners'

/** The messages of a conversation that a later question may refer to. */
export function withoutSmallTalk(messages: Message[]): Message[] {
  return messages.filter(
    ({ model }, at) => model !== MANNERS_MODEL && messages[at + 1]?.model !== MANNERS_MODEL,
  )
}
