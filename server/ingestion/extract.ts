import { firstCodePoints } from '../contract/text.ts'
import { DocumentError, type Extracted, type Section } from './extracted.ts'
import { clean, decode, looksBinary } from './formats/decode.ts'
import { documentUrl, type LinkSettings } from './links.ts'

/** A document as its source holds it. */
export interface RawDocument {
  bytes: Uint8Array
  /** Relative to the source; its extension says the format, and its name is a title of last resort. */
  path: string
  /** Used where the extension says nothing. */
  mediaType?: string | null | undefined
  /** Given with an upload; each wins over what the document says of itself. */
  title?: string | null | undefined
  url?: string | null | undefined
  links?: LinkSettings | undefined
}

type Format =
  | 'markdown'
  | 'html'
  | 'plain'
  | 'rst'
  | 'asciidoc'
  | 'csv'
  | 'json'
  | 'jsonl'
  | 'pdf'
  | 'docx'

/**
 * Reads a document of any supported format (completions 8). Throws `DocumentError`: `unsupported_format`,
 * `malformed`, `encrypted`, `limit_exceeded`, or `empty` when it holds no text.
 */
export async function extract(document: RawDocument): Promise<Extracted> {
  const format = formatOf(document)
  if (!format) {
    throw new DocumentError('unsupported_format', 'Files of this kind cannot be read.')
  }
  const extracted = await read(format, document)
  if (extracted.sections.every((section) => section.blocks.length === 0)) {
    throw new DocumentError('empty', 'No text could be found in it.')
  }
  const published = extracted.url ?? documentUrl(document.path, document.links ?? {})
  return {
    ...extracted,
    sections: extracted.sections.map(cleaned),
    title: nameFrom(document.title || extracted.title),
    url: document.url ?? published,
  }
}

/** Escapes of JSON, YAML and HTML can name what `decode` has kept out. */
function cleaned(section: Section): Section {
  const blocks = section.blocks.map(({ kind, text }) => ({ kind, text: clean(text) }))
  return { ...section, headings: section.headings.map(nameFrom), blocks }
}

/** Longer titles and headings are none; every passage repeats them. */
const MAX_NAME_LENGTH = 500

function nameFrom(text: string): string {
  return firstCodePoints(clean(text.slice(0, 2 * MAX_NAME_LENGTH)), MAX_NAME_LENGTH)
}

const EXTENSIONS: Record<string, Format> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'plain',
  text: 'plain',
  log: 'plain',
  rst: 'rst',
  rest: 'rst',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  asc: 'asciidoc',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  pdf: 'pdf',
  docx: 'docx',
}

const MEDIA_TYPES: Record<string, Format> = {
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'plain',
  'text/x-rst': 'rst',
  'text/asciidoc': 'asciidoc',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** The bytes decide where they are unmistakable, then the extension, then the media type. */
function formatOf({ bytes, path, mediaType }: RawDocument): Format | null {
  if (startsWith(bytes, '%PDF-')) return 'pdf'
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const format = named(EXTENSIONS, extension) ?? named(MEDIA_TYPES, type) ?? null
  if (format === 'pdf' || format === 'docx') return format
  if (startsWith(bytes, 'PK\x03\x04') || looksBinary(bytes)) return null
  if (format) return format
  return /^\s*<(!doctype html|html)[\s>]/i.test(latin1(bytes, 256)) ? 'html' : null
}

/** A path may end in a name that every object has, such as `constructor`. */
function named(formats: Record<string, Format>, name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined
}

async function read(format: Format, { bytes, path, url, links }: RawDocument): Promise<Extracted> {
  switch (format) {
    case 'pdf':
      return (await import('./formats/pdf.ts')).extractPdf(bytes, path)
    case 'docx':
      return (await import('./formats/docx.ts')).extractDocx(bytes, path)
    case 'markdown': {
      const { extractMarkdown } = await import('./formats/markdown.ts')
      return extractMarkdown(decode(bytes), { path, url: url ?? null, links: links ?? {} })
    }
    case 'html': {
      const { declaredCharset, extractHtml } = await import('./formats/html.ts')
      const published = url ?? documentUrl(path, links ?? {})
      return extractHtml(decode(bytes, declaredCharset(bytes)), { path, url: published })
    }
    case 'csv':
      return (await import('./formats/csv.ts')).extractCsv(decode(bytes), path)
    case 'json':
      return (await import('./formats/json.ts')).extractJson(decode(bytes), path)
    case 'jsonl':
      return (await import('./formats/json.ts')).extractJsonLines(decode(bytes), path)
    case 'plain':
      return (await import('./formats/plain.ts')).extractPlain(decode(bytes), path)
    case 'rst':
      return (await import('./formats/plain.ts')).extractRst(decode(bytes), path)
    case 'asciidoc':
      return (await import('./formats/plain.ts')).extractAsciidoc(decode(bytes), path)
  }
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return latin1(bytes, magic.length) === magic
}

function latin1(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length))
}
