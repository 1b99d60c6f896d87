import { Labelled } from './Labelled.tsx'

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
  hint?: string | undefined
  problem?: string | null
  type?: 'text' | 'url' | 'password' | 'number' | 'date' | 'time'
  value: string
  maxLength?: number
  placeholder?: string
  onInput: (text: string) => void
}) {
  return (
    <Labelled label={label} hint={hint} problem={problem ?? undefined}>
      {(ties) => (
        <input
          {...ties}
          // Preact types an input by its literal type.
          type={type as 'text'}
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          // Password managers fill in no secrets of other websites.
          autocomplete={type === 'password' ? 'new-password' : 'off'}
          spellcheck={type === 'text'}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Labelled>
  )
}
