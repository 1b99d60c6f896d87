import { type CheerioAPI, load } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { BLOCKS } from '../../server/ingestion/page-texts.ts'

/** A text of a page between the borders of blocks, as a browser shows it. */
export interface Piece {
  text: string
  /** It stands in the element that holds the page's content. */
  isMain: boolean
  isCode: boolean
  /** All of it is links. */
  isLinks: boolean
}

const UNSEEN =
  'script, style, noscript, template, svg, head, iframe, textarea, select, option, math'
const LANDMARKS =
  '.navheader, .navfooter, .docnav, .related, .sphinxsidebar, .footer, .breadcrumb, .breadcrumbs, nav, footer, body > header, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], [role="complementary"]'
const HIDDEN =
  '[hidden], [aria-hidden="true"], .headerlink, .anchor, .heading-anchor, .header-anchor, .sr-only, .visually-hidden, .footnote-ref, .footnote-backref, sup.footnote, .conum'

/**
 * The texts of a page from top to bottom. This reading of HTML shares nothing with the product's
 * but the list of elements that are blocks, since it is what the product's is held against.
 */
export function piecesOf(html: string): Piece[] {
  const $ = load(html)
  $(UNSEEN).remove()
  $(HIDDEN).remove()
  const main = mainOf($)
  const apart = new Set<AnyNode>($(LANDMARKS).get())
  const pieces: Piece[] = []
  let text = ''
  let linked = 0

  function flush(within: Within): void {
    const isLinks = linked >= lettersIn(text)
    if (text.trim() !== '')
      pieces.push({ text: text.trim(), isMain: within.isMain, isCode: within.isCode, isLinks })
    text = ''
    linked = 0
  }

  function visit(node: AnyNode, around: Within): void {
    if (node.type === 'text') {
      text += around.isCode ? node.data : node.data.replace(/\s+/g, ' ')
      if (around.isLink) linked += lettersIn(node.data)
    }
    if (node.type !== 'tag') return
    if (node.name === 'br') text += '\n'
    const within = {
      isMain: (around.isMain || node === main) && !apart.has(node),
      isCode: around.isCode || node.name === 'pre',
      isLink: around.isLink || (node.name === 'a' && node.attribs.href !== undefined),
    }
    const isApart = BLOCKS.has(node.name) || node.name === 'label' || node.name === 'button'
    const isBlock = isApart && !around.isCode && node.name !== 'br'
    if (isBlock) flush(around)
    for (const child of node.children) visit(child, within)
    if (isBlock) flush(within)
  }

  for (const node of $('body').get()) visit(node, { isMain: false, isCode: false, isLink: false })
  return pieces
}

/** A number before a link is part of a list of links. */
function lettersIn(text: string): number {
  return text.replace(/\P{L}/gu, '').length
}

interface Within {
  isMain: boolean
  isCode: boolean
  isLink: boolean
}

function mainOf($: CheerioAPI): Element | undefined {
  const [main] = $('main, [role="main"]').get()
  const articles = $('article').get()
  return main ?? (articles.length === 1 ? articles[0] : undefined) ?? $('body').get(0)
}
