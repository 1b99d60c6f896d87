import { useRead } from '../cache.ts'
import { Check } from './Check.tsx'
import { Group } from './Group.tsx'

interface Props {
  legend: string
  hint?: string
  /** What choosing none of them means. */
  all: string
  chosen: string[] | null
  onChoose(chosen: string[] | null): void
}

/** Some of the assistants, or null for all; only where there are several. */
export function AssistantsChoice({ legend, hint, all: allLabel, chosen, onChoose }: Props) {
  const { value } = useRead('listAssistants', { query: { limit: '100' } })
  const assistants = value.value?.data ?? []
  if (assistants.length < 2 && chosen === null) return null
  const all = assistants.map(({ id }) => id)

  function toggle(id: string) {
    const before = chosen ?? all
    const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id]
    onChoose(after.length === 0 || after.length === all.length ? null : after)
  }

  return (
    <Group legend={legend} {...(hint !== undefined && { hint })}>
      <Check label={allLabel} isChecked={chosen === null} onChange={() => onChoose(null)} />
      {assistants.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          isChecked={chosen === null || chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </Group>
  )
}
