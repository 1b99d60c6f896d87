import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chunk, type DraftPassage } from '../../server/ingestion/chunk.ts'
import type { Discovery } from '../../server/ingestion/define-source.ts'
import { extract } from '../../server/ingestion/extract.ts'
import { type Block, DocumentError } from '../../server/ingestion/extracted.ts'
import { decode } from '../../server/ingestion/formats/decode.ts'
import { charsetOf } from '../../server/ingestion/formats/html-charset.ts'
import { formatOf } from '../../server/ingestion/formats.ts'
import { learnFurniture } from '../../server/ingestion/learn-furniture.ts'
import { withSnippets } from '../../server/ingestion/snippets/with-snippets.ts'
import { type Piece, piecesOf } from './rendered.ts'

/** A page of documentation, as the product reads it. */
export interface ReadPage {
  path: string
  source: string
  title: string
  /** A page's own, which is searched and shown beside the passages; empty where it has none. */
  description: string
  headings: string[]
  blocks: Block[]
  passages: DraftPassage[]
  /** The page as its generator shows it; null where that is not known. */
  rendered: Piece[] | null
}

const FORMATS = new Set(['Markdown', 'HTML', 'AsciiDoc', 'reStructuredText', 'Plain text'])
/** A page of this address may leave nothing but links out. */
const SITE = 'https://pages.example/'

export interface ReadFolder {
  pages: ReadPage[]
  /** Files that give no passages, by the reason. */
  unread: Map<string, number>
}

/** Reads the text files below a folder. `rendered` is the folder of the same pages in HTML. */
export async function readFolder(folder: string, rendered: string | null): Promise<ReadFolder> {
  const read: ReadFolder = { pages: [], unread: new Map() }
  const renderedAt = rendered === null ? null : pagesByName(rendered)
  for await (const { path, ...document } of learnFurniture(found(folder), { pace })) {
    const bytes = await document.read()
    const format = formatOf({ bytes, path })?.name ?? ''
    if (!FORMATS.has(format)) continue
    try {
      const repeatedTexts = await document.repeatedTexts?.()
      const url = SITE + encodeURI(path)
      const {
        title,
        description = '',
        sections,
      } = await extract({ bytes, path, url, repeatedTexts })
      const source = decode(bytes, format === 'HTML' ? charsetOf(bytes) : undefined)
      const own = format === 'HTML' ? source : null
      const shown = renderedAt ? (renderedAt.get(nameOf(path))?.() ?? null) : own
      read.pages.push({
        path,
        source,
        title,
        description,
        headings: [...new Set(sections.flatMap(({ headings }) => headings))],
        blocks: sections.flatMap(({ blocks }) => blocks),
        passages: chunk(sections),
        rendered: shown === null ? null : piecesOf(shown),
      })
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      read.unread.set(error.code, (read.unread.get(error.code) ?? 0) + 1)
    }
  }
  return read
}

/** The files as a source gives them. */
async function* found(folder: string): Discovery {
  const read = async (path: string) => readFileSync(join(folder, path))
  for (const path of filesIn(folder)) {
    yield withSnippets({ path, read: () => read(path) }, (other) => read(other))
  }
  return { isComplete: true }
}

/** Nothing waits for this thread. */
async function pace(): Promise<void> {}

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)\./.test(path))
    .sort()
}

/** `guide/index.md`, `guide.md`, `guide/index.html` and `guide.html` are one page. */
function nameOf(path: string): string {
  return path
    .replace(/\.[^./]+$/, '')
    .replace(/(?:^|\/)(?:_?index|readme)$/i, '')
    .toLowerCase()
}

function pagesByName(folder: string): Map<string, () => string> {
  const paths = filesIn(folder).filter((path) => /\.x?html?$/.test(path))
  return new Map(
    paths.map((path) => [
      nameOf(path),
      () => {
        const bytes = readFileSync(join(folder, path))
        return decode(bytes, charsetOf(bytes))
      },
    ]),
  )
}
