import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element, Text } from 'domhandler'
import { createTextReader, type PageText } from '../page-texts.ts'
import { hasLinks } from '../places.ts'
import { commonDigest, repeatedDigest } from '../repeated-text.ts'
import { isNote } from './html-notes.ts'

/** Shorter texts in the middle of a page, such as "Example:", belong to what follows. */
const LEAST_LENGTH = 20
const LABEL_CHARS = 40
/** Most that navigation holds besides repeated texts, such as the name of this page. */
const MOST_OF_ITS_OWN = 120
/** Of text below a repeated heading at the end of a page: a section that some pages share. */
const LEAST_OF_SECTION = 400
const MAX_DEPTH = 400

type Part = Text | Element

interface Run extends PageText<Part> {
  isRepeated: boolean
  /** Links at a place where other pages have links too. */
  isAtPlace: boolean
  /** It belongs to the site, not to the page. */
  isFurniture: boolean
}

/**
 * Removes what belongs to the site and not to the page, by digests of texts and places
 * (`createRepetition`): links at a place where other pages have links too, and texts that repeat
 * before the first of the page's own texts or after the last, or on most pages. Headings stay,
 * because links lead to them, and of tables and lists all is removed or nothing.
 */
export function removeFurniture($: CheerioAPI, digests: number[]): void {
  if (digests.length === 0) return
  const runs = runsOf($, new Set(digests))
  const groups = new Map<Part, Run[]>()
  for (const run of runs) {
    for (const group of run.groups) {
      const within = groups.get(group)
      if (within) within.push(run)
      else groups.set(group, [run])
    }
  }
  for (const [group, within] of groups) {
    if (isNavigation(within)) $(group).remove()
    else if (within[0]?.groups[0] === group) unlinkLabels(within)
  }
  for (const { nodes, groups, isFurniture } of runs) {
    if (isFurniture && groups.length === 0) for (const node of nodes) empty(node)
  }
}

function runsOf($: CheerioAPI, digests: ReadonlySet<number>): Run[] {
  const runs: Run[] = []
  const reader = createTextReader<Part>((text) => {
    const isRepeated = digests.has(repeatedDigest(text.text))
    const isAtPlace = hasLinks(text) && text.places.some((place) => digests.has(place))
    runs.push({ ...text, isRepeated, isAtPlace, isFurniture: false })
  })

  function visit(node: AnyNode, depth: number): void {
    if (node.type === 'text') reader.text(node.data, node)
    if (node.type !== 'tag' || depth > MAX_DEPTH) return
    reader.open(node.name, node.attribs, node)
    if (node.name === 'img') reader.text(node.attribs.alt ?? '', node)
    for (const child of node.children) visit(child, depth + 1)
    reader.close(node.name)
  }

  for (const body of $('body').get()) visit(body, 0)
  reader.end()
  const first = runs.findIndex(isOwn)
  const end = endOf(runs)
  for (const [at, run] of runs.entries()) {
    const { isAtPlace, isRepeated, isLinks, isHeading } = run
    const isWithin = at > first && at < end
    const saysNothing = isRepeated && end >= 0 && (!isWithin || isOnMost(run, digests))
    run.isFurniture = isAtPlace || (isRepeated && isLinks) || saysNothing
    // A heading that leads away heads no section.
    if (isHeading && !isLinks) run.isFurniture = false
  }
  for (const [at, run] of runs.entries()) {
    // What a list of links is called ("Contents") goes with it.
    const names = run.isRepeated && !run.isHeading && run.text.length <= LABEL_CHARS
    if (names && runs[at + 1]?.isAtPlace) run.isFurniture = true
  }
  return runs
}

/**
 * Where the page's own texts end: after the last, or after sections that it shares with other
 * pages. Their headings stand where those of its own do; elsewhere they have more text below them
 * than what ends the pages of a site.
 */
function endOf(runs: Run[]): number {
  const last = runs.findLastIndex((run) => isOwn(run) && !run.isHeading)
  if (last < 0) return last
  const ownPlaces = new Set(ownHeadings(runs.slice(0, last + 1)).map(headingPlace))
  let end = last + 1
  let isSection = false
  let size = 0
  for (const [at, run] of runs.entries()) {
    if (at <= last) continue
    const { isLinks, isAtPlace, text } = run
    const begins = run.isHeading && !isLinks
    if (begins) isSection = ownPlaces.has(headingPlace(run))
    if (isSection) end = at + 1
    if ((begins || size > 0) && !isLinks && !isAtPlace) size += text.length
  }
  return size >= LEAST_OF_SECTION ? runs.length : end
}

/** Where a heading stands: in elements with names, else by its level alone. */
function headingPlace({ places, nodes }: Run): number | string {
  const [place] = places
  if (place !== undefined) return place
  let around = nodes[0]?.parent
  while (around?.type === 'tag' && !/^h[1-6]$/.test(around.name)) around = around.parent
  return around?.type === 'tag' ? around.name : ''
}

/** Headings that no other page has, or that have text of the page below them. */
function ownHeadings(runs: Run[]): Run[] {
  const own = new Set<Run>()
  let heading: Run | undefined
  for (const run of runs) {
    if (run.isHeading && !run.isLinks) heading = run
    if (isOwn(run) && heading) own.add(heading)
  }
  return [...own]
}

/** Whether a text is what the page says. */
function isOwn({ isRepeated, isAtPlace, isLinks, text }: Run): boolean {
  return !isRepeated && !isAtPlace && !isLinks && /[\p{L}\p{N}]/u.test(text)
}

/** A shorter one between the page's own texts belongs to them; a note may repeat for a reason. */
function isOnMost({ text, nodes }: Run, digests: ReadonlySet<number>): boolean {
  const isLong = text.length >= LEAST_LENGTH
  return isLong && digests.has(commonDigest(repeatedDigest(text))) && !isInNote(nodes[0])
}

function isInNote(node: AnyNode | undefined): boolean {
  for (let at = node?.parent; at; at = at.parent) if (at.type === 'tag' && isNote(at)) return true
  return false
}

/** A label such as "Status:" is part of its row; where it leads on every page is not. */
function unlinkLabels(runs: Run[]): void {
  const labels = runs.filter(({ isFurniture, isLinks }) => isFurniture && isLinks)
  for (const node of labels.flatMap(({ nodes }) => nodes)) {
    let around = node.parent
    while (around?.type === 'tag' && !around.attribs.href) around = around.parent
    if (around?.type === 'tag') delete around.attribs.href
  }
}

function empty(node: Part): void {
  if (node.type === 'text') node.data = ''
  else node.attribs.alt = ''
}

/**
 * Whether a table or list leads elsewhere: most of it belongs to the site, and most of that are
 * links. A table of facts has the same labels on every page as well, with values of its own.
 */
function isNavigation(runs: Run[]): boolean {
  const repeated = runs.filter((run) => run.isFurniture)
  const own = runs.filter((run) => !run.isFurniture)
  if (own.length === 0) return true
  return (
    isMost(repeated, runs) &&
    isMost(linksAmong(repeated), repeated) &&
    own.length - linksAmong(own).length <= 1 &&
    own.reduce((sum, { text }) => sum + text.length, 0) <= MOST_OF_ITS_OWN
  )
}

function linksAmong(runs: Run[]): Run[] {
  return runs.filter(({ links }) => links > 0)
}

function isMost(part: Run[], whole: Run[]): boolean {
  return part.length >= whole.length / 2
}
