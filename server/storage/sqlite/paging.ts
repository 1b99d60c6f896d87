import type { Page } from '../../contract/operation.ts'
import { readCursor, type Start, writeCursor } from '../cursor.ts'
import type { Paging } from '../ports/paging.ts'

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
