import { zipSync } from 'fflate'
import { type Content, DocumentError } from '../extracted.ts'
import { extractHtml } from './html.ts'
import { unzip } from './zip.ts'

/**
 * Word documents, converted to HTML. Only the parts with text are inflated, and a new archive of
 * them is converted. Throws `limit_exceeded` for an archive that inflates to more than 64 MiB,
 * `encrypted`, `malformed`.
 */
export async function extractDocx(bytes: Uint8Array, path: string): Promise<Content> {
  if (isOle(bytes)) throw new DocumentError('encrypted', 'The document is protected by a password.')
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  if (!parts['word/document.xml'])
    throw new DocumentError('malformed', 'The file is not a Word document.')
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      { externalFileAccess: false },
    )
    return extractHtml(value, { path })
  } catch (cause) {
    throw new DocumentError('malformed', 'The file is not a readable Word document.', { cause })
  }
}

/** Office puts encrypted documents into the old OLE container. */
function isOle(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}
