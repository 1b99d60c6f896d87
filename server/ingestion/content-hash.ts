import { createHash, hash } from 'node:crypto'

/**
 * Raised when the same bytes come to other passages than before; every document is then ingested
 * again at its next sync.
 */
const EXTRACTION_VERSION = 1

/** What shapes a document's passages besides its bytes. */
export interface Shape {
  title?: string | null | undefined
  url?: string | null | undefined
  base_url?: string | undefined
  permalinks?: Record<string, string> | undefined
}

/**
 * By this a document counts as unchanged: the SHA-256 of its bytes, as `sha256sum` gives it, or of the
 * bytes and what else shapes its passages where something does.
 */
export function contentHash(bytes: Uint8Array, shape: Shape, version = EXTRACTION_VERSION): string {
  const given = Object.entries(shape).filter(([, value]) => value !== null && value !== undefined)
  if (given.length === 0 && version === 1) return hash('sha256', bytes, 'hex')
  return createHash('sha256')
    .update(bytes)
    .update(`\0${JSON.stringify([version, Object.fromEntries(given)])}`)
    .digest('hex')
}

/** A version of a source that is a set of files: the same whenever paths and contents are. */
export function setHash(files: { path: string; content_hash: string }[]): string {
  const lines = files.map(({ path, content_hash }) => `${content_hash}  ${path}\n`).sort()
  return hash('sha256', lines.join(''), 'hex')
}
