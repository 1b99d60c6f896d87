import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A button that opens a box below it; the browser closes it on Escape and on clicks elsewhere. */
export function Menu({
  label,
  face,
  children,
}: {
  label: string
  /** What the button shows. */
  face: string
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <div class="menu">
      <button type="button" popovertarget={id} aria-label={label} title={label}>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        onClick={({ currentTarget, target }) => {
          if (target instanceof HTMLAnchorElement) currentTarget.hidePopover()
        }}
      >
        {children}
      </div>
    </div>
  )
}
