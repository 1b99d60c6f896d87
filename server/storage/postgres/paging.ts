import type { Page } from '../../contract/operation.ts'
import type { Start } from '../cursor.ts'
import { type ListOf, pageOf, rangeOf } from '../paging.ts'
import type { Paging } from '../ports/paging.ts'

/** One page of a list; `select` reads the rows of a range. */
export async function readPage<Key extends Start, Row extends Key, Item>(
  paging: Paging,
  list: ListOf<Key>,
  select: (range: Key & { rows: number }) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  return pageOf(paging, list, await select(rangeOf(paging, list)), toItem)
}
