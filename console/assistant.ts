import type { Assistant } from '../server/contract/assistant.ts'
import type { Behaviour } from '../server/contract/behaviour.ts'
import { refresh, send, write, writeItem } from './cache.ts'

/** What a person edits of an assistant, in one form. */
export type Edited = Pick<
  Assistant,
  'name' | 'description' | 'model' | 'instruction' | 'knowledge_base_ids'
> &
  Pick<Behaviour, 'strictness' | 'follow_ups' | 'texts'>

export function editedOf(assistant: Assistant, behaviour: Behaviour): Edited {
  const { name, description, model, instruction, knowledge_base_ids } = assistant
  const { strictness, follow_ups, texts } = behaviour
  return {
    name,
    description,
    model,
    instruction,
    knowledge_base_ids,
    strictness,
    follow_ups,
    texts,
  }
}

/** Saves what was changed, each part with its revision. Throws `Failure`. */
export async function saveAssistant(assistant: Assistant, behaviour: Behaviour, edited: Edited) {
  const before = editedOf(assistant, behaviour)
  const { strictness, follow_ups, texts, ...fields } = edited
  const { strictness: _, follow_ups: __, texts: ___, ...fieldsBefore } = before
  const params = { assistant_id: assistant.id }
  if (!isSame(fields, fieldsBefore)) {
    const body = { revision: assistant.revision, ...fields }
    writeItem('listAssistants', await send('updateAssistant', { params, body }))
  }
  const settings = { strictness, follow_ups, texts }
  const { revision, ...settingsBefore } = behaviour
  if (!isSame(settings, settingsBefore)) {
    const saved = await send('saveBehaviour', { params, body: { revision, ...settings } })
    write('getBehaviour', saved, { params })
  }
  refresh('listAssistants')
}

function isSame(one: object, other: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted())
  return sorted(one) === sorted(other)
}
