import type { TurnEvents } from './turn.ts'

/** The turns being answered, which a shutdown waits for and then interrupts (docs/behaviour.md#starting-and-stopping). */
export interface InFlight {
  /** The same events; counted from the first that is read until they end or are left. */
  count(events: TurnEvents): TurnEvents
  /** Counts work that goes on after its turn's events have ended. */
  track(work: Promise<void>): void
  /** Resolves when no turn is left, or after `ms`. */
  drained(ms: number): Promise<void>
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<void>>()

  function track(work: Promise<void>): void {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  return {
    track,

    async *count(events) {
      const ended = Promise.withResolvers<void>()
      track(ended.promise)
      try {
        return yield* events
      } finally {
        ended.resolve()
      }
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
