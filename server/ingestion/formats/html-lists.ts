import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'

/** What goes on below a list that was not closed. */
const FOLLOWS = /^(?:p|div|table|h[1-6]|hr|section|article|blockquote)$/

/**
 * Puts what stands in a list beside its items where readers see it: into the item before it, or
 * below the list where a paragraph or a heading comes after the last item. A list without items
 * only indents.
 */
export function mendLists($: CheerioAPI): void {
  // A list in a list comes first: what was below it may be beside the items of the outer one.
  for (const list of $('ul, ol').get().toReversed()) {
    if ($(list).children('li').length === 0) list.name = 'div'
    else if (list.children.some((node) => isStray($, node))) placeStrays($, list)
  }
}

function isStray($: CheerioAPI, node: AnyNode): boolean {
  const isItem = node.type === 'tag' && node.name === 'li'
  return !isItem && node.type !== 'comment' && $(node).text().trim() !== ''
}

function placeStrays($: CheerioAPI, list: Element): void {
  const [last] = $(list).children('li').last().get()
  const children = [...list.children]
  let item: Element | null = null
  for (const [at, node] of children.entries()) {
    if (node.type === 'tag' && node.name === 'li') item = node
    if (!isStray($, node)) continue
    if (item === last && node.type === 'tag' && FOLLOWS.test(node.name)) {
      $(list).after(children.slice(at))
      return
    }
    if (item) $(item).append(node)
    else $(list).before(node)
  }
}
