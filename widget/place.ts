import { parseJson } from './json.ts'
import { attempt, visitName } from './visitor.ts'

/**
 * Keeps for the tab that the panel is open, and the number of the paragraph that is read in it, so
 * that the next page shows the same. `null` is the end of the transcript, '' a closed panel.
 */
export function storePlace(widgetKey: string, place: number | null | '') {
  attempt(() => sessionStorage.setItem(visitName(widgetKey), `${place}`))
}

export function storedPlace(widgetKey: string) {
  return parseJson(attempt(() => sessionStorage.getItem(visitName(widgetKey)))) as number | null
}

/** Whether the visitor has opened the panel in this tab before. */
export function hasPlace(widgetKey: string): boolean {
  return attempt(() => sessionStorage.getItem(visitName(widgetKey)) !== null) ?? false
}

/** The first paragraph in view; by number, as the heights of those out of view are guessed. */
export function placeOf(scroller: Element): number {
  const { top } = scroller.getBoundingClientRect()
  return paragraphsOf(scroller).findIndex((box) => box.getBoundingClientRect().bottom > top)
}

/** Scrolls to a place; does nothing when the transcript has no such paragraph. */
export function scrollToPlace(scroller: Element, place: number) {
  paragraphsOf(scroller)[place]?.scrollIntoView()
}

function paragraphsOf(scroller: Element): Element[] {
  return [...scroller.querySelectorAll('.question, .group')]
}
