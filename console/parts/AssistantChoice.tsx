import { useRef } from 'preact/hooks'
import type { Assistant } from '../../server/contract/assistant.ts'
import { useRead } from '../cache.ts'
import { place, setQuery } from '../location.ts'

/** The assistant in the address, else the first one; null while there is none. */
export function useAssistant(): { assistant: Assistant | null; assistants: Assistant[] } {
  const { value } = useRead('listAssistants', { query: { limit: '100' } })
  const assistants = value.value?.data ?? []
  // One that is added, and so the first, does not replace the one that is shown.
  const before = useRef<string>(undefined)
  const wanted = place.value.query['assistant_id'] ?? before.current
  const assistant = assistants.find(({ id }) => id === wanted) ?? assistants[0] ?? null
  before.current = assistant?.id
  return { assistant, assistants }
}

/** The choice of an assistant, where there are several; it stands in the address. */
export function AssistantChoice({ label }: { label: string }) {
  const { assistant, assistants } = useAssistant()
  if (assistants.length < 2) return null
  return (
    <label class="choice">
      {label}
      <select
        value={assistant?.id ?? ''}
        onChange={({ currentTarget }) => setQuery({ assistant_id: currentTarget.value })}
      >
        {assistants.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
