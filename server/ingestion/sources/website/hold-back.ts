import type { Found } from '../../define-source.ts'
import type { Repetition } from '../../repeated-text.ts'
import type { ScannedPage } from './page-scan.ts'

/** Pages that must be seen before it is known what repeats. */
const ENOUGH_PAGES = 24
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Holds the first pages of a run back until enough have been seen to know which texts repeat, so
 * that these pages are read without them as well.
 */
export function createHoldBack(repetition: Repetition) {
  let held: Found[] | null = []
  let pages = 0
  let bytes = 0

  function* release(): Generator<Found> {
    const waiting = held ?? []
    held = null
    yield* waiting
  }

  return {
    /** Counts the texts of a page that is read. */
    learn(page: Pick<ScannedPage, 'texts' | 'places' | 'title'>, isStart: boolean): void {
      if (isStart) repetition.begins(page.title)
      repetition.add(page)
      pages += 1
    },

    repeatedTexts: repetition.recentlyRepeated,

    *pass(found: Found): Generator<Found> {
      if (!held) return yield found
      held.push(found)
      bytes += found.bytes ?? 0
      if (pages >= ENOUGH_PAGES || bytes >= MOST_BYTES) yield* release()
    },

    rest: release,
  }
}
export type HoldBack = ReturnType<typeof createHoldBack>
