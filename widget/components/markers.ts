import type { Extras } from './panel-props.ts'

/**
 * Loads the previews with the first marker that is pointed at or has the focus. Where they cannot
 * be loaded, a click unfolds the source instead.
 */
export function onMarker({ target, type }: Event, extras: Extras) {
  const marker = (target as Element).closest<HTMLElement>('.cite')
  if (!marker) return
  extras.load()
  if (type === 'click' && extras.parts.peek() === null) unfoldSource(marker)
}

/** Moves the focus to the source of a marker, in the list below the answer. */
export function unfoldSource(marker: HTMLElement) {
  const sources = marker.closest('.answer')?.querySelector('details')
  sources?.toggleAttribute('open', true)
  sources?.querySelector<HTMLElement>(`[data-ordinal="${marker.dataset['ordinal']}"]`)?.focus()
}
