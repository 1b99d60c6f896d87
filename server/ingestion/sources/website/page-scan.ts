import { BoundedParser } from '../../formats/bounded-parser.ts'
import { createTextReader } from '../../page-texts.ts'
import { createPlaceReader } from '../../places.ts'
import { pageDigest, repeatedDigest, withoutBlanks } from '../../repeated-text.ts'

/** A link of a page, as written. */
export interface Link {
  href: string
  isNofollow: boolean
}

/** What a crawler needs to know of a page; its text is extracted elsewhere. */
export interface ScannedPage {
  title: string
  /** The first heading of the first level. */
  headline: string
  language: string | null
  base: string | null
  canonical: string | null
  /** Where the page sends its reader at once. */
  refresh: string | null
  robots: string[]
  alternates: { language: string; href: string }[]
  links: Link[]
  /** What is counted of it (`CountedPage`). */
  texts: Set<number>
  places: Map<number, number | null>
  text: string
  textDigest: string
  hasPassword: boolean
  hasScripts: boolean
  /** An element that a script is meant to fill, or a note that one is needed. */
  isShell: boolean
}

const MAX_LINKS = 5000
const MAX_TEXTS = 10_000
/** Of a title or heading. */
const MAX_LINE = 1000
/** Of the text, what is looked at to judge the page. */
const MAX_TEXT = 4000

/** Reads a page from top to bottom, in time linear in its length. */
export function scanPage(html: string): ScannedPage {
  const scan = createScan()
  const parser = new BoundedParser(scan.handler, { decodeEntities: true })
  parser.write(html)
  parser.end()
  return scan.result()
}

function createScan() {
  const page: ScannedPage = {
    title: '',
    headline: '',
    language: null,
    base: null,
    canonical: null,
    refresh: null,
    robots: [],
    alternates: [],
    links: [],
    texts: new Set(),
    places: new Map(),
    text: '',
    textDigest: '',
    hasPassword: false,
    hasScripts: false,
    isShell: false,
  }
  const texts: string[] = []
  const places = createPlaceReader()
  const reader = createTextReader<null>((found) => {
    texts.push(found.text)
    if (page.texts.size < MAX_TEXTS) page.texts.add(repeatedDigest(found.text))
    places.add(found)
  })
  /** Of elements that are open. */
  let isTitle = false
  let isNoscript = false
  let isFirstHeading = false

  const elements: Record<string, (attributes: Record<string, string>) => void> = {
    html({ lang }) {
      page.language ??= lang?.trim().toLowerCase() || null
    },
    base({ href }) {
      page.base ??= href ?? null
    },
    meta({ name = '', content = '', 'http-equiv': equiv = '' }) {
      if (/^(robots|knowledgeassistant)$/i.test(name)) page.robots.push(content.toLowerCase())
      if (/^description$/i.test(name)) page.texts.add(repeatedDigest(withoutBlanks(content)))
      const refresh = /^\s*([\d.]+)\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content)
      if (/^refresh$/i.test(equiv) && refresh && Number(refresh[1]) <= 5) {
        page.refresh ??= refresh[2] ?? null
      }
    },
    link({ rel = '', href, hreflang }) {
      const kinds = rel.toLowerCase().split(/\s+/)
      if (!href) return
      if (kinds.includes('canonical')) page.canonical ??= href
      if (kinds.includes('alternate') && hreflang && page.alternates.length < MAX_LINKS) {
        page.alternates.push({ language: hreflang.toLowerCase(), href })
      }
    },
    a({ href, rel = '' }) {
      if (href && page.links.length < MAX_LINKS) {
        page.links.push({ href, isNofollow: /(^|\s)nofollow(\s|$)/i.test(rel) })
      }
    },
    area: ({ href }) => elements.a?.({ href: href ?? '' }),
    frame: ({ src }) => elements.a?.({ href: src ?? '' }),
    img({ alt = '' }) {
      reader.text(alt, null)
    },
    input({ type = '' }) {
      page.hasPassword ||= type.toLowerCase() === 'password'
    },
    script({ type = '' }) {
      page.hasScripts ||= !/json|template/i.test(type)
    },
    div({ id = '' }) {
      page.isShell ||= /^(root|app|__next|__nuxt|main-app|svelte)$/i.test(id)
    },
  }

  return {
    handler: {
      onopentag(name: string, attributes: Record<string, string>) {
        reader.open(name, attributes, null)
        elements[name]?.(attributes)
        if (name === 'title') isTitle = page.title === ''
        if (name === 'noscript') isNoscript = true
        if (name === 'h1') isFirstHeading = page.headline === ''
      },
      ontext(text: string) {
        if (isTitle && page.title.length < MAX_LINE) page.title += text
        if (isNoscript && /javascript/i.test(text)) page.isShell = true
        if (isFirstHeading && page.headline.length < MAX_LINE) page.headline += text
        reader.text(text, null)
      },
      onclosetag(name: string) {
        reader.close(name)
        if (name === 'title') isTitle = false
        if (name === 'noscript') isNoscript = false
        if (name === 'h1') isFirstHeading = false
      },
    },
    result(): ScannedPage {
      reader.end()
      const whole = texts.join('\n')
      return {
        ...page,
        title: withoutBlanks(page.title.slice(0, MAX_LINE)),
        headline: withoutBlanks(page.headline.slice(0, MAX_LINE)),
        places: places.of(`${page.title} ${page.headline}`),
        text: whole.slice(0, MAX_TEXT),
        textDigest: pageDigest(whole),
      }
    },
  }
}
