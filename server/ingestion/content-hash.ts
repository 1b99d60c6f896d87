import { createHash, hash } from 'node:crypto'
import type { ReadingSettings } from './extracted.ts'

/**
 * To be raised when other passages are made of the same bytes than before. It is stored with each
 * document: one of an earlier version is read again at its next sync, and an upload by itself
 * (docs/behaviour.md#documents).
 */
export const READING_VERSION = 11

/** Whether an earlier version has read a document, which is then to be read again. */
export function isOutdated({ reading }: { reading: number }): boolean {
  return reading < READING_VERSION
}

/** Settings that shape a document's passages besides its bytes. */
export interface Shape {
  title?: string | null | undefined
  url?: string | null | undefined
  base_url?: string | undefined
  permalinks?: Record<string, string> | undefined
  reading?: ReadingSettings | undefined
}

/**
 * A document with the same content hash is unchanged: SHA-256 of its bytes and the settings that
 * shape its passages.
 */
export function contentHash(bytes: Uint8Array, shape: Shape): string {
  return createHash('sha256')
    .update(bytes)
    .update(`\0${settingsOf(shape)}`)
    .digest('hex')
}

/** Part of every hash and mark, which are to stay as they are stored. */
const FORMULA = 7

/**
 * A document with the same mark is unchanged and need not be read: the source's version of it,
 * after a digest of the settings that shape its passages.
 */
export function versionMark(version: string, shape: Shape): string {
  const settings = settingsOf(shape)
  return `${settings === NO_SETTINGS ? FORMULA : hash('sha256', settings, 'hex')} ${version}`
}

/** The source's version in a mark. */
export function markedVersion(mark: string): string {
  return mark.slice(mark.indexOf(' ') + 1)
}

function settingsOf(shape: Shape): string {
  const given = Object.entries(shape).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify([FORMULA, Object.fromEntries(given)])
}

const NO_SETTINGS = `[${FORMULA},{}]`

/** The version of a source that is a set of files, from their content hashes by path. */
export function setHash(hashes: ReadonlyMap<string, string>): string {
  const lines = Array.from(hashes, ([path, content_hash]) => `${content_hash}  ${path}\n`).sort()
  return hash('sha256', lines.join(''), 'hex')
}
