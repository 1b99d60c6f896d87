import type { Page } from '../contract/operation.ts'
import { readCursor, type Start, writeCursor } from './cursor.ts'
import type { Paging } from './ports/paging.ts'

/** The start of a list ordered newest first by (created_at, id): sorts after every time. */
export const NEWEST = { created_at: '~', id: '~' }

/**
 * Names a list with all of its filters, so that a cursor of another list is refused. `start` names
 * the key columns, which each row must have.
 */
export interface ListOf<Key extends Start> {
  list: unknown[]
  start: Key
}

/**
 * What to read of a list by keyset pagination (docs/behaviour.md#lists): `rows` rows after the key
 * of the last one seen, so that it stays correct when rows are deleted meanwhile.
 */
export function rangeOf<Key extends Start>(
  { cursor, limit }: Paging,
  { list, start }: ListOf<Key>,
): Key & { rows: number } {
  const from = cursor === undefined ? start : readCursor(cursor, list, start)
  return { ...from, rows: limit + 1 }
}

/** The page that the rows of such a range make. */
export function pageOf<Key extends Start, Row extends Key, Item>(
  { limit }: Paging,
  { list, start }: ListOf<Key>,
  rows: Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > shown.length
  return {
    data: shown.map(toItem),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeCursor(list, keyOf(start, last)) : null,
  }
}

/**
 * Where a list with the newest first goes on when it shows nothing from `until` on: a statement
 * looks up one end of a range only.
 */
export function startingBefore<Column extends string, Range extends Record<Column | 'id', string>>(
  range: Range,
  column: Column,
  until: string,
): Range {
  return range[column] < until ? range : { ...range, [column]: until, id: '' }
}

function keyOf(start: Start, row: Start): unknown[] {
  return Object.keys(start).map((column) => row[column])
}
