import { useId } from 'preact/hooks'

/** A labelled field for one line. */
export function TextField({
  label,
  hint,
  problem,
  type = 'text',
  value,
  maxLength,
  placeholder,
  onInput,
}: {
  label: string
  hint?: string
  problem?: string | null
  type?: 'text' | 'url' | 'password' | 'number' | 'date' | 'time'
  value: string
  maxLength?: number
  placeholder?: string
  onInput: (text: string) => void
}) {
  const id = useId()
  const help = problem || hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        // Preact types an input by its literal type.
        type={type as 'text'}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={type === 'text'}
        aria-invalid={!!problem}
        aria-describedby={help ? `${id}-help` : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {help && (
        <p id={`${id}-help`} class={problem ? 'problem' : 'hint'}>
          {help}
        </p>
      )}
    </div>
  )
}
