/*
 * Tables and code that are wider than the panel. Their frame has `data-wide` once they were, which
 * shows the controls, and `data-more` while their end is out of view, which shows a fade.
 */

/** Ref of a box that scrolls sideways; its frame is its parent. */
export function watchWidth(box: HTMLElement | null) {
  const frame = box?.parentElement
  if (!frame) return undefined
  function measure() {
    const { scrollWidth, clientWidth, scrollLeft } = box as HTMLElement
    const isMore = scrollWidth - clientWidth - Math.abs(scrollLeft) > 1
    frame?.toggleAttribute('data-more', isMore)
    if (isMore) frame?.toggleAttribute('data-wide', true)
  }
  // In the next frame: a size that changes while sizes are observed is an error event of the page.
  const observer = new ResizeObserver(() => requestAnimationFrame(measure))
  for (const watched of [box, ...box.children]) observer.observe(watched)
  box.addEventListener('scroll', measure)
  return () => observer.disconnect()
}

/** Shows the frame around a button above the page, or back in its place. */
export function enlarge({ currentTarget }: Event) {
  ;(currentTarget as Element).closest<HTMLElement>('.frame')?.togglePopover()
}

/** Tells the state, also after Escape or a click outside has put the frame back. */
export function onToggle({
  newState,
  currentTarget,
}: Pick<ToggleEvent, 'newState' | 'currentTarget'>) {
  const button = (currentTarget as Element).querySelector('[aria-expanded]')
  if (button) button.ariaExpanded = `${newState === 'open'}`
}
