import { unzipSync, zipSync } from 'fflate'
import { DocumentError, type Extracted } from '../extracted.ts'
import { extractHtml } from './html.ts'

const MAX_INFLATED_BYTES = 200 * 1024 * 1024
const MAX_RATIO = 200
/** A small file may well be half a kilobyte of zeros. */
const RATIO_FROM_BYTES = 1024 * 1024

/**
 * Word documents, by way of HTML. Only the parts that hold text are inflated, never past the size the
 * archive's directory declares for them, and what is handed on is a fresh archive of them. Throws
 * `limit_exceeded` for an archive that would inflate to more than 200 MiB or 200-fold, `encrypted`,
 * `malformed`.
 */
export async function extractDocx(bytes: Uint8Array, path: string): Promise<Extracted> {
  if (isOle(bytes)) throw new DocumentError('encrypted', 'The document is protected by a password.')
  const parts = unzipText(bytes)
  if (!parts['word/document.xml'])
    throw new DocumentError('malformed', 'The file is not a Word document.')
  const { default: mammoth } = await import('mammoth')
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      { externalFileAccess: false },
    )
    return { ...extractHtml(value, { path }), media_type: DOCX }
  } catch (cause) {
    throw new DocumentError('malformed', 'The file is not a readable Word document.', { cause })
  }
}

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Office wraps what it encrypts in the old OLE container. */
function isOle(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

function unzipText(bytes: Uint8Array): Record<string, Uint8Array> {
  let declared = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false
        declared += originalSize
        if (declared > MAX_INFLATED_BYTES || isBomb(declared, bytes.length)) {
          throw new DocumentError(
            'limit_exceeded',
            'The document inflates to more than 200 MiB or 200 times its size.',
          )
        }
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause
    throw new DocumentError('malformed', 'The file is not a readable archive.', { cause })
  }
}

function isBomb(inflated: number, packed: number): boolean {
  return inflated > RATIO_FROM_BYTES && inflated > packed * MAX_RATIO
}
