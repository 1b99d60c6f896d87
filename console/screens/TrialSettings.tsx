import type { Signal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import { strictnesses } from '../behaviour.ts'
import { useRead } from '../cache.ts'
import { Check } from '../parts/Check.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { texts } from '../strings.ts'
import type { Overrides } from '../trial.ts'

/** The settings that an answer is compared with. */
export function TrialSettings({
  assistant,
  overrides,
}: {
  assistant: Assistant
  overrides: Signal<Overrides>
}) {
  const { trials: words } = texts.value
  const { strictness, instruction, model } = overrides.value
  const models = useModels()
  const set = (changes: Overrides) => {
    const entries = Object.entries({ ...overrides.value, ...changes })
    overrides.value = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  return (
    <section class="card settings">
      <h2>{words.settings['b']}</h2>
      <Choice
        label={words.strictness}
        value={strictness}
        options={strictnesses.map((name) => [name, words.strictnesses[name] ?? name])}
        onChange={(value) => set({ strictness: strictnesses.find((name) => name === value) })}
      />
      {models.length > 1 && (
        <Choice
          label={words.model}
          value={model}
          options={models}
          onChange={(value) => set({ model: value })}
        />
      )}
      {models.length > 1 && (
        <TextArea
          label={words.instruction}
          value={instruction ?? assistant.instruction ?? ''}
          maxLength={8000}
          onInput={(text) => set({ instruction: text.trim() || null })}
        />
      )}
      <Collections
        chosen={overrides.value.knowledge_base_ids ?? assistant.knowledge_base_ids}
        onChange={(ids) => set({ knowledge_base_ids: ids })}
      />
    </section>
  )
}

/** Models that can write answers, with their names; `provider/…` names none. */
function useModels(): [string, string][] {
  const { value } = useRead('listModels')
  const models = value.value?.data ?? []
  return models
    .filter(({ kind, selector }) => kind === 'language' && !selector.endsWith('/…'))
    .map(({ selector, configured_by }) => [
      selector,
      configured_by === 'built-in' ? texts.value.trials.builtin : selector,
    ])
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: [value: string, text: string][]
  onChange: (value: string | undefined) => void
}) {
  return (
    <label class="choice">
      {label}
      <select
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        <option value="">{texts.value.trials.saved}</option>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What is searched; only where there is a choice. */
function Collections({
  chosen,
  onChange,
}: {
  chosen: string[]
  onChange: (ids: string[]) => void
}) {
  const { value } = useRead('listCollections', { query: { limit: '100' } })
  const collections = value.value?.data ?? []
  if (collections.length < 2) return null
  return (
    <fieldset class="field-group">
      <legend>{texts.value.trials.collections}</legend>
      {collections.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
