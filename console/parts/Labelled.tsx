import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** What ties a control to its label and to the text below it. */
export interface Ties {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** A control with its label, and its hint or its problem below. */
export function Labelled({
  label,
  hint,
  problem,
  children,
}: {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  children: (ties: Ties) => ComponentChildren
}) {
  const id = useId()
  const help = problem ?? hint
  const ties = {
    id,
    'aria-describedby': help ? `${id}-help` : undefined,
    'aria-invalid': problem !== undefined,
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(ties)}
      {help && (
        <p id={`${id}-help`} class={problem ? 'problem' : 'hint'}>
          {help}
        </p>
      )}
    </div>
  )
}
