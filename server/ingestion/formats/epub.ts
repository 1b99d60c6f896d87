import { posix } from 'node:path'
import { type Content, DocumentError, titleFromPath } from '../extracted.ts'
import { decode } from './decode.ts'
import { extractHtml } from './html.ts'
import { NOTHING, type Parts } from './office.ts'
import { readXml } from './xml.ts'
import { unzip } from './zip.ts'

/**
 * Books, chapter by chapter in reading order. Throws `encrypted` for one with copy protection,
 * `limit_exceeded` for more than 64 MiB of text, `malformed`.
 */
export async function extractEpub(bytes: Uint8Array, path: string): Promise<Content> {
  const parts = await unzip(
    bytes,
    (name) => !/\.(png|jpe?g|gif|webp|svg|css|[ot]tf|woff2?|mp\d)$/i.test(name),
  )
  const { title, chapters } = readPackage(parts)
  refuseProtected(parts, chapters)
  const sections = chapters.flatMap((chapter) => {
    const page = parts[chapter]
    return page ? extractHtml(decode(page), { path: chapter }).sections : []
  })
  return { title: title || titleFromPath(path), url: null, sections }
}

/** The title, and the names of the chapters. */
function readPackage(parts: Parts): { title: string; chapters: string[] } {
  const file = packageOf(parts)
  const names = new Map<string, string>()
  const spine: string[] = []
  let title = ''
  let isTitle = false
  readXml(parts[file] ?? NOTHING, {
    open(name, { id = '', href = '', idref = '', linear }) {
      isTitle = name === 'title' && title === ''
      if (name === 'item') names.set(id, posix.join(posix.dirname(file), unescaped(href)))
      if (name === 'itemref' && linear !== 'no') spine.push(idref)
    },
    text(text) {
      if (isTitle) title += text
    },
    close() {
      isTitle = false
    },
  })
  return { title: title.trim(), chapters: spine.map((id) => names.get(id) ?? '') }
}

function packageOf(parts: Parts): string {
  let file = ''
  readXml(parts['META-INF/container.xml'] ?? NOTHING, {
    open(name, attributes) {
      if (name === 'rootfile') file ||= attributes['full-path'] ?? ''
    },
  })
  if (!parts[file]) throw new DocumentError('malformed', 'The file is not an EPUB book.')
  return file
}

/** Fonts are often scrambled in books that anybody can read; chapters are not. */
function refuseProtected(parts: Parts, chapters: string[]): void {
  readXml(parts['META-INF/encryption.xml'] ?? NOTHING, {
    open(name, { URI = '' }) {
      if (name === 'CipherReference' && chapters.includes(unescaped(URI)))
        throw new DocumentError('encrypted', 'The book is protected against copying.')
    },
  })
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
