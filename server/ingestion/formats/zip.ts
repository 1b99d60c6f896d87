import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DocumentError } from '../extracted.ts'

const MAX_INFLATED_BYTES = 64 * 1024 * 1024

/**
 * The wanted files of an archive, by name. Bytes are counted while they inflate, whatever sizes the
 * archive declares. Throws `limit_exceeded` above 64 MiB, `encrypted`, `malformed`.
 */
export async function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  let room = MAX_INFLATED_BYTES
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const archive = await fromBufferPromise(buffer, { lazyEntries: true })
    for await (const entry of archive.eachEntry()) {
      if (!isWanted(entry.fileName)) continue
      if (entry.isEncrypted()) {
        throw new DocumentError('encrypted', 'The document is protected by a password.')
      }
      const file = await inflate(archive, entry, room)
      room -= file.length
      files[entry.fileName] = file
    }
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause
    throw new DocumentError('malformed', 'The file is not a readable archive.', { cause })
  }
  return files
}

async function inflate(archive: ZipFile, entry: Entry, room: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    length += chunk.length
    if (length > room) {
      throw new DocumentError('limit_exceeded', 'The document inflates to more than 64 MiB.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
