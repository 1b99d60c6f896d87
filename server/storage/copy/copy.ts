import { createHash } from 'node:crypto'
import type { UploadFiles } from '../ports/files.ts'
import type { Columns, CopiedRow, CopyEnd, TableReader, TableWriter } from './ends.ts'
import { COPIED } from './tables.ts'

/** What was copied of a table, and found again. */
export interface CopiedTable {
  table: string
  rows: number
  checksum: string
}

export interface Progress {
  files(count: number): void
  table(copied: CopiedTable): void
}

/** The data at the target is not what was read; nothing is stored. */
export class CopyFault extends Error {
  override name = 'CopyFault'
}

/**
 * Copies all data of an installation into an empty one, whole or not at all, a batch of rows at a
 * time. Each table is read again, compared and told. Throws `CopyFault` where it differs.
 */
export async function copyAll(from: CopyEnd, to: CopyEnd, tell: Progress): Promise<void> {
  const columns = (await from.columns()) ?? (await to.columns()) ?? new Map()
  const numbers = await from.lastNumbers()
  await from.read(async (reader) => {
    tell.files(from.files && to.files ? await copyFiles(reader, from.files, to.files) : 0)
    await to.write(numbers, async (writer) => {
      for (const table of COPIED) tell.table(await copyTable(table, columns, reader, writer))
    })
  })
}

async function copyTable(
  table: string,
  columns: Columns,
  reader: TableReader,
  writer: TableWriter,
): Promise<CopiedTable> {
  const known = columns.get(table) ?? []
  const read = createSum(known)
  for await (const rows of reader.rows(table, known)) {
    for (const row of rows) read.add(writer.stored(table, row))
    await writer.insert(table, rows)
  }
  const written = createSum(known)
  for await (const rows of writer.rows(table, known)) for (const row of rows) written.add(row)
  const [expected, found] = [read.sum(), written.sum()]
  if (expected.rows !== found.rows || expected.checksum !== found.checksum) {
    const what = `${expected.rows} rows (${expected.checksum})`
    throw new CopyFault(
      `Of the table ${table}, ${what} were read, and ${found.rows} (${found.checksum}) found at the target, which stays empty.`,
    )
  }
  return { table, ...expected }
}

/** Sums up rows in any order. */
function createSum(columns: string[]) {
  let rows = 0
  let sum = 0n
  return {
    add(row: CopiedRow): void {
      const hash = createHash('sha256')
      for (const column of columns) {
        const value = row[column] ?? null
        hash.update(Buffer.isBuffer(value) ? value : JSON.stringify(value)).update('\0')
      }
      rows += 1
      sum = BigInt.asUintN(64, sum + hash.digest().readBigUInt64BE())
    },
    sum: () => ({ rows, checksum: sum.toString(16).padStart(16, '0') }),
  }
}

/** Copies the bytes of uploads. */
async function copyFiles(reader: TableReader, from: UploadFiles, to: UploadFiles): Promise<number> {
  const hashes = new Set<string>()
  for await (const rows of reader.rows('uploads', ['content_hash'])) {
    for (const { content_hash } of rows) hashes.add(String(content_hash))
  }
  for (const hash of hashes) {
    const bytes = await from.read(hash)
    const saved = await to.save(bytes, { maxBytes: bytes.length })
    if (saved.content_hash === hash) continue
    throw new CopyFault(`The file ${from.nameOf(hash)} is damaged.`)
  }
  return hashes.size
}
