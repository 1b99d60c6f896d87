/** Moves the focus from a control that is about to vanish to the conversation around it. */
export function toTranscript({ currentTarget }: Event) {
  inPanel(currentTarget, '.scroller')?.focus({ preventScroll: true })
}

/** Moves the focus from a control that is about to be of no use to the composer. */
export function toComposer({ currentTarget }: Event) {
  inPanel(currentTarget, 'textarea')?.focus()
}

function inPanel(control: EventTarget | null, selector: string): HTMLElement | null {
  if (!(control instanceof Element)) return null
  return control.closest('.panel')?.querySelector<HTMLElement>(selector) ?? null
}
