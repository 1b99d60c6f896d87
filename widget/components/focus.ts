type Target = '.content' | '.scroller' | 'textarea'

/** Moves the focus to another part of the panel before the control that has it is removed. */
export function moveFocus({ currentTarget }: Event, to: Target) {
  const panel = (currentTarget as Element).closest('.panel')
  panel?.querySelector<HTMLElement>(to)?.focus({ preventScroll: true })
}

/** The same after what has changed is rendered: under the menu nothing takes the focus. */
export function moveFocusSoon({ currentTarget }: Pick<Event, 'currentTarget'>, to: Target) {
  const panel = (currentTarget as Element).closest('.panel')
  setTimeout(() => panel?.querySelector<HTMLElement>(to)?.focus({ preventScroll: true }))
}
