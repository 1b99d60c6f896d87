import type { Assistant } from '../../contract/assistant.ts'
import { isAnswerable } from '../rules/assistants.ts'

/** `knowledge_base_ids` is JSON text; `answerable` is derived from the rest. */
export type AssistantRow = Omit<Assistant, 'knowledge_base_ids' | 'answerable'> & {
  knowledge_base_ids: string
}

/** An assistant as it is written, its collections apart. */
export type WrittenAssistant = Omit<Assistant, 'knowledge_base_ids' | 'answerable'> & {
  organization_id: string
}

export function toAssistant(row: AssistantRow): Assistant {
  const assistant = { ...row, knowledge_base_ids: JSON.parse(row.knowledge_base_ids) as string[] }
  return { ...assistant, answerable: isAnswerable(assistant) }
}

/** What an assistant is that was just created. */
export function toNewAssistant(
  assistant: Omit<Assistant, 'answerable' | 'revision' | 'updated_at'>,
): Assistant {
  const stamps = { revision: 1, updated_at: assistant.created_at }
  return { ...assistant, ...stamps, answerable: isAnswerable(assistant) }
}
