import {
  type Content,
  createOutline,
  DocumentError,
  type Section,
  titleFromPath,
} from '../../extracted.ts'
import { blocksOf } from './blocks.ts'
import { type Heading, headingsByOutline, headingsBySize } from './headings.ts'
import { type Line, linesOf, withoutRunningLines } from './lines.ts'
import { type Outline, readOutline } from './outline.ts'

const MAX_PAGES = 5000

/**
 * Sections with the page on which they stand: one for each heading, and for each page that goes on
 * under one. The outline gives the headings, or else the sizes of the letters. Throws `encrypted`
 * when a password is needed, `malformed` when it is no PDF, `no_text` when its pages are images
 * only, `limit_exceeded` above 5,000 pages.
 */
export async function extractPdf(bytes: Uint8Array, path: string): Promise<Content> {
  const { getDocumentProxy } = await import('unpdf')
  // A copy, because it is consumed; and of this type, because a Buffer is refused.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch(refuse)
  try {
    if (pdf.numPages > MAX_PAGES) {
      throw new DocumentError('limit_exceeded', `The PDF has more than ${MAX_PAGES} pages.`)
    }
    const pages: Line[][] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(linesOf(items.filter((item) => 'str' in item)))
      page.cleanup()
    }
    if (pages.every((lines) => lines.length === 0)) throw withoutText(pdf.numPages)
    return contentOf(withoutRunningLines(pages), await readOutline(pdf), path)
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

function withoutText(count: number): DocumentError {
  const pages = count === 1 ? 'Its page holds' : `Its ${count} pages hold`
  return new DocumentError('no_text', `${pages} no text; a scan must be put through OCR first.`)
}

function contentOf(pages: Line[][], outline: Outline, path: string): Content {
  const bySize = headingsBySize(pages)
  const byOutline = headingsByOutline(outline.entries, pages)
  const headings = byOutline.length > 0 ? byOutline : bySize
  const largest = largestOnFirstPage(pages, bySize)
  const given = outline.title && !OF_A_PRODUCER.test(outline.title) ? outline.title : null
  const title = given ?? (largest ?? headings[0])?.text ?? titleFromPath(path)
  const isNew =
    largest && !headings.some(({ page, at }) => page === largest.page && at === largest.at)
  const marks = isNew && largest.text === title ? [...headings, largest] : headings
  return { title, url: null, sections: sectionsOf(pages, marks, title) }
}

function largestOnFirstPage(pages: Line[][], headings: Heading[]): Heading | undefined {
  const first = pages.findIndex((lines) => lines.length > 0)
  const [largest] = headings.filter(({ page }) => page === first).sort((a, b) => a.level - b.level)
  return largest
}

/** The lines of the title name the document, and no part of it. */
function sectionsOf(pages: Line[][], marks: Heading[], title: string): Section[] {
  const outline = createOutline()
  const onPage = Map.groupBy(marks, ({ page }) => page)
  let headings: string[] = []
  return pages.flatMap((lines, index) => {
    const sections: Section[] = []
    const add = (part: Line[]) =>
      sections.push({ headings, fragment: null, page: index + 1, blocks: blocksOf(part) })
    let from = 0
    for (const mark of onPage.get(index)?.sort((a, b) => a.at - b.at) ?? []) {
      add(lines.slice(from, mark.at))
      headings = mark.text === title ? [] : outline.enter(mark.level, mark.text)
      from = mark.at + mark.lines
    }
    add(lines.slice(from))
    return sections.filter(({ blocks }) => blocks.length > 0)
  })
}

/** What programs write where nobody has given a title. */
const OF_A_PRODUCER =
  /^(?:microsoft (?:word|powerpoint|excel) ?-.*|untitled.*|(?:document|presentation|slide) ?\d*|.*\.(?:docx?|pptx?|xlsx?|odt|rtf|tex|dvi|indd|pdf))$/i
