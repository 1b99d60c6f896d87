import type { Cheerio, CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { type BlockKind, createOutline, type Section, type SectionRole } from '../extracted.ts'
import { escapeTags } from './escape-tags.ts'
import { joined } from './html-code.ts'
import { isTabHeading } from './html-disclosed.ts'
import { type Note, noteOf } from './html-notes.ts'
import { isMark, permalinkOf } from './html-permalinks.ts'
import { roleOf } from './html-roles.ts'
import { createHtmlWriter, MAX_DEPTH, oneLine, type WrittenBlock } from './html-writer.ts'
import { isListOfTerms } from './html-written-headings.ts'

const CONTAINERS = new Set(
  'html body main article section div header footer blockquote figure figcaption details summary center address fieldset dl dd dt hgroup table caption colgroup thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
/** Elements whose headings head nothing after them. */
const ENDS_HEADINGS = new Set(['dl', 'details'])
/** Levels of headings in an element that is below the section around it, whatever their numbers. */
const LEVELS = 10

/** Notes at the end of a page, which belong to any of its sections. */
const FOOTNOTES = '.footnotes, .endnotes, .footnote-list, [role="doc-endnotes"]'
/** Blocks that are no words of a quote or a caption: it only indents them. */
const QUOTED_BLOCKS = 'pre, ul, ol, table, dl'

interface Given {
  base: string | null
  /** Titles of notes. */
  notes: ReadonlyMap<Element, string>
}

/** Reads the content of a page as sections, from top to bottom. */
export function createSectionReader($: CheerioAPI, { base, notes }: Given) {
  const { inline, inlineChildren, list, table, terms, code } = createHtmlWriter($, base)
  const outline = createOutline()
  const sections: Section[] = [{ headings: [], fragment: null, page: null, blocks: [] }]
  /** Sections that are panels of tabs. */
  const tabs = new Set<Section>()
  let run = ''
  let pendingId: string | null = null
  let around: Around = { note: null, role: undefined, level: 0 }

  function read(root: Cheerio<AnyNode>): Section[] {
    for (const node of root.get()) {
      if (node.type === 'tag') within(node, () => node.children.forEach((child) => visit(child, 0)))
    }
    flush()
    return sections.filter((section) => section.blocks.length > 0)
  }

  function visit(node: AnyNode, depth: number): void {
    if (depth > MAX_DEPTH) return
    if (node.type === 'text') run += escapeTags(node.data.replace(/\s+/g, ' '))
    if (node.type !== 'tag') return
    const name = node.name
    if (/^h\d$/.test(name)) return enter(node, Number(name[1]))
    const blocks = blocksOf(node)
    if (blocks) {
      flush()
      within(node, () => {
        for (const block of blocks) add(...block)
      })
      return
    }
    if (!CONTAINERS.has(name) && !isContainer(node)) {
      if (name === 'a' && !node.attribs.href)
        pendingId = node.attribs.id ?? node.attribs.name ?? pendingId
      run = joined(run, name === 'br' ? '\n' : inline(node, depth))
      return
    }
    flush()
    if (name === 'section') pendingId = node.attribs.id ?? pendingId
    const above = sections.at(-1)
    const isApart = $(node).is(FOOTNOTES)
    if (isApart) goOn({ headings: above?.headings.slice(0, 1) ?? [], fragment: null })
    within(node, () => {
      for (const child of node.children) visit(child, depth + 1)
      flush()
    })
    const ends = isApart || ENDS_HEADINGS.has(name)
    if (above && ends && sections.at(-1) !== above) goOn(above)
  }

  /** Reads an element with what it says of the text in it. */
  function within(node: Element, readIt: () => void): void {
    const outer = around
    const role = roleOf(node)
    const note = noteOf($, node, notes.get(node)) ?? outer.note
    const level = outer.level + (node.name === 'details' ? LEVELS : 0)
    around = { note, role: role ?? outer.role, level }
    const begins = sections.at(-1)
    readIt()
    // Without headings it says what the section is for that it stands in.
    if (role && begins && begins === sections.at(-1)) begins.role ??= role
    around = outer
  }

  /** What follows terms or details belongs to the section around them, footnotes to the page. */
  function goOn({ headings, fragment, role }: Omit<Section, 'page' | 'blocks'>): void {
    outline.returnTo(headings.length)
    sections.push({ headings, fragment, page: null, ...(role && { role }), blocks: [] })
  }

  function blocksOf(node: Element): WrittenBlock[] | null {
    switch (node.name) {
      case 'p':
        return [['paragraph', inlineChildren(node, 0)]]
      case 'ul':
        return [['bullets', list(node, '', 0)]]
      case 'ol':
        return [['steps', list(node, '', 0)]]
      case 'table':
        return table(node)
      case 'dl':
        return isListOfTerms($, node) ? [['definition', terms(node)]] : null
      case 'pre':
        return [['code', code(node)]]
      case 'figcaption':
        return holdsBlocks(node) ? null : [['caption', oneLine(inlineChildren(node, 0))]]
      case 'blockquote':
        return holdsBlocks(node) ? null : [['quotation', quote(node)]]
      default:
        return null
    }
  }

  function holdsBlocks(node: Element): boolean {
    return $(node).find(QUOTED_BLOCKS).length > 0
  }

  function quote(node: Element): string {
    return `> ${inlineChildren(node, 0).trim().replace(/\n+/g, '\n> ')}`
  }

  function flush(): void {
    const text = run
    run = ''
    if (text.trim() !== '') add('paragraph', text)
  }

  function add(kind: BlockKind, source: string): void {
    const text = kind === 'paragraph' ? source.replace(/ *\n */g, '\n').trim() : source.trimEnd()
    if (text.replace(/[>\s`|-]/g, '') === '') return
    const { note } = around
    const { kind: admonition, title } = note ?? {}
    sections.at(-1)?.blocks.push({
      kind,
      text,
      ...(admonition && { admonition }),
      ...(title && { title }),
    })
  }

  function enter(node: Element, level: number): void {
    flush()
    const marks = $(node)
      .find('a')
      .filter((_, link) => isMark($(link).text()))
    const inner = $(node).find('[id], a[name]').first()
    const id = node.attribs.id ?? permalinkOf(marks) ?? inner.attr('id') ?? inner.attr('name')
    const isTab = isTabHeading(node)
    const fragment = isTab ? sections.at(-1)?.fragment : (id ?? pendingId)
    pendingId = null
    marks.remove()
    const text = oneLine($(node).text())
    if (text === '') return
    const headings = outline.enter(around.level + level, text)
    const { role } = around
    const section = { headings, fragment: fragment ?? null, page: null, ...(role && { role }) }
    sections.push({ ...section, blocks: [] })
    if (isTab) tabs.add(sections.at(-1) as Section)
  }

  return { read, tabs }
}

/** What the elements around a text say of it. */
interface Around {
  note: Note | null
  role: SectionRole | undefined
  level: number
}

/** Whether an element of another name, as web components have, is more than part of a line. */
function isContainer({ name, children }: Element, depth = 0): boolean {
  if (name === 'a' || depth > MAX_DEPTH) return false
  return children.some(
    (child) =>
      child.type === 'tag' && (BLOCK_ELEMENT.test(child.name) || isContainer(child, depth + 1)),
  )
}
const BLOCK_ELEMENT = /^(p|ul|ol|table|pre|blockquote|h[1-6]|div|section)$/
