/** Work in the background that is done whenever somebody wakes it, once at a time. */
export interface Wakeable {
  /** Works, unless it does so already; resolves when nothing is left. */
  wake(): Promise<void>
  /** Ends the work; it goes on at the next start. */
  stop(): Promise<void>
}

/**
 * Makes work that can be woken. `signal` is aborted by `stop`; what `work` throws is reported,
 * unless it was stopped.
 */
export function createWakeable(
  work: (signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
): Wakeable {
  const shutdown = new AbortController()
  const { signal } = shutdown
  let working: Promise<void> | null = null
  return {
    wake() {
      working ??= work(signal)
        .catch((error: unknown) => {
          if (!signal.aborted) report(error)
        })
        .finally(() => {
          working = null
        })
      return working
    },

    async stop() {
      shutdown.abort()
      await working
    },
  }
}
