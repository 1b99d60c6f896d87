/** Moves the focus to another part of the panel before the control that has it is removed. */
export function moveFocus({ currentTarget }: Event, to: '.scroller' | 'textarea') {
  const panel = (currentTarget as Element).closest('.panel')
  panel?.querySelector<HTMLElement>(to)?.focus({ preventScroll: true })
}
