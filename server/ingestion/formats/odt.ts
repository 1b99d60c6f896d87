import { type Content, DocumentError } from '../extracted.ts'
import { extractHtml } from './html.ts'
import { nameColumns } from './html-tables.ts'
import { NOTHING, openOffice } from './office.ts'
import { type Attributes, escaped, readXml } from './xml.ts'

/**
 * Text documents of LibreOffice and others. The paragraph of the style Title, or else the first
 * heading, names the document. Comments, deleted text and the marks of notes are left out. Throws
 * `encrypted`, `limit_exceeded` for more than 64 MiB, `malformed`.
 */
export async function extractOdt(bytes: Uint8Array, path: string): Promise<Content> {
  const parts = await openOffice(bytes, { main: 'content.xml', kind: 'an OpenDocument text' })
  readXml(parts['META-INF/manifest.xml'] ?? NOTHING, {
    open(name) {
      if (name === 'encryption-data')
        throw new DocumentError('encrypted', 'The document is protected by a password.')
    },
  })
  const content = parts['content.xml'] ?? NOTHING
  return extractHtml(toHtml(content), { path, titleAt: '.document-title', prepare: nameColumns })
}

const UNREAD = new Set(
  'annotation tracked-changes note-citation title desc meta scripts font-face-decls forms'.split(
    ' ',
  ),
)

/** What an element becomes: the tags before and after its content. */
type Tags = [open: string, close: string]

const TAGS: Record<string, Tags> = {
  list: ['<ul>', '</ul>'],
  'list-item': ['<li>', '</li>'],
  'list-header': ['<li>', '</li>'],
  table: ['<table>', '</table>'],
  'table-row': ['<tr>', '</tr>'],
  'table-cell': ['<td>', '</td>'],
  'note-body': [' (', ')'],
  'line-break': ['<br>', ''],
  s: [' ', ''],
  tab: [' ', ''],
}
const NONE: Tags = ['', '']

function toHtml(content: Uint8Array): string {
  let html = ''
  const titleStyles = new Set(['Title'])
  const closing: string[] = []
  /** How many of the open elements are left out, or notes. */
  const inside = { unread: 0, notes: 0 }
  const count = (name: string, change: 1 | -1) => {
    if (inside.unread > 0 || UNREAD.has(name)) inside.unread += change
    else if (name === 'note-body') inside.notes += change
  }
  readXml(content, {
    open(name, attributes) {
      count(name, 1)
      if (name === 'style' && attributes['style:parent-style-name'] === 'Title')
        titleStyles.add(attributes['style:name'] ?? '')
      const isHidden = inside.unread > 0 || (inside.notes > 0 && name === 'p')
      const [open, close] = isHidden ? NONE : tagsOf(name, attributes, titleStyles)
      html += open
      closing.push(close)
    },
    text(text) {
      if (inside.unread === 0) html += escaped(text)
    },
    close(name) {
      html += closing.pop() ?? ''
      count(name, -1)
    },
  })
  return html
}

function tagsOf(name: string, attributes: Attributes, titleStyles: Set<string>): Tags {
  if (name === 'h') {
    const level = Math.min(6, Math.max(1, Number(attributes['text:outline-level']) || 1))
    return [`<h${level}>`, `</h${level}>`]
  }
  if (name === 'p') {
    const isTitle = titleStyles.has(attributes['text:style-name'] ?? '')
    return [isTitle ? '<p class="document-title">' : '<p>', '</p>']
  }
  if (name === 'a') {
    const href = escaped(attributes['xlink:href'] ?? '').replace(/"/g, '&quot;')
    return [`<a href="${href}">`, '</a>']
  }
  return TAGS[name] ?? NONE
}
