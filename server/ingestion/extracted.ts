import type { BlockKind, SectionRole } from '../text/structure.ts'

/** The result of reading any format, so that one `chunk` serves all. */

export type { BlockKind, SectionRole }

/** A piece of text that is best kept whole. */
export interface Block {
  kind: BlockKind
  /**
   * Markdown: of steps a numbered list, of bullets and definitions one with bullets (a term in bold
   * and a colon before what it means), of a table one with its header, of code a fence.
   */
  text: string
  /** Of the admonition that it stands in: `note`, `tip`, `warning` or as the page names it. */
  admonition?: string
  /** Bold text that stands in place of a heading above it, as plain text; `text` has it as well. */
  title?: string
}

/** The text under one heading, or on one page. */
export interface Section {
  /** Headings from the outermost to this one, without the document's title. */
  headings: string[]
  /** The heading's id on the published page. */
  fragment: string | null
  /** From 1; only where the format has pages. */
  page: number | null
  role?: SectionRole
  blocks: Block[]
}

/** The content of a document, as the reader of its format gives it back. */
export interface Content {
  title: string
  /** The address at which the document itself declares to be published. */
  url: string | null
  sections: Section[]
  /** Names of the pages above it, by which it is found as well. */
  breadcrumbs?: string[]
  /** What the page says that it is about, outside of its text; it is searched and never quoted. */
  description?: string
}

/** The parts of a page that are its content, as CSS selectors. */
export interface ReadingSettings {
  content_selector?: string | undefined
  remove_selectors?: string[] | undefined
}

export interface Extracted extends Content {
  media_type: string
}

/** Why a document gave no passages (docs/behaviour.md#documents). */
export type DocumentErrorCode =
  | 'unsupported_format'
  | 'malformed'
  | 'encrypted'
  | 'limit_exceeded'
  | 'timeout'
  | 'set_aside'
  | 'empty'
  | 'no_text'
  | 'text_lost'
  | 'source_forbidden'
  | 'internal_error'

/** Fails one document, never the run. `message` is shown with the document. */
export class DocumentError extends Error {
  override name = 'DocumentError'
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** `getting-started_guide.md` → `getting started guide`, for a document without a title. */
export function titleFromPath(path: string): string {
  const parts = path.split('/')
  const leaf = parts.at(-1)?.replace(/\.[^.]+$/, '') ?? ''
  const name = /^(_?index|readme)$/i.test(leaf) ? (parts.at(-2) ?? leaf) : leaf
  return name
    .replace(/^\d+[-_.](?=\D)/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
}

/** Keeps the path of headings while a document is read from top to bottom. */
export function createOutline() {
  const path: { level: number; text: string }[] = []
  return {
    /** Enters a heading, which ends those of the same level and below; returns the path to it. */
    enter(level: number, text: string): string[] {
      while (path.length > 0 && (path.at(-1)?.level ?? 0) >= level) path.pop()
      path.push({ level, text })
      return path.map((heading) => heading.text)
    },
    /** Leaves the headings below the first so many of the path. */
    returnTo(depth: number): void {
      path.length = Math.min(path.length, depth)
    },
  }
}
