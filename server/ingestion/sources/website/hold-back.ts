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
  let repeated: number[] = []
  let renewAt = 0

  function* release(): Generator<Found> {
    const waiting = held ?? []
    held = null
    yield* waiting
  }

  return {
    /** Counts the texts of a page that is read. */
    learn({ texts, title }: Pick<ScannedPage, 'texts' | 'title'>, isStart: boolean): void {
      if (isStart) repetition.begins(title)
      repetition.add(texts)
      pages += 1
    },

    /** The texts to be left out, counted anew now and then. */
    repeatedTexts(): number[] {
      if (pages >= renewAt) {
        repeated = repetition.repeated()
        renewAt = pages + Math.max(8, pages / 8)
      }
      return repeated
    },

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
