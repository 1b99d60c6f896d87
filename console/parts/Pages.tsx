import type { ComponentChildren } from 'preact'
import type { OperationName } from '../client.ts'
import type { Listed } from '../pages.ts'
import { texts } from '../strings.ts'
import { Loaded, Skeleton } from './Loaded.tsx'

/** A list as far as it was asked for, and a button for the rest. */
export function Pages<Item>({
  of: name,
  listed: { entry, items, isLoading, more },
  empty,
  children,
}: {
  of: OperationName
  listed: Listed<Item>
  /** What is shown in place of no items. */
  empty: ComponentChildren
  children: (items: Item[]) => ComponentChildren
}) {
  if (items.length === 0 && isLoading) return <Skeleton />
  return (
    <div class="pages" aria-busy={isLoading}>
      {(entry.failure.value || !isLoading) && (
        <Loaded of={name} entry={entry}>
          {() => items.length === 0 && empty}
        </Loaded>
      )}
      {items.length > 0 && children(items)}
      {more && (
        <button class="button" type="button" onClick={more}>
          {texts.value.more}
        </button>
      )}
    </div>
  )
}
