import type { ComponentChildren } from 'preact'
import type { Entry } from '../cache.ts'
import { refresh } from '../cache.ts'
import type { OperationName } from '../client.ts'
import { shownFailure } from '../failures.ts'
import { texts } from '../strings.ts'
import { Notice } from './Notice.tsx'

/**
 * A reply of the service once it is there: before, a skeleton; when it fails, the reason and a way
 * to try again; when it cannot be refreshed, a note above what is known. The note says so if it is
 * gone.
 */
export function Loaded<Value>({
  of: names,
  entry: { value, failure },
  children,
}: {
  of: OperationName | OperationName[]
  entry: Entry<Value>
  children: (value: Value) => ComponentChildren
}) {
  const known = value.value
  const failed = failure.value
  if (known === undefined && !failed) return <Skeleton />
  const isGone = failed?.code === 'not_found'
  return (
    <>
      {failed && (
        <Notice kind="problem">
          <p>{known === undefined || isGone ? shownFailure(failed) : texts.value.stale}</p>
          {!isGone && (
            <button class="button" type="button" onClick={() => [names].flat().forEach(refresh)}>
              {texts.value.retry}
            </button>
          )}
        </Notice>
      )}
      {known !== undefined && children(known)}
    </>
  )
}

/** Lines in the place of what is being loaded; visible only after a moment. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{texts.value.loading}</span>
      <i />
      <i />
      <i />
    </div>
  )
}
