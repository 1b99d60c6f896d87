import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'

const SEPARATOR = /[>»›❯→▸]/
const LEAST_NAMES = 3
const LONGEST_NAME = 120
const LINK = '\0'

/**
 * Removes trails: elements with nothing but links and `>` between them, which tell where a page
 * lies in its website. The last name may be plain text. Links to the top that stand alone go too.
 */
export function removeTrails($: CheerioAPI): void {
  for (const link of $('a[href="#top"]').get()) {
    if ($(link).parent().text().trim() === $(link).text().trim()) $(link).remove()
  }
  const parents = new Set<Element>()
  for (const { parent, next } of $('a[href]').get()) {
    if (parent?.type === 'tag' && next?.type === 'text' && SEPARATOR.test(next.data.slice(0, 50))) {
      parents.add(parent)
    }
  }
  for (const parent of parents) if (isTrail($, parent)) $(parent).remove()
}

function isTrail($: CheerioAPI, { children }: Element): boolean {
  const text = children.map((node) =>
    node.type === 'tag' && node.name === 'a' ? LINK : node.type === 'comment' ? '' : $(node).text(),
  )
  const names = text
    .join('')
    .split(SEPARATOR)
    .map((name) => name.trim())
  const last = names.pop() ?? ''
  return (
    names.length >= LEAST_NAMES - 1 &&
    names.every((name) => name === LINK) &&
    (last === LINK || (last !== '' && last.length <= LONGEST_NAME && !last.includes(LINK)))
  )
}
