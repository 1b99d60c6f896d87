import type { Page } from '../../contract/operation.ts'
import type { Start } from '../cursor.ts'
import { type ListOf, pageOf, rangeOf } from '../paging.ts'
import type { Paging } from '../ports/paging.ts'
import type { Step } from './step.ts'

/** One page of a list; `select` reads the rows of a range. */
export function* readPage<Key extends Start, Row extends Key, Item>(
  paging: Paging,
  list: ListOf<Key>,
  select: (range: Key & { rows: number }) => Step<Row[]>,
  toItem: (row: Row) => Item,
): Step<Page<Item>> {
  return pageOf(paging, list, yield* select(rangeOf(paging, list)), toItem)
}
