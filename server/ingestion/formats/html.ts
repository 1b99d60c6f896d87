import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import {
  type BlockKind,
  type Content,
  createOutline,
  DocumentError,
  type ReadingSettings,
  type Section,
} from '../extracted.ts'
import { httpUrl } from '../links.ts'
import { escapeTags } from './escape-tags.ts'
import { joined } from './html-code.ts'
import { removeContents } from './html-contents.ts'
import { showDisclosed } from './html-disclosed.ts'
import { removeFurniture } from './html-furniture.ts'
import { isLinkList } from './html-link-list.ts'
import { mendLists } from './html-lists.ts'
import { readManuals } from './html-manual.ts'
import { labelNotes, unheadTitles } from './html-notes.ts'
import { isMark, permalinkOf } from './html-permalinks.ts'
import { describePictures } from './html-pictures.ts'
import { titleOf, unheadSite } from './html-title.ts'
import { removeTrails } from './html-trails.ts'
import { HIDDEN, showVariants } from './html-variants.ts'
import { createHtmlWriter, MAX_DEPTH, oneLine, type WrittenBlock } from './html-writer.ts'
import { isListOfTerms, nameHeadings } from './html-written-headings.ts'
import { readStructuredData, type StructuredData } from './json-ld.ts'

/** What is known of a page besides its text. */
interface Page {
  path: string
  url?: string | null
  /** Selects the element whose text is the title; it is taken out of the content. */
  titleAt?: string
  /** Changes the page before its content is read. */
  prepare?: ($: CheerioAPI) => void
  /** What the source's owner says of its pages. */
  reading?: ReadingSettings
  /** Digests of texts and places of the site that are left out (`createRepetition`). */
  repeatedTexts?: number[]
}

/**
 * The main content of a page, in Markdown: `<main>`, `[role=main]` or the only `<article>`, else
 * the body, without navigation, banners, forms and hidden elements; or what `reading` selects.
 * Questions with answers that the page tells machines only (`FAQPage`) come last. Where the address
 * is known, a heading without an id has a text fragment, unless it is the first one. Throws
 * `DocumentError` for a page of an address that holds hardly more than links to other pages.
 */
export function extractHtml(
  html: string,
  { path, url = null, titleAt = 'title', prepare, reading = {}, repeatedTexts = [] }: Page,
): Content {
  const $ = load(isXhtml(html) ? withEndTags(html) : html)
  prepare?.($)
  const canonical = $('link[rel="canonical"]').attr('href')
  const ownUrl = url ?? (canonical ? httpUrl(canonical) : null)
  const base = httpUrl($('base').attr('href') ?? '', ownUrl ?? undefined) ?? ownUrl
  const { questions, breadcrumbs } = readStructuredData($)
  removeFurniture($, repeatedTexts)
  showDisclosed($)
  showVariants($)
  labelNotes($)
  mendLists($)
  openForms($)
  openAsides($)
  $(UNREAD).remove()
  for (const selector of reading.remove_selectors ?? []) $(selector).remove()
  readManuals($)
  removeTrails($)
  removeContents($, path)
  describePictures($)
  unheadTitles($)
  nameHeadings($)
  unheadSite($)
  const main = mainContent($, reading.content_selector)
  const named = oneLine($(titleAt).first().remove().text())
  const shown = createWalker($, base).walk(main)
  const title = titleOf($, main, { named, path, repeatedTexts })
  const sections = [...shown, ...unshown(questions, shown)]
  if (url !== null && reading.content_selector === undefined && isLinkList(sections, url)) {
    throw new DocumentError('empty', 'It holds hardly more than links to other pages.')
  }
  if (ownUrl !== null) addTextFragments(sections)
  return { title, url: ownUrl, sections, breadcrumbs }
}

/** Whether a page says that it is XML, as the doctypes of XHTML do. */
function isXhtml(html: string): boolean {
  return /^\s*<\?xml\b|<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML/i.test(html.slice(0, 1000))
}

/**
 * XHTML with end tags in place of `/>`, which HTML does not know: an anchor before a heading would
 * go on to the next one.
 */
function withEndTags(xhtml: string): string {
  return xhtml.replace(EMPTY_ELEMENT, '<$1$2></$1>')
}
const EMPTY_ELEMENT =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)[\s/])([a-z][a-z0-9]{0,15})((?:\s[^<>]{0,500})?)\/>/gi

/** Questions whose answers the page does not show. */
function unshown(questions: StructuredData['questions'], sections: Section[]): Section[] {
  const shown = questions.length > 0 ? oneLine(textOf(sections)) : ''
  return questions
    .filter(({ answer }) => !shown.includes(answer.slice(0, SAME_LENGTH)))
    .map(({ question, answer }) => ({
      headings: [question],
      fragment: null,
      page: null,
      blocks: [{ kind: 'paragraph', text: answer }],
    }))
}
const SAME_LENGTH = 60

function textOf(sections: Section[]): string {
  return sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')
}

/**
 * `#:~:text=` finds a text where it stands first in a page
 * (https://wicg.github.io/scroll-to-text-fragment): a heading that others have as well has the
 * fragment of the heading above it.
 */
function addTextFragments(sections: Section[]): void {
  const first = sections.find(({ headings }) => headings.length > 0)
  const paths = new Map<string, string>()
  const fragments = new Map<string, string | null>()
  for (const section of sections) {
    const heading = section.headings.at(-1)
    if (heading === undefined) continue
    const path = pathOf(section.headings)
    if (!paths.has(heading)) paths.set(heading, path)
    if (section !== first) {
      const found =
        paths.get(heading) === path
          ? textFragment(heading)
          : fragments.get(pathOf(section.headings.slice(0, -1)))
      section.fragment ??= found ?? null
    }
    fragments.set(path, section.fragment)
  }
}

