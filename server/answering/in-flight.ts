import type { TurnEvents } from './turn.ts'

/** The turns being answered, which a shutdown waits for and then interrupts (completions 1). */
export interface InFlight {
  /** The same events; counted from the first that is read until they end or are left. */
  count(events: TurnEvents): TurnEvents
  /** Resolves when no turn is left, or after `ms`. */
  drained(ms: number): Promise<void>
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<void>>()

  return {
    async *count(events) {
      const ended = Promise.withResolvers<void>()
      running.add(ended.promise)
      try {
        return yield* events
      } finally {
        running.delete(ended.promise)
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
