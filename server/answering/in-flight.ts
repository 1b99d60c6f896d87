/**
 * The turns in flight, which a shutdown awaits and then interrupts
 * (docs/behaviour.md#starting-and-stopping).
 */
export interface InFlight {
  /**
   * Adds a turn, or work that goes on after its turn, until the promise settles. It must not
   * reject.
   */
  track(work: Promise<unknown>): void
  /** Resolves when nothing is in flight, or after `ms`. */
  drained(ms: number): Promise<void>
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()

  return {
    track(work) {
      running.add(work)
      void work.finally(() => running.delete(work))
    },

    async drained(ms) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms)
      })
      await Promise.race([Promise.all(running), late])
      clearTimeout(timer)
    },
  }
}
