import type { KnownDocument, NewVersion } from '../storage/ports/documents.ts'
import { isMuch, type TextLoss } from './deletions.ts'

/** A version with a smaller share of the earlier text counts as a loss. */
const LEAST_KEPT = 0.2

export type TextLosses = ReturnType<typeof createTextLosses>

/**
 * Holds versions back that have lost their text until the run has seen how many there are
 * (docs/behaviour.md#deletions). What a person confirmed or uploaded is not held.
 */
export function createTextLosses({
  known,
  confirmed,
}: {
  known: KnownDocument[]
  confirmed: string[] | null
}) {
  const seen = new Set(confirmed ?? [])
  const withText = new Map(
    known
      .filter(({ id, status, passage_count }) => {
        return status === 'ingested' && passage_count > 0 && !seen.has(id)
      })
      .map((document) => [document.id, document]),
  )
  const held: TextLoss[] = []

  return {
    held,

    /** Whether a document has text that a new version may lose. */
    mayLose: (id: string) => withText.has(id),

    /** Holds a version with so many bytes of text back if it is a loss; false if it is none. */
    hold(version: NewVersion, bytes: number, bytesBefore: number): boolean {
      const before = withText.get(version.id)
      if (!before || isNewUpload(version, before)) return false
      if (bytes >= bytesBefore * LEAST_KEPT) return false
      held.push({ version, before })
      return true
    },

    /** Whether they are withheld for certain: nothing of them needs to be stored. */
    isMuch: () => isMuch(held.length, known.length),
  }
}

/** Whether a person has uploaded it, and not another version of the product read the same again. */
function isNewUpload({ uploaded, content_hash }: NewVersion, before: KnownDocument): boolean {
  return uploaded === true && content_hash !== '' && content_hash !== before.content_hash
}
