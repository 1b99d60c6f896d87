/**
 * Runs in the page. Returns one line per layout fault of the widget: text out of its box, parts
 * that are clipped, out of the panel or on top of one another, covered controls, and controls
 * smaller than 44 CSS pixels (inline ones are exempt: WCAG 2.5.5).
 */
export function misfits(): string[] {
  const target = 44
  const root = document.querySelector('svc-chat')?.shadowRoot
  const panel = root?.querySelector<HTMLElement>('.panel')
  const found: string[] = []
  if (!root || !panel) return root?.querySelector('.launcher') ? [] : ['There is no widget.']

  const view = new DOMRect(0, 0, document.documentElement.clientWidth, innerHeight)
  const frame = panel.getBoundingClientRect()
  const transcript = root.querySelector('.transcript')?.getBoundingClientRect() ?? frame
  if (!panel.innerText.trim() || frame.width < 200) found.push('The panel is blank.')
  if (!isWithin(frame, view) || frame.top < 0 || frame.bottom > view.bottom) {
    found.push('The panel is out of the window.')
  }

  const enlarged = panel.querySelector(':popover-open')
  const seen = [...(enlarged ?? panel).querySelectorAll<HTMLElement>('*')].filter(
    (element) => element.checkVisibility() && !element.closest('.visually-hidden, svg, [inert]'),
  )
  for (const element of seen) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    const clips = overflowX === 'hidden' && textOverflow !== 'ellipsis'
    if (clips && element.scrollWidth > element.clientWidth) {
      found.push(`${nameOf(element)} is clipped.`)
    }
    if (element.closest('pre, table, .name, .tagline')) continue
    const around = enlarged?.getBoundingClientRect() ?? frame
    if (!isWithin(element.getBoundingClientRect(), around)) {
      found.push(`${nameOf(element)} is out of the panel.`)
    }
    const box = element.closest('button, a, .question') ?? enlarged ?? panel
    for (const rect of textRects(element)) {
      if (!isWithin(rect, box.getBoundingClientRect())) {
        found.push(`The text of ${nameOf(element)} is out of its box.`)
      }
    }
  }

  const parts = ['.header', '.transcript', '.composer']
  const stacked = parts.flatMap((part) => root.querySelector(part)?.getBoundingClientRect() ?? [])
  for (const [index, { bottom }] of stacked.entries()) {
    const next = stacked[index + 1]?.top ?? frame.bottom
    if (bottom > next + 1) found.push(`${parts[index]} reaches into what follows.`)
  }
  if (transcript.height < 30) found.push('Nothing of the conversation is in sight.')

  const above = [...root.querySelectorAll('.preview, .latest')]
  for (const control of seen.filter((element) => element.matches('button, .source, a, textarea'))) {
    const { left, top, width, height, bottom } = control.getBoundingClientRect()
    const exempt = control.matches('.cite, .text a')
    if (!exempt && (width < target || height < target)) {
      found.push(
        `${nameOf(control)} is ${Math.round(width)} by ${Math.round(height)} pixels small.`,
      )
    }
    const view = control.closest('.preview, .menu, .scroller')?.getBoundingClientRect()
    if (view && (top < view.top || bottom > view.bottom)) continue
    if (control.closest('.scroller') && (top < transcript.top || bottom > transcript.bottom))
      continue
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = root.elementFromPoint(x, y)
    const meant = control.contains(hit) || above.some((card) => card.contains(hit))
    if (!meant && control.getClientRects().length === 1) {
      found.push(`${nameOf(control)} is covered by ${hit ? nameOf(hit) : 'nothing'}.`)
    }
  }
  return found

  function isWithin(inner: DOMRect, outer: DOMRect): boolean {
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  }

  function textRects(element: Element): DOMRect[] {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    return texts.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return node.textContent?.trim() ? [...range.getClientRects()] : []
    })
  }

  function nameOf(element: Element): string {
    const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()}.${element.className} “${label.slice(0, 30)}”`
  }
}
