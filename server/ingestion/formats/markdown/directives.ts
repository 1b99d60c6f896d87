import { containerOf } from './containers.ts'
import { captionMark } from './marks.ts'
import { readParameters, unquoted } from './parameters.ts'
import { matchAt, type Replaced } from './replaced.ts'

/**
 * The line of a directive that begins at a place in Markdown, or null: `:::note Title`, `:::`,
 * `::video[Title]{#id}` (Docusaurus, VitePress, Starlight), `/// note | Title`, `///` (MkDocs).
 */
export function directiveAt(source: string, at: number): Replaced | null {
  return source[at] === '/' ? slashesAt(source, at) : colonsAt(source, at)
}

const COLONS =
  /(?:(:{3,})[ \t]*\{?\.?([\w-]*)\}?|::[a-z][\w-]*(?=[[{]))(?:\[([^\]\n]*)\])?([^{\n]*)(\{[^\n]*)?(?=\n|$)/y

function colonsAt(source: string, at: number): Replaced | null {
  const match = matchAt(COLONS, source, at)
  if (!match) return null
  const [, colons = '', name = '', label, words = '', attributes = ''] = match
  const end = COLONS.lastIndex
  const title = unquoted(label || words)
  if (colons === '') return { shown: bold(title), end }
  const size = colons.length
  if (name === '' && title === '') return { shown: '', end, ends: { family: ':', size } }
  const { named } = readParameters(attributes.replace(/^\{|\}$/g, ''))
  const container = containerOf(name, { named, words: title })
  const shown = container ? '' : bold(title)
  const closing = /^[ \t]*:{3,}[ \t]*$/gm
  return { shown, end, begins: { family: ':', size, container, closing } }
}

const SLASHES = /(\/{3,})[ \t]*([\w-]*)(?:[ \t]*\|[ \t]*([^\n]*))?[ \t]*(?=\n|$)/y

function slashesAt(source: string, at: number): Replaced | null {
  const match = matchAt(SLASHES, source, at)
  if (!match) return null
  const [, slashes = '', name = '', title = ''] = match
  const end = SLASHES.lastIndex
  const size = slashes.length
  if (name === '') return { shown: '', end, ends: { family: '/', size } }
  const container = containerOf(name, { named: new Map(), words: title.trim() })
  const isCaption = name.endsWith('caption')
  const shown = isCaption ? `\n\n${captionMark}` : container ? '' : bold(title.trim())
  const closing = /^[ \t]*\/{3,}[ \t]*$/gm
  return { shown, end, begins: { family: '/', size, container, closing } }
}

function bold(title: string): string {
  return title === '' ? '' : `**${title}**`
}
