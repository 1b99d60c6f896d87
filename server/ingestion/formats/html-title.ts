import type { Cheerio, CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { lettersOf } from '../../text/letters.ts'
import { titleFromPath } from '../extracted.ts'
import { siteNameDigest, titleParts } from '../repeated-text.ts'
import { oneLine } from './html-writer.ts'

/** "chmod - change the mode of files" */
const MANUAL_NAME = /^(\S.{0,119}?)\s+[-–—]\s/
/** Titles that name no page: placeholders of editors, and places in a document. */
const GENERIC =
  /^(?:untitled(?: (?:document|page))?|no title|new page(?: \d+)?|index|home(?: ?page)?|(?:chapter|part|section|page|kapitel|teil|seite|chapitre|capítulo)\s+(?:\d+|[ivxlc]+)\.?)$/i
/** "Handbook -": the name of the website before that of the page, which is missing. */
const UNFINISHED = /\s[|–—·•»-]$/
/** The address of a start page, as it stands in a link. */
const HOME = /^(?:https?:\/\/[^/?#]+)?(?:\.{0,2}\/)*(?:index\.\w+)?$/i

/** Removes the name of the website where it is the first heading, and leads to the start page. */
export function unheadSite($: CheerioAPI): void {
  const [first, next] = $('h1, h2').get()
  const href = first ? $(first).children('a').attr('href') : ''
  if (first?.name === 'h1' && next && href && HOME.test(href)) $(first).remove()
}

/**
 * The title of a page: what it is named, without the name of its website, or else its first
 * heading, or its file. A page's own name may come before that of the website or after it: it is
 * the one that a heading repeats. The names of a website that is crawled are among its
 * `repeatedTexts`.
 */
export function titleOf(
  $: CheerioAPI,
  main: Cheerio<AnyNode>,
  { named, path, repeatedTexts }: { named: string; path: string; repeatedTexts: number[] },
): string {
  const short = withoutSite(named, repeatedTexts)
  const isNamed = short !== '' && !GENERIC.test(short) && !UNFINISHED.test(short)
  if (isNamed) return headedPart($, main, short) ?? short
  return firstHeading($, main) ?? (short.replace(UNFINISHED, '') || titleFromPath(path))
}

/** Sphinx and others name the site after the page, or before: "Archives — Borg documentation". */
function withoutSite(title: string, repeatedTexts: number[]): string {
  const short = title.replace(/(?<=\S)\s+[—–|-]\s+[^—–|]*\bdocumentation$/i, '')
  const parts = titleParts(short)
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const isSite = (name: string) => repeatedTexts.includes(siteNameDigest(name))
  if (parts.length < 2) return short
  if (isSite(last)) return short.slice(0, -last.length).replace(/\s+\S\s+$/, '')
  return isSite(first) ? short.slice(first.length).replace(/^\s+\S\s+/, '') : short
}

/**
 * The part of a title that is the name of the page: the uppermost headings begin with it. The last
 * of them decides, since the first may be the name of the website as well.
 */
function headedPart($: CheerioAPI, main: Cheerio<AnyNode>, title: string): string | undefined {
  const nodes = [...main.find('h1').get(), ...main.find('h2').first().get()]
  const headings = nodes.map((heading) => nameIn($, heading))
  if (headings.some((heading) => lettersOf(heading) === lettersOf(title))) return undefined
  const parts = titleParts(title).toSorted((one, other) => other.length - one.length)
  const heads = (part: string, heading: string) =>
    titleParts(heading).length === 1 && lettersOf(heading).startsWith(lettersOf(part) || '-')
  const last = headings.findLast((heading) => parts.some((part) => heads(part, heading)))
  return last === undefined ? undefined : parts.find((part) => heads(part, last))
}

/**
 * The uppermost heading of a page, or else the first of its content, whatever its level. Below the
 * heading "NAME" a manual page says its name.
 */
function firstHeading($: CheerioAPI, main: Cheerio<AnyNode>): string | undefined {
  const headings = [...$('h1').get(), ...main.find('h2, h3, h4, h5, h6').get()]
  const first = headings.find((heading) => nameIn($, heading) !== '')
  if (!first) return undefined
  const below = nameIn($, first) === 'NAME' ? nameIn($, $(first).next('p').get(0)) : ''
  const [, name] = MANUAL_NAME.exec(below) ?? []
  return name ?? nameIn($, first)
}

function nameIn($: CheerioAPI, node: Element | undefined): string {
  return node ? oneLine($(node).text()) : ''
}
