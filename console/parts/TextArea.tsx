import { Labelled } from './Labelled.tsx'

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
  hint?: string | undefined
  problem?: string | null
  value: string
  rows?: number
  maxLength?: number
  onInput: (text: string) => void
}) {
  return (
    <Labelled label={label} hint={hint} problem={problem ?? undefined}>
      {(ties) => (
        <textarea
          {...ties}
          rows={rows}
          maxLength={maxLength}
          value={value}
          dir="auto"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Labelled>
  )
}
