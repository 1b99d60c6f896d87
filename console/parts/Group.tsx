import type { ComponentChildren } from 'preact'

/** Fields that belong together, under one name. */
export function Group({
  legend,
  hint,
  children,
}: {
  legend: string
  hint?: string
  children: ComponentChildren
}) {
  return (
    <fieldset class="field-group">
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {children}
    </fieldset>
  )
}
