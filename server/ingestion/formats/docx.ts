import { zipSync } from 'fflate'
import { type Content, DocumentError } from '../extracted.ts'
import { extractHtml } from './html.ts'
import { nameColumns } from './html-tables.ts'
import { openOffice } from './office.ts'

/**
 * Word documents, converted to HTML. The paragraph of the style Title, or else the first heading,
 * names the document. Only the parts with text are inflated, and a new archive of them is
 * converted. Throws `limit_exceeded` for an archive that inflates to more than 64 MiB, `encrypted`,
 * `malformed`.
 */
export async function extractDocx(bytes: Uint8Array, path: string): Promise<Content> {
  const parts = await openOffice(bytes, { main: 'word/document.xml', kind: 'a Word document' })
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      { externalFileAccess: false, styleMap: [`p[style-name='Title'] => h1.${TITLE}:fresh`] },
    )
    return extractHtml(value, { path, titleAt: `.${TITLE}`, prepare: nameColumns })
  } catch (cause) {
    throw new DocumentError('malformed', 'The file is not a readable Word document.', { cause })
  }
}

const TITLE = 'document-title'
