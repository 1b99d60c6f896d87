import { extract, type RawDocument } from '../../server/ingestion/extract.ts'

/** Reads a document as a source gives it: text, or bytes. */
export function read(path: string, content: string | Uint8Array, more: Partial<RawDocument> = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return extract({ path, bytes, ...more })
}

/** All of a document's text, block by block. */
export async function blocks(...document: Parameters<typeof read>): Promise<string[]> {
  const { sections } = await read(...document)
  return sections.flatMap((section) => section.blocks.map((block) => block.text))
}

/** Its blocks with their kinds. */
export async function kinds(...document: Parameters<typeof read>) {
  const { sections } = await read(...document)
  return sections.flatMap((section) => section.blocks.map(({ kind, text }) => [kind, text]))
}

/** Its headings with the fragments of their addresses. */
export async function outline(...document: Parameters<typeof read>) {
  const { sections } = await read(...document)
  return sections.map(({ headings, fragment }) => [headings.join('/'), fragment])
}
