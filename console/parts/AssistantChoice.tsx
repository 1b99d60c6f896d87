import type { Assistant } from '../../server/contract/assistant.ts'
import { useRead } from '../cache.ts'
import { place, setQuery } from '../location.ts'

/** The assistant in the address, else the first one; null while there is none. */
export function useAssistant(): { assistant: Assistant | null; assistants: Assistant[] } {
  const { value } = useRead('listAssistants', { query: { limit: '100' } })
  const assistants = value.value?.data ?? []
  const { assistant_id } = place.value.query
  const chosen = assistants.find(({ id }) => id === assistant_id)
  return { assistant: chosen ?? assistants[0] ?? null, assistants }
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
