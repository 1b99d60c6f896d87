import type { ComponentChildren } from 'preact'

/** A sentence that matters now, which screen readers read at once. */
export function Notice({
  kind,
  children,
}: {
  kind: 'problem' | 'note'
  children: ComponentChildren
}) {
  return (
    <div class="notice" data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
