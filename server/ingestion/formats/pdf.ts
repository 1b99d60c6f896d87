import { type Block, type Content, DocumentError, titleFromPath } from '../extracted.ts'
import { clean } from './decode.ts'

const MAX_PAGES = 5000

/**
 * One section for each page, with its number. Lines are joined to paragraphs by the gaps between
 * them. Throws `encrypted` when a password is needed, `malformed` when it is no PDF, `no_text` when
 * its pages are images only, `limit_exceeded` above 5,000 pages.
 */
export async function extractPdf(bytes: Uint8Array, path: string): Promise<Content> {
  const { getDocumentProxy } = await import('unpdf')
  // A copy, because it is consumed; and of this type, because a Buffer is refused.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch(refuse)
  try {
    if (pdf.numPages > MAX_PAGES) {
      throw new DocumentError('limit_exceeded', `The PDF has more than ${MAX_PAGES} pages.`)
    }
    const sections = []
    for (let page = 1; page <= pdf.numPages; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent()
      const blocks = paragraphs(items.filter((item) => 'str' in item))
      sections.push({ headings: [], fragment: null, page, blocks })
    }
    if (sections.every(({ blocks }) => blocks.length === 0)) {
      const pages = pdf.numPages === 1 ? 'Its page holds' : `Its ${pdf.numPages} pages hold`
      throw new DocumentError('no_text', `${pages} no text; a scan must be put through OCR first.`)
    }
    const { info } = await pdf.getMetadata()
    const named = 'Title' in info && typeof info.Title === 'string' ? clean(info.Title).trim() : ''
    return {
      title: named || titleFromPath(path),
      url: null,
      sections,
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function refuse(cause: unknown): never {
  if (cause instanceof Error && cause.name === 'PasswordException') {
    throw new DocumentError('encrypted', 'The PDF is protected by a password.', { cause })
  }
  throw new DocumentError('malformed', 'The file is not a readable PDF.', { cause })
}

interface TextItem {
  str: string
  /** Its last number is the height of the baseline on the page. */
  transform: number[]
  height: number
  hasEOL: boolean
}

/** A gap of more than 1.6 lines begins a paragraph; a hyphen at a line's end joins a word. */
function paragraphs(items: TextItem[]): Block[] {
  const found: string[] = []
  let current = ''
  let baseline: number | null = null
  for (const item of items) {
    const y = item.transform[5] ?? 0
    const gap = baseline === null ? 0 : Math.abs(baseline - y)
    if (item.str !== '' && baseline !== null && gap > 1.6 * (item.height || 12)) {
      found.push(current)
      current = ''
    }
    current = append(current, item)
    if (item.str.trim() !== '') baseline = y
  }
  return [...found, current]
    .map((text) => clean(text).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'paragraph', text }))
}

function append(text: string, { str, hasEOL }: TextItem): string {
  const joined = text + str
  if (!hasEOL) return joined
  return /\p{Ll}-$/u.test(joined) ? joined.slice(0, -1) : `${joined} `
}
