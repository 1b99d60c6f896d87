import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element, Text } from 'domhandler'
import { BLOCKS, TEXTLESS, textDigest, withoutBlanks } from '../repeated-text.ts'

/** Shorter texts in the run of a page, such as "Example:", belong to what follows. */
const LEAST_LENGTH = 20
/** Elements of which one part is nothing without the others. */
const GROUPS = new Set(['table', 'ul', 'ol', 'dl'])
/** Most that navigation holds besides repeated texts, such as the name of this page. */
const MOST_OF_ITS_OWN = 120

/** A text between the borders of blocks. */
interface Run {
  /** Its parts, images with their descriptions included. */
  nodes: (Text | Element)[]
  length: number
  isRepeated: boolean
  /** All of it leads to other pages. */
  isLinks: boolean
}

/**
 * Removes texts that repeat across the pages of a website: navigation and banners. Headings stay,
 * because links lead to them, and of tables and lists all is removed or nothing.
 */
export function removeRepeated($: CheerioAPI, digests: number[]): void {
  if (digests.length === 0) return
  const repeated = new Set(digests)
  const groups = new Map<Element, Run[]>()
  const loose: Run[] = []
  for (const { run, group } of runsOf($('body').get(0), repeated)) {
    const runs = group ? (groups.get(group) ?? []) : loose
    runs.push(run)
    if (group) groups.set(group, runs)
  }
  for (const [group, runs] of groups) {
    if (isNavigation(runs)) $(group).remove()
    else if (group.name === 'table') unlinkLabels(runs)
  }
  for (const { nodes, length, isRepeated, isLinks } of loose) {
    if (isRepeated && (isLinks || length >= LEAST_LENGTH)) for (const node of nodes) empty(node)
  }
}

/** A label such as "Status:" is part of its row; where it leads on every page is not. */
function unlinkLabels(runs: Run[]): void {
  const labels = runs.filter(({ isRepeated, isLinks }) => isRepeated && isLinks)
  for (const node of labels.flatMap(({ nodes }) => nodes)) {
    let around = node.parent
    while (around?.type === 'tag' && !leadsAway(around)) around = around.parent
    if (around?.type === 'tag') delete around.attribs.href
  }
}

function empty(node: Text | Element): void {
  if (node.type === 'text') node.data = ''
  else node.attribs.alt = ''
}

function wordsOf(node: Text | Element): string {
  return node.type === 'text' ? node.data : (node.attribs.alt ?? '')
}

/**
 * Whether a table or list leads elsewhere: most of it repeats, and most of that are links. A table
 * of facts has the same labels on every page as well, with values of its own.
 */
function isNavigation(runs: Run[]): boolean {
  const repeated = runs.filter((run) => run.isRepeated)
  const own = runs.filter((run) => !run.isRepeated)
  if (own.length === 0) return true
  return (
    isMost(repeated, runs) &&
    isMost(linksAmong(repeated), repeated) &&
    own.length - linksAmong(own).length <= 1 &&
    own.reduce((sum, { length }) => sum + length, 0) <= MOST_OF_ITS_OWN
  )
}

function linksAmong(runs: Run[]): Run[] {
  return runs.filter(({ isLinks }) => isLinks)
}

function isMost(part: Run[], whole: Run[]): boolean {
  return part.length >= whole.length / 2
}

/** Texts between the borders of blocks, each with the outermost group around it. */
function runsOf(root: AnyNode | undefined, repeated: ReadonlySet<number>) {
  const runs: { run: Run; group: Element | null }[] = []
  let nodes: Run['nodes'] = []
  let linked = 0

  function flush(group: Element | null, isHeading: boolean): void {
    const text = withoutBlanks(nodes.map(wordsOf).join(''))
    const isLinks = linked >= text.length
    // A heading that leads away heads no section.
    if (text !== '' && (!isHeading || isLinks)) {
      const isRepeated = repeated.has(textDigest(text))
      runs.push({ run: { nodes, length: text.length, isRepeated, isLinks }, group })
    }
    nodes = []
    linked = 0
  }

  /** Around a node: the outermost group, a heading, a link; and how deep it is. */
  interface Around {
    group: Element | null
    isHeading: boolean
    isLink: boolean
    depth: number
  }

  function visit(node: AnyNode, around: Around): void {
    if (node.type === 'text' || (node.type === 'tag' && node.name === 'img')) {
      nodes.push(node as Text | Element)
      if (around.isLink) linked += wordsOf(node as Text | Element).length
    }
    if (node.type !== 'tag' || TEXTLESS.has(node.name) || around.depth > 400) return
    const isBlock = BLOCKS.has(node.name)
    const within = {
      group: around.group ?? (GROUPS.has(node.name) ? node : null),
      isHeading: around.isHeading || /^h[1-6]$/.test(node.name),
      isLink: around.isLink || leadsAway(node),
      depth: around.depth + 1,
    }
    if (isBlock) flush(around.group, around.isHeading)
    for (const child of node.children) visit(child, within)
    if (isBlock) flush(within.group, within.isHeading)
  }

  if (root) visit(root, { group: null, isHeading: false, isLink: false, depth: 0 })
  return runs
}

function leadsAway({ name, attribs }: Element): boolean {
  return name === 'a' && attribs.href !== undefined && !attribs.href.startsWith('#')
}
