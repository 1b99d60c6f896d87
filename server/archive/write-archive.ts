import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { ARCHIVE_FORMAT, archiveParts, type Manifest } from '../contract/archive.ts'
import type { Snapshot } from '../storage/ports/archive.ts'

/** A part is cut into entries of about so much, since a tar says the size of an entry first. */
const ENTRY_BYTES = 512 * 1024
/** Rows between which other work has its turn. */
const ROWS_AT_ONCE = 5

export interface ArchiveSource {
  snapshot: Snapshot
  /** The bytes of an uploaded file. */
  readFile(content_hash: string): Promise<Buffer>
  about: Pick<Manifest, 'version' | 'exported_at' | 'organization'>
}

/**
 * The `.tar.gz` of an organization (docs/behaviour.md#export-and-import), made as it is read. The
 * manifest is its last entry. The snapshot is closed at the end, or when the stream is destroyed.
 */
export function writeArchive(source: ArchiveSource): Readable {
  const packed = pack()
  const gzip = createGzip()
  const written = write(packed, source).then(
    () => packed.finalize(),
    (error: Error) => gzip.destroy(error),
  )
  // What reads the stream sees its fault.
  void Promise.allSettled([pipeline(packed, gzip), written]).then(() => source.snapshot.close())
  return gzip
}

async function write(packed: Pack, { snapshot, readFile, about }: ArchiveSource): Promise<void> {
  const parts: Manifest['parts'] = []
  const counts: Manifest['counts'] = {}

  async function add(name: string, bytes: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    parts.push({ name, bytes: bytes.length, sha256 })
    await addEntry(packed, name, bytes)
  }

  for (const part of archiveParts) {
    let entries = 0
    let rows = 0
    for await (const lines of entriesOf(snapshot.rows(part), packed)) {
      entries += 1
      rows += lines.length
      await add(`${part}.${String(entries).padStart(6, '0')}.jsonl`, Buffer.from(lines.join('')))
    }
    counts[part] = rows
  }
  const files = await snapshot.files()
  for (const { content_hash } of files) {
    await add(`files/${content_hash}`, await readFile(content_hash))
  }
  counts['files'] = files.length
  const manifest: Manifest = { format: ARCHIVE_FORMAT, ...about, counts, parts }
  await addEntry(packed, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
}

/** The lines of each entry of a part. */
async function* entriesOf(rows: AsyncIterable<string>, packed: Pack): AsyncGenerator<string[]> {
  let lines: string[] = []
  let chars = 0
  let read = 0
  for await (const row of rows) {
    lines.push(`${row}\n`)
    chars += row.length
    read += 1
    if (read % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    if (packed.destroyed) throw new Error('Nobody reads the export.')
    if (chars < ENTRY_BYTES) continue
    yield lines
    lines = []
    chars = 0
  }
  if (lines.length > 0) yield lines
}

/** Resolves when the reader has taken the entry. */
async function addEntry(packed: Pack, name: string, bytes: Buffer): Promise<void> {
  const entry = packed.entry({ name, size: bytes.length })
  await pipeline(Readable.from([bytes]), entry)
}
