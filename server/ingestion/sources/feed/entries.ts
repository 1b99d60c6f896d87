import { z } from 'zod'
import { readXml } from '../../formats/xml.ts'
import { httpUrl } from '../../links.ts'
import { readItems } from './json-items.ts'

/** An entry of a feed. */
export interface Entry {
  /** Its address, or else what identifies it. */
  id: string
  url: string | null
  title: string
  /** HTML. */
  content: string
}

const JsonItem = z.looseObject({
  id: z.coerce.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  content_html: z.string().optional(),
  content_text: z.string().optional(),
  summary: z.string().optional(),
})

/** Longer names are no addresses, and longer titles none for readers. */
const MAX_ID = 2000
const MAX_TITLE = 500

/** A feed, and how much is read of it. */
interface Read {
  bytes: Uint8Array
  /** Whether its end is missing. */
  wasCut: boolean
  /** So many entries are enough, and nothing is read after them. */
  most: number
}

/**
 * The first entries of an RSS, Atom or JSON feed, each once, and whether all that were wanted could
 * be read; null: it is none.
 */
export function entriesOf(
  { bytes: read, wasCut, most }: Read,
  base: string,
): { entries: Entry[]; isWhole: boolean } | null {
  // A character that was cut apart would make the whole feed another encoding.
  const bytes = wasCut ? read.subarray(0, read.findLastIndex((byte) => byte < 0x80) + 1) : read
  const found = new Map<string, Entry>()
  const taking: Taking = {
    isEnough: () => found.size >= most,
    take({ id, link, title, content }) {
      const url = link ? httpUrl(link, base) : httpUrl(id)
      const known = url ?? id
      if (known === '' || known.length > MAX_ID) return
      found.set(known, { id: known, url, title: title.trim().slice(0, MAX_TITLE), content })
    },
  }
  const begins = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()
  const isFeed = begins.startsWith('{')
    ? jsonEntries(bytes, wasCut, taking)
    : xmlEntries(bytes, wasCut, taking)
  if (!isFeed) return null
  return { entries: [...found.values()], isWhole: !wasCut || taking.isEnough() }
}

interface Raw {
  id: string
  link: string
  title: string
  content: string
}

interface Taking {
  take(entry: Raw): void
  isEnough(): boolean
}

function jsonEntries(bytes: Uint8Array, wasCut: boolean, { take, isEnough }: Taking): boolean {
  const items = readItems(new TextDecoder().decode(bytes))
  try {
    for (let next = items.next(); ; next = items.next()) {
      if (next.done) return next.value || wasCut
      take(rawOf(JsonItem.parse(next.value)))
      if (isEnough()) return true
    }
  } catch {
    return false
  }
}

function rawOf({ id = '', url = '', title = '', ...texts }: z.infer<typeof JsonItem>): Raw {
  const text = texts.content_text ?? texts.summary ?? ''
  return { id, link: url, title, content: texts.content_html ?? text.replace(/</g, '&lt;') }
}

/** Fields of RSS and Atom that hold the text of an entry; the longest counts. */
const CONTENTS = new Set(['description', 'summary', 'content', 'encoded'])

function xmlEntries(bytes: Uint8Array, wasCut: boolean, { take, isEnough }: Taking): boolean {
  let isFeed = false
  let entry: Raw | null = null
  /** Names of the open elements within the entry. */
  let open: string[] = []
  let text = ''
  readXml(bytes, {
    isEnough,
    open(name, { href = '', rel = 'alternate' }) {
      if (name === 'rss' || name === 'feed' || name === 'RDF') isFeed = true
      if (name === 'item' || name === 'entry') {
        entry = { id: '', link: '', title: '', content: '' }
        open = []
        return
      }
      open.push(name)
      if (open.length === 1) text = ''
      if (entry && name === 'link' && open.length === 1 && rel === 'alternate') entry.link ||= href
    },
    text(more) {
      text += more
    },
    close(name, isImplied) {
      if (entry && (name === 'item' || name === 'entry') && open.length === 0) {
        if (!isEnough() && !(wasCut && isImplied)) take(entry)
        entry = null
      } else if (entry && open.length === 1) keep(entry, name, text)
      open.pop()
    },
  })
  return isFeed
}

function keep(entry: Raw, name: string, text: string): void {
  if (name === 'title') entry.title = text
  else if (name === 'link') entry.link ||= text.trim()
  else if (name === 'guid' || name === 'id') entry.id = text.trim()
  else if (CONTENTS.has(name) && text.length > entry.content.length) entry.content = text
}
