import { createHash, hash } from 'node:crypto'
import type { ReadingSettings } from './extracted.ts'

/**
 * To be raised when extraction makes other passages of the same bytes than before; every document
 * is then ingested again at its next sync.
 */
const EXTRACTION_VERSION = 7

/** Settings that shape a document's passages besides its bytes. */
export interface Shape {
  title?: string | null | undefined
  url?: string | null | undefined
  base_url?: string | undefined
  permalinks?: Record<string, string> | undefined
  reading?: ReadingSettings | undefined
}

/**
 * A document with the same content hash is unchanged: SHA-256 of its bytes, the version of
 * extraction and the settings that shape its passages.
 */
export function contentHash(bytes: Uint8Array, shape: Shape, version = EXTRACTION_VERSION): string {
  const given = givenOf(shape)
  return createHash('sha256')
    .update(bytes)
    .update(`\0${JSON.stringify([version, Object.fromEntries(given)])}`)
    .digest('hex')
}

/**
 * A document with the same mark is unchanged and need not be read: the source's version of it,
 * after a digest of the settings that shape its passages.
 */
export function versionMark(version: string, shape: Shape): string {
  const given = givenOf(shape)
  if (given.length === 0) return `${EXTRACTION_VERSION} ${version}`
  const settings = JSON.stringify([EXTRACTION_VERSION, Object.fromEntries(given)])
  return `${hash('sha256', settings, 'hex')} ${version}`
}

/** The source's version in a mark. */
export function markedVersion(mark: string): string {
  return mark.slice(mark.indexOf(' ') + 1)
}

function givenOf(shape: Shape): [string, unknown][] {
  return Object.entries(shape).filter(([, value]) => value !== null && value !== undefined)
}

/** The version of a source that is a set of files, from their content hashes by path. */
export function setHash(hashes: ReadonlyMap<string, string>): string {
  const lines = Array.from(hashes, ([path, content_hash]) => `${content_hash}  ${path}\n`).sort()
  return hash('sha256', lines.join(''), 'hex')
}
