import { useId } from 'preact/hooks'

/** A labelled field for several lines. */
export function TextArea({
  label,
  hint,
  problem,
  value,
  rows = 3,
  maxLength,
  onInput,
}: {
  label: string
  hint?: string
  problem?: string | null
  value: string
  rows?: number
  maxLength: number
  onInput: (text: string) => void
}) {
  const id = useId()
  const help = problem || hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={maxLength}
        value={value}
        dir="auto"
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
