import { createGathered } from '../../gathered-changes.ts'
import type { StoredChange } from '../../ports/changes.ts'

const GATHER_MS = 250

/** The changes that the steps of this connection tell of. */
export function createChanges() {
  const gathered = createGathered()
  let hear: ((changes: StoredChange[]) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    timer = undefined
    hear?.(gathered.take())
  }

  return {
    tell(change: StoredChange): void {
      if (!hear) return
      gathered.add(change)
      // Passed on later, when the transaction has ended.
      timer ??= setTimeout(pass, GATHER_MS).unref()
    },

    /** Calls the listener with what is stored from now on. Returns a function that ends it. */
    watch(listener: (changes: StoredChange[]) => void): () => void {
      hear = listener
      return () => {
        hear = undefined
        clearTimeout(timer)
      }
    },
  }
}
