import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary folder, which is removed when the work ends or fails. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes synthetic documents into a folder, numbered from `from`, and returns its path. */
export function writeDocuments(
  folder: string,
  make: () => string,
  count: number,
  from = 0,
): string {
  const knowledge = join(folder, 'knowledge')
  for (let at = from; at < from + count; at += 1) {
    const file = join(knowledge, documentPath(at))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, make())
  }
  return knowledge
}

export function documentPath(at: number): string {
  return `part-${at % 20}/page-${at}.md`
}
