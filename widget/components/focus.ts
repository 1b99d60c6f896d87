/** Moves the focus from a control that is about to vanish, or to be of no use, to another place in the panel. */
export function moveFocus({ currentTarget }: Event, to: '.scroller' | 'textarea') {
  const panel = (currentTarget as Element).closest('.panel')
  panel?.querySelector<HTMLElement>(to)?.focus({ preventScroll: true })
}
