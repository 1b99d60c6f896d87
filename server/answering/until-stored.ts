import { setTimeout as pause } from 'node:timers/promises'
import type { InFlight } from './in-flight.ts'

/**
 * Writes that must not get lost, because a conversation stays occupied until its turn's end is
 * stored: one that fails (a full disk, a database that stays locked) is retried until it succeeds,
 * with growing pauses (docs/behaviour.md#turns). Only a shutdown ends that; the next start then
 * frees the conversation.
 */
export interface UntilStored {
  /**
   * The result of `write`. Rejects with its last failure when it does not succeed within `heldMs`;
   * then `later` is retried in the background in its place.
   */
  inTime<Result>(write: () => Promise<Result>, later: () => Promise<unknown>): Promise<Result>
  /** Resolves after the first attempt; the rest happen in the background. Never rejects. */
  eventually(write: () => Promise<unknown>): Promise<void>
}

export interface UntilStoredNeeds {
  inFlight: Pick<InFlight, 'track'>
  /** Receives the first failure of each write. */
  report: (error: unknown) => void
  /** After its abort each write under way is tried once more. */
  shutdown: AbortSignal
  /** How long a reader may be kept waiting for a write, in milliseconds. */
  heldMs: number
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000

export function createUntilStored(needs: UntilStoredNeeds): UntilStored {
  const { inFlight, report, shutdown, heldMs } = needs

  return {
    async inTime(write, later) {
      const deadline = performance.now() + heldMs
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longer(pauseMs)) {
        try {
          return await write()
        } catch (error) {
          if (pauseMs === FIRST_PAUSE_MS) report(error)
          if (shutdown.aborted) throw error
          if (performance.now() + pauseMs > deadline) {
            inFlight.track(retry(later, pauseMs))
            throw error
          }
          await pauseUnlessStopping(pauseMs)
        }
      }
    },

    async eventually(write) {
      try {
        await write()
      } catch (error) {
        report(error)
        if (!shutdown.aborted) inFlight.track(retry(write, FIRST_PAUSE_MS))
      }
    },
  }

  async function retry(write: () => Promise<unknown>, firstPauseMs: number): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = longer(pauseMs)) {
      await pauseUnlessStopping(pauseMs)
      const last = shutdown.aborted
      try {
        await write()
        return
      } catch {
        if (last) return
      }
    }
  }

  /** Not a reason for the process to live on. */
  async function pauseUnlessStopping(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: shutdown, ref: false }).catch(() => {})
  }
}

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, MAX_PAUSE_MS)
}
