import { posix } from 'node:path'
import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'

/** Tables of contents, by the names that generators of pages give them. */
const NAMED =
  '.toc, #toc, #TOC, .table-of-contents, #table-of-contents, #TableOfContents, .tableofcontents, .minitoc'
const LISTS = 'ul, ol, dl'
const LEAST_LINKS = 2
/** The least share of its letters that is in links. */
const LEAST_SHARE = 0.9
const TITLE =
  /^(?:(?:table of )?contents|on this page|in this (?:article|page|section|guide)|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des matières|sur cette page|(?:tabla de )?contenidos?|en esta página|índice|indice|sommario|sumário|conteúdo|inhoud(?:sopgave)?|spis treści|содержание|оглавление|зміст|içindekiler|目次|目录|차례|목차|المحتويات|תוכן עניינים)\s*[:：]?$/iu

/**
 * Removes tables of contents, which repeat headings: elements of such a name that hold nothing but
 * links, and lists of nothing but links to places further down in the page, at `path`.
 */
export function removeContents($: CheerioAPI, path: string): void {
  for (const contents of $(NAMED).get()) {
    const title = $(contents)
      .find('*')
      .filter((_, part) => TITLE.test($(part).text().trim()))
    if (holdsOnlyLinks($, contents, title.last().text())) $(contents).remove()
  }
  const lists = $(LISTS)
    .get()
    .filter((list) => leadsToPlaces($, list, path))
  if (lists.length === 0) return
  const places = placesIn($)
  for (const list of lists) {
    if (!linksIn($, list).every((link) => isBelow(link, list, places))) continue
    const before = $(list).prev()
    if (TITLE.test(before.text().trim())) before.remove()
    $(list).remove()
  }
}

function holdsOnlyLinks($: CheerioAPI, node: Element, title = ''): boolean {
  const links = linksIn($, node)
  const all = lettersOf($(node).text()) - lettersOf(title)
  const linked = links.reduce((sum, link) => sum + lettersOf($(link).text()), 0)
  return links.length >= LEAST_LINKS && linked >= all * LEAST_SHARE
}

/** Whether all of a list is links to places of its own page. */
function leadsToPlaces($: CheerioAPI, list: Element, path: string): boolean {
  if (!holdsOnlyLinks($, list)) return false
  return linksIn($, list).every(({ attribs }) => {
    const [page = '', place = ''] = (attribs.href ?? '').split('#')
    return place !== '' && (page === '' || posix.basename(page) === posix.basename(path))
  })
}

function linksIn($: CheerioAPI, node: Element): Element[] {
  return $(node).find('a[href]').get()
}

/** The elements of a page in their order, and those that links lead to by their names. */
interface Places {
  order: Map<Element, number>
  named: Map<string, Element>
}

function placesIn($: CheerioAPI): Places {
  const all = $('html').find('*').get()
  const order = new Map(all.map((node, at) => [node, at]))
  const named = new Map<string, Element>()
  for (const node of all) {
    for (const name of [node.attribs.id, node.attribs.name]) if (name) named.set(name, node)
  }
  return { order, named }
}

function isBelow({ attribs }: Element, list: Element, { order, named }: Places): boolean {
  const place = decoded(attribs.href?.replace(/^[^#]*#/, '') ?? '')
  const target = named.get(place)
  return target !== undefined && (order.get(target) ?? 0) > (order.get(list) ?? 0)
}

function decoded(place: string): string {
  try {
    return decodeURIComponent(place)
  } catch {
    return place
  }
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}
