/** Elements with a marker for each of their items or rows. */
const BLOCKS = '[role=list], table'

/**
 * Hides equal markers of a list, of steps or of a table's rows but for the last one, whose card
 * shows the quotations of all.
 */
export function drawOnce(text: Element) {
  for (const block of text.querySelectorAll(BLOCKS)) {
    const markers = [...block.querySelectorAll<HTMLElement>('.marker')]
    const ordinals = new Set(markers.map(({ textContent }) => textContent))
    const items = block.querySelectorAll('li, tbody tr').length
    if (ordinals.size !== 1 || markers.length !== items) continue
    for (const marker of markers.slice(0, -1)) marker.hidden = true
  }
}

/** The places of a marker, and of those that it stands for, among all markers of its answer. */
export function placesOf(marker: Element): number[] {
  const all = [...(marker.closest('.text')?.querySelectorAll('.cite') ?? [])]
  const last = all.indexOf(marker)
  let first = last
  while (all[first - 1]?.closest('[hidden]')) first -= 1
  return all.slice(first, last + 1).map((_, at) => first + at)
}
