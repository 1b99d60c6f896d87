import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'
import { show } from './html-variants.ts'

const PANEL = '[role="tabpanel"], .tabbed-block, .vp-code-group > .blocks > div'
const TABS = '[role="tablist"], .tabbed-labels, .vp-code-group > .tabs'
const TAB = '[role="tab"], .tabbed-labels > label, .vp-code-group > .tabs > label'
/** Tabs that stand before their panels, one after the other. */
const LONE_TAB = '.sd-tab-set > label, .tabbed-set > label'
/** Heads a panel or details: it is above all headings in them. */
export const PANEL_HEADING = 'h0'

/**
 * Shows what the controls of a page disclose: the panels of tabs, each headed by the label of its
 * tab in place of the row of tabs, and what a button in a heading unfolds, as answers of an FAQ
 * (https://www.w3.org/WAI/ARIA/apg/patterns). The text of that button is the heading.
 */
export function showDisclosed($: CheerioAPI): void {
  const rows = $(TABS).get()
  for (const tab of $(LONE_TAB).get()) {
    const [panel] = $(tab).next().get()
    if (panel) headPanel($, panel, $(tab).text())
    $(tab).remove()
  }
  const buttons = $('h1, h2, h3, h4, h5, h6').find(UNFOLDING).get()
  if (rows.length + buttons.length === 0) return
  const byId = new Map(
    $('[id]')
      .map((_, node) => [[node.attribs.id ?? '', node]] as const)
      .get(),
  )
  for (const row of rows) labelPanels($, row, byId)
  for (const button of buttons) {
    const unfolded = byId.get(button.attribs['aria-controls'] ?? '')
    if (unfolded) show(unfolded)
    $(button).replaceWith($(button).contents())
  }
}
const UNFOLDING = 'button[aria-expanded], [role="button"][aria-expanded]'

function labelPanels($: CheerioAPI, row: Element, byId: ReadonlyMap<string, Element>): void {
  const tabs = $(row).find(TAB).get()
  const controlled = tabs.map(({ attribs }) =>
    byId.get(attribs['aria-controls'] ?? attribs.href?.replace(/^#/, '') ?? ''),
  )
  const panels = controlled.every((panel) => panel !== undefined) ? controlled : panelsBelow($, row)
  if (tabs.length === 0 || panels.length !== tabs.length) return
  for (const [at, panel] of panels.entries()) {
    headPanel($, panel, $(tabs[at]).text())
  }
  $(row).remove()
}

function headPanel($: CheerioAPI, panel: Element, label: string): void {
  show(panel)
  if (panel.name === 'pre') $(panel).wrap('<div>')
  const [box] = panel.name === 'pre' ? $(panel).parent().get() : [panel]
  if (!box || label.trim() === '') return
  box.name = 'details'
  $(box).prepend($(`<${PANEL_HEADING} class="tab">`).text(label))
}

/** Whether it heads the panel of a tab, to which no address leads. */
export function isTabHeading({ name, attribs }: Element): boolean {
  return name === PANEL_HEADING && attribs.class === 'tab'
}

/** The panels of a row of tabs that does not name them: those in the element around it. */
function panelsBelow($: CheerioAPI, row: Element): Element[] {
  for (const around of $(row).parents().get().slice(0, 2)) {
    const panels = $(around).find(PANEL).get()
    const outer = panels.filter((panel) => $(panel).parentsUntil(around).filter(PANEL).length === 0)
    if (outer.length > 0) return outer
  }
  return []
}
