import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'

/** Elements that are not shown before a script does so; a browser finds the text in some. */
export const HIDDEN = [
  '[hidden]:not([hidden="until-found"])',
  '[style*="display:none"]',
  '[style*="display: none"]',
].join(', ')

const BLOCK = 'p, div, section, ul, ol, dl, table, pre, blockquote, h1, h2, h3, h4, h5, h6'
/** Elements that may hold a part of the text; of menus the items are hidden together as well. */
const PART = /^(?:span|a|b|strong|i|em|code|kbd|samp|var|div|section|p|pre)$/
/** Names of what lies over a page or reports on it: words of a class, or the start of an id. */
const OVERLAY =
  /(?:^|[\s_-])(?:modal|dialog|pop-?(?:up|over)|overlay|(?:sub)?menu|drop-?down|drawer|tool-?tip|toast|alert|notifi|cookie|consent|banner|search|load|spinner|error|success|message|template|nav|side-?bar)/i
const OVERLAY_ROLE = /dialog|menu|listbox|alert|status|tooltip|log/
const DEFAULT = /(?:^|[\s_-])default/i

/**
 * Shows the variants of a text of which a script chooses one, such as the keys of each platform:
 * parts of one element that are all hidden. Of these the default is shown, or else all, in a line
 * with slashes between them. What is hidden beside text, or alone, stays so.
 */
export function showVariants($: CheerioAPI): void {
  const parents = new Set(
    $(HIDDEN)
      .map((_, { parent }) => parent)
      .get(),
  )
  for (const parent of parents) {
    if (parent.type !== 'tag' || !holdsVariants($, parent)) continue
    const variants = distinct($, $(parent).children().get())
    const chosen = variants.filter(isDefault)
    showAll($, chosen.length === 1 ? chosen : variants)
  }
}

/** Shows an element that a script would show. */
export function show(node: Element): void {
  delete node.attribs.hidden
  const { style } = node.attribs
  if (style) node.attribs.style = style.replace(/display:\s*none/g, '')
}

function holdsVariants($: CheerioAPI, parent: Element): boolean {
  const parts = $(parent).children().get()
  const isBlank = parent.children.every((node) => node.type !== 'text' || node.data.trim() === '')
  const isAlike = ({ name, attribs }: Element) => {
    return name === parts[0]?.name && PART.test(name) && !OVERLAY_ROLE.test(attribs.role ?? '')
  }
  if (parts.length < 2 || !isBlank || parent.name === 'body') return false
  if (!parts.every((part) => $(part).is(HIDDEN) && isAlike(part))) return false
  return ![parent, ...parts].some(isOverlay)
}

function isOverlay({ attribs }: Element): boolean {
  const idStart = /^[a-z]*/i.exec(attribs.id ?? '')?.[0] ?? ''
  return OVERLAY.test(`${idStart} ${attribs.class ?? ''}`)
}

function isDefault({ attribs }: Element): boolean {
  return DEFAULT.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`)
}

/** Those with a text that none before has. */
function distinct($: CheerioAPI, variants: Element[]): Element[] {
  const texts = variants.map((variant) => $(variant).text().replace(/\s+/g, ' ').trim())
  return variants.filter((_, at) => texts[at] !== '' && texts.indexOf(texts[at] ?? '') === at)
}

function showAll($: CheerioAPI, variants: Element[]): void {
  const isLine = !variants.some((variant) => $(variant).is(BLOCK) || $(variant).find(BLOCK).length)
  for (const [at, variant] of variants.entries()) {
    show(variant)
    if (!isLine || at === 0) continue
    if (variant.prev?.type === 'text') $(variant.prev).remove()
    $(variant).before(' / ')
  }
}
