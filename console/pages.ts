import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Entry, read, show } from './cache.ts'
import type { Input, OperationName, ReplyOf } from './client.ts'

interface Page<Item> {
  data: Item[]
  next_cursor: string | null
}

/** What a list consists of; never for an operation that is no list. */
type ItemOf<Name extends OperationName> = ReplyOf<Name> extends Page<infer Item> ? Item : never

/** What a list is asked for with. */
interface Asked {
  query?: object
}

/** A list as far as it was asked for. */
export interface Listed<Item> {
  /** Its first page, or the one that could not be loaded. */
  entry: Entry<unknown>
  items: Item[]
  /** Whether more is being loaded; `items` are those from before. */
  isLoading: boolean
  /** Asks for the next page; null at the end. */
  more: (() => void) | null
}

/**
 * The pages of a list, one after the other. While those of another input are loaded, the items of
 * the one before stay.
 */
export function usePages<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Listed<ItemOf<Name>> {
  const key = JSON.stringify(input)
  const asked = useSignal({ key, count: 1 })
  const count = asked.value.key === key ? asked.value.count : 1
  const pages = readPages<ItemOf<Name>>(name, input as Asked, count)
  const isLoading = pages.some(({ value, failure }) => !value.value && !failure.value)
  const items = useRef<ItemOf<Name>[]>([])
  if (!isLoading) items.current = pages.flatMap(({ value }) => value.value?.data ?? [])
  useShown(pages)
  const cursor = pages.at(-1)?.value.value?.next_cursor ?? null
  return {
    entry: (pages.find(({ failure }) => failure.value) ?? pages[0]) as Entry<unknown>,
    items: items.current,
    isLoading,
    more:
      cursor === null
        ? null
        : () => {
            asked.value = { key, count: pages.length + 1 }
          },
  }
}

/** The pages that are known, up to a number, and the one that is being loaded. */
function readPages<Item>(name: OperationName, input: Asked, count: number) {
  const pages: Entry<Page<Item>>[] = []
  let query = input.query ?? {}
  for (;;) {
    const next: unknown = { ...input, query }
    const page: Entry<unknown> = read(name, next as Input<OperationName>)
    pages.push(page as Entry<Page<Item>>)
    const cursor = pages.at(-1)?.value.value?.next_cursor
    if (pages.length >= count || !cursor) return pages
    query = { ...input.query, cursor }
  }
}

/** Keeps the pages up to date; one that is added does not load the others again. */
function useShown(pages: Entry<unknown>[]): void {
  const shown = useRef(new Map<Entry<unknown>, () => void>())
  useLayoutEffect(() => {
    for (const page of pages) if (!shown.current.has(page)) shown.current.set(page, show(page))
    for (const [page, hide] of shown.current) {
      if (pages.includes(page)) continue
      hide()
      shown.current.delete(page)
    }
  })
  useLayoutEffect(() => () => shown.current.forEach((hide) => hide()), [])
}