function pathOf(headings: string[]): string {
  return headings.join('\n')
}

function textFragment(heading: string): string {
  return `:~:text=${encodeURIComponent(heading).replaceAll('-', '%2D')}`
}

/** Text of a form that is more than what its fields say. */
const PROSE_CHARS = 300

/** Some servers put whole pages into a form, which is no reason to leave them out. */
function openForms($: CheerioAPI): void {
  for (const form of $('form').get().toReversed()) {
    const isPage = $(form).find('main, article, h1').length > 0
    if (isPage || $(form).find('p').text().trim().length >= PROSE_CHARS) {
      $(form).replaceWith($(form).contents())
    }
  }
}

/** Footnotes and boxes beside the text are its part, lists of links are not. */
function openAsides($: CheerioAPI): void {
  const isUnmarked = $(MAIN).length === 0
  for (const aside of $('aside').get().toReversed()) {
    const isWithin = isUnmarked || $(aside).closest(MAIN).length > 0
    const linked = $(aside).find('a[href]').text().trim().length
    if (isWithin && linked * 2 < $(aside).text().trim().length) aside.name = 'div'
    else $(aside).remove()
  }
}

const MAIN = 'main, [role="main"], article'

const UNREAD = [
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog',
  'nav, form, button, input, select, textarea',
  'body > header, footer:not(blockquote footer), [role="navigation"], [role="banner"], [role="contentinfo"]',
  '[role="search"], [role="complementary"], [aria-hidden="true"], .visually-hidden, .sr-only',
  HIDDEN,
  '.navheader, .navfooter, .docnav, .prev-next, .prevnext, .pagination-nav, .rst-footer-buttons, .prev-next-area',
  'a[rel~="prev"], a[rel~="next"], a[accesskey="p"], a[accesskey="n"], a[accesskey="u"], a[accesskey="h"]',
  '.sphinxsidebar, div.related, .breadcrumb, .breadcrumbs, .viewcode-link',
  '.cookie-banner, #cookie-banner, .cookie-consent, .cookie-notice, #onetrust-consent-sdk, .skip-link',
].join(', ')

function mainContent($: CheerioAPI, selector?: string): Cheerio<AnyNode> {
  const selected = selector === undefined ? null : $(selector)
  if (selected && selected.length > 0) return outermost(selected)
  const main = $('main, [role="main"]').first()
  if (main.length > 0) return main as Cheerio<AnyNode>
  const articles = $('article')
  return (articles.length === 1 ? articles : $('body')) as Cheerio<AnyNode>
}

/** Without elements within others of them, whose text would come twice. */
function outermost(selected: Cheerio<AnyNode>): Cheerio<AnyNode> {
  return selected.filter((_, node) => !isWithin(node, selected))
}

function isWithin(node: AnyNode, selected: Cheerio<AnyNode>): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (selected.is(parent as AnyNode)) return true
  }
  return false
}

const CONTAINERS = new Set(
  'html body main article section div header footer blockquote figure figcaption details summary center address fieldset dl dd dt hgroup table caption colgroup thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
/** Elements whose headings head nothing after them. */
const ENDS_HEADINGS = new Set(['dl', 'details'])

/** Notes at the end of a page, which belong to any of its sections. */
const FOOTNOTES = '.footnotes, .endnotes, .footnote-list, [role="doc-endnotes"]'
/** Blocks that are no words of a quote: it only indents them. */
const QUOTED_BLOCKS = 'pre, ul, ol, table, dl'

function createWalker($: CheerioAPI, base: string | null) {
  const { inline, inlineChildren, list, table, terms, code } = createHtmlWriter($, base)
  const outline = createOutline()
  const sections: Section[] = [{ headings: [], fragment: null, page: null, blocks: [] }]
  let run = ''
  let pendingId: string | null = null

  function walk(root: Cheerio<AnyNode>): Section[] {
    for (const node of root.contents().get()) visit(node, 0)
    flush()
    return sections.filter((section) => section.blocks.length > 0)
  }

  function visit(node: AnyNode, depth: number): void {
    if (depth > MAX_DEPTH) return
    if (node.type === 'text') run += escapeTags(node.data.replace(/\s+/g, ' '))
    if (node.type !== 'tag') return
    const name = node.name
    if (/^h[1-9]$/.test(name)) return enter(node, Number(name[1]))
    const blocks = blocksOf(node)
    if (blocks) {
      flush()
      for (const block of blocks) add(...block)
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
    for (const child of node.children) visit(child, depth + 1)
    flush()
    const ends = isApart || ENDS_HEADINGS.has(name)
    if (above && ends && sections.at(-1) !== above) goOn(above)
  }

  /** What follows terms or details belongs to the section around them, footnotes to the page. */
  function goOn({ headings, fragment }: Pick<Section, 'headings' | 'fragment'>): void {
    outline.returnTo(headings.length)
    sections.push({ headings, fragment, page: null, blocks: [] })
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
      case 'blockquote':
        return $(node).find(QUOTED_BLOCKS).length > 0 ? null : [['quotation', quote(node)]]
      default:
        return null
    }
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
    sections.at(-1)?.blocks.push({ kind, text })
  }

  function enter(node: Element, level: number): void {
    flush()
    const marks = $(node)
      .find('a')
      .filter((_, link) => isMark($(link).text()))
    const inner = $(node).find('[id], a[name]').first()
    const id = node.attribs.id ?? permalinkOf(marks) ?? inner.attr('id') ?? inner.attr('name')
    const fragment = id ?? pendingId
    pendingId = null
    marks.remove()
    const text = oneLine($(node).text())
    if (text === '') return
    sections.push({ headings: outline.enter(level, text), fragment, page: null, blocks: [] })
  }

  return { walk }
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
