import type { CardPlace } from '../components/panel-props.ts'

/** Distance of the card from its marker, and from the edges of the view. */
const GAP_PX = 6
/** With less room beside its marker the card covers the view, as at a zoom of 400 %. */
const LEAST_ROOM_PX = 140
/** Of the view, where there is room for more. */
const MOST_SHARE = 0.6

/**
 * The place of a marker's card: above or below it, within the part of the conversation that is in
 * view, or within an enlarged table. null where the marker is in neither.
 */
export function cardPlace(marker: Element, content: Element | null): CardPlace | null {
  const frame = marker.closest('.frame:popover-open')
  const view = (frame ?? marker.closest('.scroller'))?.getBoundingClientRect()
  const origin = frame ? 0 : content?.getBoundingClientRect().top
  if (!view || origin === undefined) return null
  const { top, bottom } = marker.getBoundingClientRect()
  const above = top > view.top + view.height / 2
  const sides = frame ? { sides: { left: view.left, width: view.width } } : {}
  const room = (above ? top - view.top : view.bottom - bottom) - 2 * GAP_PX
  if (room < LEAST_ROOM_PX) {
    const height = view.height - 2 * GAP_PX
    return { edge: view.top + GAP_PX - origin, above: false, height, ...sides }
  }
  const edge = (above ? top - GAP_PX : bottom + GAP_PX) - origin
  return { edge, above, height: Math.min(room, MOST_SHARE * view.height), ...sides }
}

/** The style of a card at its place. */
export function styleOf({ edge, height, sides }: CardPlace) {
  const shared = { insetBlockStart: `${edge}px`, maxHeight: `${height}px` }
  if (!sides) return shared
  const { left, width } = sides
  const box = { position: 'fixed', margin: 0, bottom: 'auto', right: 'auto' } as const
  return { ...shared, ...box, left: `${left + GAP_PX}px`, width: `${width - 2 * GAP_PX}px` }
}
