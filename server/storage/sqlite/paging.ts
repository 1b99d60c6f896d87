import { hash } from 'node:crypto'
import { ServiceError } from '../../contract/errors.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from '../ports/paging.ts'

/** The columns that a list is ordered by, each with a value that precedes every row. */
export type Start = Record<string, string | number>

/** The start of a list ordered newest first by (created_at, id): sorts after every time. */
export const NEWEST = { created_at: '~', id: '~' }

/**
 * One page of a list by keyset pagination (docs/behaviour.md#lists): it continues after the key of
 * the last row seen, and stays correct when rows are deleted meanwhile. `list` identifies the list
 * with all of its filters, so that a cursor of another list is refused. `start` names the key
 * columns, which each row must have. `select` gets the key to continue after and reads `rows` rows.
 */
export function readPage<Key extends Start, Row extends Key, Item>(
  paging: Paging,
  { list, start }: { list: unknown[]; start: Key },
  select: (range: Key & { rows: number }) => Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const from = paging.cursor === undefined ? start : readCursor(paging.cursor, list, start)
  const rows = select({ ...from, rows: paging.limit + 1 })
  const shown = rows.slice(0, paging.limit)
  const last = shown.at(-1)
  const hasMore = rows.length > shown.length
  return {
    data: shown.map(toItem),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeCursor(list, keyOf(start, last)) : null,
  }
}

function keyOf(start: Start, row: Start): unknown[] {
  return Object.keys(start).map((column) => row[column])
}

/** Contains a hash by which damaged cursors and those of other lists are refused. */
function writeCursor(list: unknown[], key: unknown[]): string {
  const tag = hash('sha256', JSON.stringify([list, key]), 'base64url').slice(0, 11)
  return Buffer.from(JSON.stringify([tag, ...key])).toString('base64url')
}

function readCursor<Key extends Start>(cursor: string, list: unknown[], start: Key): Key {
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
