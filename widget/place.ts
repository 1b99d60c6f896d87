import { parseJson } from './json.ts'
import { attempt, visitName } from './visitor.ts'

/** A paragraph of the transcript, and how far it is scrolled out of view. */
type Place = [index: number, offsetPx: number]

/**
 * Keeps for the tab that the panel is open, and what is read in it, so that the next page shows the
 * same. `null` stands for the end of the transcript.
 */
export function storePlace(widgetKey: string, place: Place | null) {
  attempt(() => sessionStorage.setItem(visitName(widgetKey), JSON.stringify(place)))
}

export function clearPlace(widgetKey: string) {
  attempt(() => sessionStorage.removeItem(visitName(widgetKey)))
}

export function storedPlace(widgetKey: string): Place | null {
  return parseJson(attempt(() => sessionStorage.getItem(visitName(widgetKey)))) as Place | null
}

/** The first paragraph in view; by number, as the heights of those out of view are guessed. */
export function placeOf(scroller: Element): Place {
  const { top } = scroller.getBoundingClientRect()
  const boxes = paragraphsOf(scroller).map((paragraph) => paragraph.getBoundingClientRect())
  const index = boxes.findIndex(({ bottom }) => bottom > top)
  return [index, top - (boxes[index]?.top ?? top)]
}

/** Scrolls to a place; does nothing when the transcript has no such paragraph. */
export function scrollToPlace(scroller: Element, [index, offsetPx]: Place) {
  const paragraph = paragraphsOf(scroller)[index]
  const { top } = scroller.getBoundingClientRect()
  if (paragraph) scroller.scrollTop += paragraph.getBoundingClientRect().top - top + offsetPx
}

function paragraphsOf(scroller: Element): Element[] {
  return [...scroller.querySelectorAll('.question, .group')]
}
