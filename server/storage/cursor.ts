import { hash } from 'node:crypto'
import { ServiceError } from '../contract/errors.ts'

/** The columns that a list is ordered by, each with a value that precedes every row. */
export type Start = Record<string, string | number>

/** Contains a hash by which damaged cursors and those of other lists are refused. */
export function writeCursor(list: unknown[], key: unknown[]): string {
  const tag = hash('sha256', JSON.stringify([list, key]), 'base64url').slice(0, 11)
  return Buffer.from(JSON.stringify([tag, ...key])).toString('base64url')
}

/**
 * The key in a cursor of `list`, whose columns `start` names. Throws `validation_error` for any
 * other.
 */
export function readCursor<Key extends Start>(cursor: string, list: unknown[], start: Key): Key {
  const [, ...key] = parseArray(Buffer.from(cursor, 'base64url').toString())
  const columns = Object.keys(start)
  const fits =
    cursor === writeCursor(list, key) &&
    key.length === columns.length &&
    columns.every((column, index) => typeof key[index] === typeof start[column])
  if (!fits) {
    throw new ServiceError('validation_error', 'cursor must be one that this list returned.')
  }
  return Object.fromEntries(columns.map((column, index) => [column, key[index]])) as Key
}

function parseArray(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
