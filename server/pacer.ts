/** How long a task may keep its thread. */
const SLICE_MS = 4

/**
 * Gives other work of the thread its turn, if the task has kept it for 4 ms. Throws the reason when
 * the task was cancelled.
 */
export type Pace = () => Promise<void>

/** To be awaited at each step of a long task; `giveWay` resolves once others had their turn. */
export function createPacer(giveWay: () => Promise<void>, signal?: AbortSignal): Pace {
  let since = performance.now()
  return async () => {
    if (performance.now() - since > SLICE_MS) {
      await giveWay()
      since = performance.now()
    }
    signal?.throwIfAborted()
  }
}
