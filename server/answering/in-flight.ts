/** A turn as far as others end it (`OpenTurn`). */
interface Leavable {
  ended: Promise<unknown>
  leave(): Promise<void>
}

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
  /** Tracks the turn of a conversation until it has ended. */
  trackTurn(conversation_id: string, turn: Leavable): void
  /** Ends the turn of a conversation, if there is one, as though its reader had left. */
  leave(conversation_id: string): Promise<void>
  /** Resolves when nothing is in flight, or after `ms`. */
  drained(ms: number): Promise<void>
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()
  const turns = new Map<string, Leavable>()

  function track(work: Promise<unknown>): void {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  return {
    track,

    trackTurn(conversation_id, turn) {
      track(turn.ended)
      turns.set(conversation_id, turn)
      void turn.ended.finally(() => {
        if (turns.get(conversation_id) === turn) turns.delete(conversation_id)
      })
    },

    async leave(conversation_id) {
      await turns.get(conversation_id)?.leave()
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
