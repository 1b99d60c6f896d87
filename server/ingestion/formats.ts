import type { Content, ReadingSettings } from './extracted.ts'
import { decode, looksBinary } from './formats/decode.ts'
import { charsetOf } from './formats/html-charset.ts'
import { documentUrl, type LinkSettings } from './links.ts'

/** A document on its way to the reader of its format. */
export interface ReaderInput {
  bytes: Uint8Array
  /** Relative to the source. */
  path: string
  /** Its address, where its source gives one. */
  url: string | null
  mediaType: string | null
  links: LinkSettings
  reading: ReadingSettings
  /** Digests of texts that are left out. */
  repeatedTexts: number[]
}

export interface Format {
  /** As error messages and the documentation call it. */
  name: string
  /** Without the dot. */
  extensions: string[]
  /** The first is the one that documents of the format are given. */
  mediaTypes: [string, ...string[]]
  /** Its bytes are no text. */
  isBinary?: boolean
  /** Bytes with which every file of the format begins, and no other. */
  signature?: string
  /** Loads the reader when it is first needed. Throws `DocumentError`. */
  read(input: ReaderInput): Promise<Content>
}

/** The formats that can be read (docs/contributing.md#add-a-format). */
const table = {
  markdown: {
    name: 'Markdown',
    extensions: ['md', 'mdx', 'markdown', 'mdown', 'mkd'],
    mediaTypes: ['text/markdown', 'text/x-markdown'],
    async read({ bytes, path, url, links }) {
      const { extractMarkdown } = await import('./formats/markdown.ts')
      return extractMarkdown(decode(bytes), { path, url, links })
    },
  },
  html: {
    name: 'HTML',
    extensions: ['html', 'htm', 'xhtml'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    async read({ bytes, path, url, mediaType, links, reading, repeatedTexts }) {
      const { extractHtml } = await import('./formats/html.ts')
      const published = url ?? documentUrl(path, links)
      const html = decode(bytes, charsetOf(bytes, mediaType))
      return extractHtml(html, { path, url: published, reading, repeatedTexts })
    },
  },
  plain: {
    name: 'Plain text',
    extensions: ['txt', 'text', 'log'],
    mediaTypes: ['text/plain'],
    read: textReader(async () => (await import('./formats/plain.ts')).extractPlain),
  },
  pdf: {
    name: 'PDF',
    extensions: ['pdf'],
    mediaTypes: ['application/pdf'],
    isBinary: true,
    signature: '%PDF-',
    read: binaryReader(async () => (await import('./formats/pdf/pdf.ts')).extractPdf),
  },
  docx: {
    name: 'DOCX',
    extensions: ['docx'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    isBinary: true,
    read: binaryReader(async () => (await import('./formats/docx.ts')).extractDocx),
  },
  pptx: {
    name: 'PPTX',
    extensions: ['pptx', 'pptm', 'ppsx'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    isBinary: true,
    read: binaryReader(async () => (await import('./formats/pptx.ts')).extractPptx),
  },
  xlsx: {
    name: 'XLSX',
    extensions: ['xlsx', 'xlsm'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    isBinary: true,
    read: binaryReader(async () => (await import('./formats/xlsx.ts')).extractXlsx),
  },
  odt: {
    name: 'ODT',
    extensions: ['odt'],
    mediaTypes: ['application/vnd.oasis.opendocument.text'],
    isBinary: true,
    read: binaryReader(async () => (await import('./formats/odt.ts')).extractOdt),
  },
  epub: {
    name: 'EPUB',
    extensions: ['epub'],
    mediaTypes: ['application/epub+zip'],
    isBinary: true,
    read: binaryReader(async () => (await import('./formats/epub.ts')).extractEpub),
  },
  csv: {
    name: 'CSV',
    extensions: ['csv', 'tsv'],
    mediaTypes: ['text/csv', 'text/tab-separated-values'],
    read: textReader(async () => (await import('./formats/csv.ts')).extractCsv),
  },
  json: {
    name: 'JSON',
    extensions: ['json'],
    mediaTypes: ['application/json'],
    read: textReader(async () => (await import('./formats/json.ts')).extractJson),
  },
  jsonLines: {
    name: 'JSON Lines',
    extensions: ['jsonl', 'ndjson'],
    mediaTypes: ['application/x-ndjson', 'application/jsonl'],
    read: textReader(async () => (await import('./formats/json.ts')).extractJsonLines),
  },
  rst: {
    name: 'reStructuredText',
    extensions: ['rst', 'rest'],
    mediaTypes: ['text/x-rst'],
    read: textReader(async () => (await import('./formats/plain.ts')).extractRst),
  },
  asciidoc: {
    name: 'AsciiDoc',
    extensions: ['adoc', 'asciidoc', 'asc'],
    mediaTypes: ['text/asciidoc'],
    read: textReader(async () => (await import('./formats/asciidoc.ts')).extractAsciidoc),
  },
  notebook: {
    name: 'Jupyter notebook',
    extensions: ['ipynb'],
    mediaTypes: ['application/x-ipynb+json'],
    read: textReader(async () => (await import('./formats/notebook.ts')).extractNotebook),
  },
  srt: {
    name: 'SRT',
    extensions: ['srt'],
    mediaTypes: ['application/x-subrip'],
    read: textReader(async () => (await import('./formats/subtitles.ts')).extractSubtitles),
  },
  vtt: {
    name: 'WebVTT',
    extensions: ['vtt'],
    mediaTypes: ['text/vtt'],
    read: textReader(async () => (await import('./formats/subtitles.ts')).extractSubtitles),
  },
  openapi: {
    name: 'OpenAPI',
    extensions: [],
    mediaTypes: ['application/vnd.oai.openapi'],
    read: textReader(async () => (await import('./formats/openapi/openapi.ts')).extractOpenapi),
  },
} satisfies Record<string, Format>

export const formats: Format[] = Object.values(table)

type TextReader = (text: string, path: string) => Content | Promise<Content>

function textReader(load: () => Promise<TextReader>): Format['read'] {
  return async ({ bytes, path }) => (await load())(decode(bytes), path)
}

type BinaryReader = (bytes: Uint8Array, path: string) => Promise<Content>

function binaryReader(load: () => Promise<BinaryReader>): Format['read'] {
  return async ({ bytes, path }) => (await load())(bytes, path)
}

const byExtension = new Map(
  formats.flatMap((format) => format.extensions.map((extension) => [extension, format])),
)
const byMediaType = new Map(
  formats.flatMap((format) => format.mediaTypes.map((type) => [type, format])),
)

/**
 * The format of a document, or null when it cannot be read. The bytes decide where they are
 * unmistakable, then the extension, then the media type.
 */
export function formatOf({
  bytes,
  path,
  mediaType,
}: {
  bytes: Uint8Array
  path: string
  mediaType?: string | null | undefined
}): Format | null {
  const signed = formats.find(({ signature }) => signature && startsWith(bytes, signature))
  if (signed) return signed
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const format = byExtension.get(extensionOf(path)) ?? byMediaType.get(type) ?? null
  if (format?.isBinary) return format
  if (startsWith(bytes, 'PK\x03\x04') || looksBinary(bytes)) return null
  // Websites answer with a page under any name.
  return /^\s*<(!doctype html|html)[\s>]/i.test(latin1(bytes, 256)) ? table.html : format
}

/** The media type of files with this extension; undefined for one that no format has. */
export function mediaTypeOf(path: string): string | undefined {
  return byExtension.get(extensionOf(path))?.mediaTypes[0]
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return latin1(bytes, magic.length) === magic
}

function latin1(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length))
}
