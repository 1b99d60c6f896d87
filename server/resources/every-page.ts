import type { Page } from '../contract/operation.ts'
import type { Paging } from '../storage/ports/paging.ts'

/** All items of a paginated list. */
export async function everyPage<Item>(
  list: (paging: Paging) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await list({ limit: 100, ...(cursor && { cursor }) })
    all.push(...page.data)
    cursor = page.next_cursor
  } while (cursor)
  return all
}
