/** A file in an archive, which is inflated when it is opened. */
export interface ZippedFile {
  path: string
  /** Once it is inflated. */
  bytes: number
  open: () => Promise<Blob>
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const ENCRYPTED = 1

/**
 * The files of a zip archive, by its directory at the end (APPNOTE.TXT 6.3.10, section 4.3). Throws
 * for what is none, and for one of more than 4 GB or 65,534 files.
 */
export async function filesInZip(archive: Blob): Promise<ZippedFile[]> {
  const tail = await viewOf(archive.slice(-(END_BYTES + MAX_COMMENT_BYTES)))
  const at = endIn(tail)
  const count = tail.getUint16(at + 10, true)
  const size = tail.getUint32(at + 12, true)
  const start = tail.getUint32(at + 16, true)
  if (count === 0xffff || start === 0xffffffff) throw new Error('The archive is too large.')
  const directory = await viewOf(archive.slice(start, start + size))
  const files: ZippedFile[] = []
  for (let entry = 0, from = 0; entry < count; entry += 1) {
    if (directory.getUint32(from, true) !== ENTRY) throw new Error('The archive is damaged.')
    const [name, extra, comment] = [28, 30, 32].map((field) =>
      directory.getUint16(from + field, true),
    ) as [number, number, number]
    const path = textIn(directory, from + 46, name)
    if (!path.endsWith('/')) files.push(fileAt(archive, directory, from, path))
    from += 46 + name + extra + comment
  }
  return files
}

function endIn(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) === END) return at
  }
  throw new Error('This is no zip archive.')
}

function fileAt(archive: Blob, directory: DataView, from: number, path: string): ZippedFile {
  const isEncrypted = (directory.getUint16(from + 8, true) & ENCRYPTED) !== 0
  const method = directory.getUint16(from + 10, true)
  const packed = directory.getUint32(from + 20, true)
  const bytes = directory.getUint32(from + 24, true)
  const local = directory.getUint32(from + 42, true)
  return {
    path,
    bytes,
    async open() {
      const head = await viewOf(archive.slice(local, local + 30))
      if (isEncrypted || head.getUint32(0, true) !== LOCAL) throw new Error('It cannot be opened.')
      const start = local + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const content = archive.slice(start, start + packed)
      if (method === 0) return content
      if (method !== 8) throw new Error('It is packed in an unknown way.')
      const inflated = content.stream().pipeThrough(new DecompressionStream('deflate-raw'))
      return new Response(inflated).blob()
    },
  }
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer())
}

function textIn(view: DataView, from: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + from, length))
}
