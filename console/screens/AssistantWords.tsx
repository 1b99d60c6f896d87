import type { Edited } from '../assistant.ts'
import type { Draft } from '../drafts.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { texts } from '../strings.ts'

/** How it speaks: what it is told, and what it says where nothing is looked up. */
export function AssistantWords({ draft }: { draft: Draft<Edited> }) {
  const { assistant: words } = texts.value
  const { entry } = draft
  return (
    <section class="card">
      <h2>{words.words}</h2>
      <Text
        label={words.instruction}
        hint={words.instructionHint}
        rows={5}
        max={8000}
        value={entry.instruction}
        onChange={(instruction) => draft.set({ ...entry, instruction })}
      />
      <Text
        label={words.greeting}
        hint={words.greetingHint}
        rows={2}
        max={500}
        value={entry.texts.greeting}
        onChange={(greeting) => draft.set({ ...entry, texts: { ...entry.texts, greeting } })}
      />
      <Text
        label={words.declined}
        hint={words.declinedHint}
        rows={2}
        max={500}
        value={entry.texts.declined}
        onChange={(declined) => draft.set({ ...entry, texts: { ...entry.texts, declined } })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={entry.follow_ups}
          onChange={({ currentTarget }) =>
            draft.set({ ...entry, follow_ups: currentTarget.checked })
          }
        />
        {words.followUps}
      </label>
    </section>
  )
}

function Text({ label, hint, rows, max, value, onChange }: TextOf) {
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <textarea
          {...ties}
          rows={rows}
          maxLength={max}
          value={value ?? ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )}
    </Labelled>
  )
}

interface TextOf {
  label: string
  hint: string
  rows: number
  max: number
  value: string | null
  onChange: (text: string | null) => void
}
