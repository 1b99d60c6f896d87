import { firstCodePoints } from '../contract/text.ts'
import { DocumentError, type Extracted, type ReadingSettings, type Section } from './extracted.ts'
import { clean } from './formats/decode.ts'
import { formatOf, formats } from './formats.ts'
import { documentUrl, type LinkSettings } from './links.ts'

/** A document as its source holds it. */
export interface RawDocument {
  bytes: Uint8Array
  /** Relative to the source; gives the format by its extension, and a title of last resort. */
  path: string
  /** Used where the extension is unknown. */
  mediaType?: string | null | undefined
  /** Given with an upload; takes precedence over the document's own title. */
  title?: string | null | undefined
  url?: string | null | undefined
  links?: LinkSettings | undefined
  reading?: ReadingSettings | undefined
  /** Digests of texts that are left out (`textDigest`). */
  repeatedTexts?: number[] | undefined
}

/**
 * Reads a document of any supported format (docs/behaviour.md#formats). Throws `DocumentError`:
 * `unsupported_format`, `malformed`, `encrypted`, `limit_exceeded`, or `empty` when there is no
 * text in it.
 */
export async function extract(document: RawDocument): Promise<Extracted> {
  const format = formatOf(document)
  if (!format) throw new DocumentError('unsupported_format', UNSUPPORTED)
  const { bytes, path, url = null, mediaType = null, links = {} } = document
  const { reading = {}, repeatedTexts = [] } = document
  const input = { bytes, path, url, mediaType, links, reading, repeatedTexts }
  const extracted = await format.read(input)
  if (extracted.sections.every((section) => section.blocks.length === 0)) {
    throw new DocumentError('empty', 'No text could be found in it.')
  }
  const published = extracted.url ?? documentUrl(path, links)
  return {
    media_type: format.mediaTypes[0],
    sections: extracted.sections.map(cleaned),
    title: nameFrom(document.title || extracted.title),
    url: url ?? published,
    breadcrumbs: extracted.breadcrumbs?.map(nameFrom) ?? [],
    description: nameFrom(extracted.description ?? ''),
  }
}

const UNSUPPORTED = `Files of this kind cannot be read. The formats are ${formats.map(({ name }) => name).join(', ')}.`

/** Escapes of JSON, YAML and HTML can produce characters that `decode` removes. */
function cleaned(section: Section): Section {
  const blocks = section.blocks.map(({ text, title, admonition, ...block }) => ({
    ...block,
    text: clean(text),
    ...(title !== undefined && { title: nameFrom(title) }),
    ...(admonition !== undefined && { admonition: nameFrom(admonition) }),
  }))
  return { ...section, headings: section.headings.map(nameFrom), blocks }
}

/** Titles and headings are cut here, because every passage repeats them. */
const MAX_NAME_LENGTH = 500

function nameFrom(text: string): string {
  return firstCodePoints(clean(text.slice(0, 2 * MAX_NAME_LENGTH)), MAX_NAME_LENGTH)
}
