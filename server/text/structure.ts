/** The structure of a page, as its passages keep it. */

export type BlockKind =
  | 'paragraph'
  | 'steps'
  | 'bullets'
  | 'definition'
  | 'table'
  | 'code'
  | 'quotation'
  | 'caption'

/** What the text under a heading is for, where the structure of its page says so. */
export type SectionRole =
  | 'problem'
  | 'cause'
  | 'solution'
  | 'procedure'
  | 'reference'
  | 'glossary'
  | 'question'
  | 'changelog'

/** A block within the text of a passage. */
export interface PassageBlock {
  /** `heading`: of a section within the passage, which goes up to the next one. */
  kind: BlockKind | 'heading'
  /** In UTF-16 units of the passage's text; what a cut repeats (a header, a fence) is within. */
  start: number
  end: number
  /** Of the admonition that it stands in: `note`, `tip`, `warning` or as the page names it. */
  admonition?: string
  /** What is written in bold in place of a heading above it. */
  title?: string
  /** Of code, as its fence names it. */
  language?: string
  /** Where the block goes on in another passage. */
  cut?: 'before' | 'after' | 'both'
  /** Of a heading: its id on the published page. */
  fragment?: string
  /** Of a heading: what its section is for. */
  role?: SectionRole
}

/** Where a passage stands in its document. */
export interface PassagePlace {
  /** From the outermost to the nearest, without the document's title. */
  headings: string[]
  /** From 1; only where the format has pages. */
  page: number | null
}

/** The page and the headings, as a citation shows them; null at the top of a document. */
export function anchorOf(place: PassagePlace): string | null {
  const path = pathTo(place)
  return path.length > 0 ? pathOf(path) : null
}

/** The page, where there is one, and the headings. */
export function pathTo({ headings, page }: Pick<PassagePlace, 'headings'> & Partial<PassagePlace>) {
  return page === null || page === undefined ? headings : [`Page ${page}`, ...headings]
}

/** Titles and headings in one line, from the outermost. */
export function pathOf(names: string[]): string {
  return names.join(' › ')
}

/** The heading of the section of a passage that holds a place in its text; undefined: its first. */
export function headingAt(blocks: PassageBlock[], place: number): PassageBlock | undefined {
  return blocks.findLast(({ kind, start }) => kind === 'heading' && start <= place)
}
