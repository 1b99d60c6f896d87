import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import type { AnyNode } from 'domhandler'
import { lettersOf } from '../../text/letters.ts'
import { type Content, DocumentError, type ReadingSettings, type Section } from '../extracted.ts'
import { httpUrl } from '../links.ts'
import { repeatedDigest } from '../repeated-text.ts'
import { blockCode } from './html-code.ts'
import { removeContents } from './html-contents.ts'
import { showDisclosed } from './html-disclosed.ts'
import { removeFurniture } from './html-furniture.ts'
import { isLinkList } from './html-link-list.ts'
import { mendLists } from './html-lists.ts'
import { readManuals } from './html-manual.ts'
import { labelNotes, unheadTitles } from './html-notes.ts'
import { describePictures } from './html-pictures.ts'
import { createSectionReader } from './html-sections.ts'
import { titleOf, unheadSite } from './html-title.ts'
import { removeTrails } from './html-trails.ts'
import { HIDDEN, showVariants } from './html-variants.ts'
import { oneLine } from './html-writer.ts'
import { nameHeadings } from './html-written-headings.ts'
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
  const data = readStructuredData($)
  const description = descriptionOf($, repeatedTexts)
  showDisclosed($)
  showVariants($)
  removeTrails($)
  removeContents($, path)
  removeFurniture($, repeatedTexts)
  const notes = labelNotes($)
  mendLists($)
  blockCode($)
  openForms($)
  openAsides($)
  $(UNREAD).remove()
  for (const selector of reading.remove_selectors ?? []) $(selector).remove()
  readManuals($)
  describePictures($)
  unheadTitles($)
  nameHeadings($)
  unheadSite($)
  const main = mainContent($, reading.content_selector)
  const named = oneLine($(titleAt).first().remove().text())
  const reader = createSectionReader($, { base, notes })
  const shown = reader.read(main)
  const title = titleOf($, main, { named, path, repeatedTexts })
  nameRoles(shown, data)
  const sections = [...shown, ...unshown(data.questions, shown)]
  if (url !== null && reading.content_selector === undefined && isLinkList(sections, url)) {
    throw new DocumentError('empty', 'It holds hardly more than links to other pages.')
  }
  if (ownUrl !== null) addTextFragments(sections, reader.tabs)
  const { breadcrumbs } = data
  return { title, url: ownUrl, sections, breadcrumbs, ...(description && { description }) }
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
      role: 'question',
      blocks: [{ kind: 'paragraph', text: answer }],
    }))
}
const SAME_LENGTH = 60

/** What the page says of its sections to machines. */
function nameRoles(sections: Section[], { questions, isProcedure }: StructuredData): void {
  const asked = new Set(questions.map(({ question }) => lettersOf(question)))
  for (const section of sections) {
    if (asked.has(lettersOf(section.headings.at(-1) ?? ''))) section.role ??= 'question'
    if (isProcedure && section.blocks.some(({ kind }) => kind === 'steps')) {
      section.role ??= 'procedure'
    }
  }
}

/** What the page says that it is about, unless others of its site say the same. */
function descriptionOf($: CheerioAPI, repeatedTexts: number[]): string {
  const said = $('meta[name="description" i], meta[property="og:description"]').attr('content')
  const description = oneLine(said ?? '')
  const isTitle = lettersOf($('title').first().text()).includes(lettersOf(description))
  return isTitle || repeatedTexts.includes(repeatedDigest(description)) ? '' : description
}

function textOf(sections: Section[]): string {
  return sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')
}

/**
 * `#:~:text=` finds a text where it stands first in a page
 * (https://wicg.github.io/scroll-to-text-fragment): a heading that others have as well has the
 * fragment of the heading above it, as have panels of tabs.
 */
function addTextFragments(sections: Section[], tabs: ReadonlySet<Section>): void {
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
        paths.get(heading) === path && !tabs.has(section)
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
