import { hash } from 'node:crypto'
import { ServiceError } from '../../contract/errors.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from '../store.ts'

/** Columns that a list is ordered by, with the value that stands before every row. */
export type Start = Record<string, string | number>

/** Before the first row of a list that runs newest first by (created_at, id): sorts after every time. */
export const NEWEST = { created_at: '~', id: '~' }

/**
 * One page of a list by the key of the last row seen (completions 2), which stays right when rows are
 * deleted meanwhile. `list` names the list with everything that filters it, so that a cursor of another
 * list is refused; `start` names the key columns, which each row must carry. `select` gets the key to
 * go on from and reads `rows` rows.
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

/** The hash tells a cursor of another list, or one that was damaged, from its own (completions 2). */
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
