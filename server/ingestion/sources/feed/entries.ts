import { z } from 'zod'
import { readXml } from '../../formats/xml.ts'
import { httpUrl } from '../../links.ts'

/** An entry of a feed. */
export interface Entry {
  /** Its address, or else what identifies it. */
  id: string
  url: string | null
  title: string
  /** HTML. */
  content: string
}

const JsonFeed = z.looseObject({
  items: z.array(
    z.looseObject({
      id: z.coerce.string().optional(),
      url: z.string().optional(),
      title: z.string().optional(),
      content_html: z.string().optional(),
      content_text: z.string().optional(),
      summary: z.string().optional(),
    }),
  ),
})

/** The entries of an RSS, Atom or JSON feed, each once; null: it is none. */
export function entriesOf(feed: Uint8Array, base: string): Entry[] | null {
  const text = new TextDecoder().decode(feed.subarray(0, 200)).trimStart()
  const found = text.startsWith('{') ? jsonEntries(feed) : xmlEntries(feed)
  const entries = found?.flatMap(({ id, link, title, content }) => {
    const url = link ? httpUrl(link, base) : httpUrl(id)
    const known = url ?? id
    return known === '' ? [] : { id: known, url, title: title.trim(), content }
  })
  return entries ? [...new Map(entries.map((entry) => [entry.id, entry])).values()] : null
}

interface Raw {
  id: string
  link: string
  title: string
  content: string
}

function jsonEntries(feed: Uint8Array): Raw[] | null {
  try {
    const { items } = JsonFeed.parse(JSON.parse(new TextDecoder().decode(feed)))
    return items.map(({ id = '', url = '', title = '', summary, content_html, content_text }) => {
      const text = content_text ?? summary ?? ''
      return { id, link: url, title, content: content_html ?? text.replace(/</g, '&lt;') }
    })
  } catch {
    return null
  }
}

/** Fields of RSS and Atom that hold the text of an entry; the longest counts. */
const CONTENTS = new Set(['description', 'summary', 'content', 'encoded'])

function xmlEntries(feed: Uint8Array): Raw[] | null {
  const entries: Raw[] = []
  let isFeed = false
  let entry: Raw | null = null
  /** Names of the open elements within the entry. */
  let open: string[] = []
  let text = ''
  readXml(feed, {
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
    close(name) {
      if (entry && (name === 'item' || name === 'entry') && open.length === 0) {
        entries.push(entry)
        entry = null
      } else if (entry && open.length === 1) keep(entry, name, text)
      open.pop()
    },
  })
  return isFeed ? entries : null
}

function keep(entry: Raw, name: string, text: string): void {
  if (name === 'title') entry.title = text
  else if (name === 'link') entry.link ||= text.trim()
  else if (name === 'guid' || name === 'id') entry.id = text.trim()
  else if (CONTENTS.has(name) && text.length > entry.content.length) entry.content = text
}
