import type { KnownDocument } from '../storage/ports/documents.ts'
import type { Discovered } from './define-source.ts'
import type { SourceRead } from './read-source.ts'

/** More documents than both are not deleted unless a person confirms it. */
const MANY = 10
const LARGE_SHARE = 0.1

/**
 * Which of the documents that are gone are deleted, and which are withheld because they are many
 * (docs/behaviour.md#deletions). What the configuration leaves out is deleted in any case. A run
 * that a person confirmed deletes what they saw, and no more.
 */
export function judgeDeletions(
  { vanished, excluded }: Pick<SourceRead, 'vanished' | 'excluded'>,
  { known, confirmed }: { known: KnownDocument[]; confirmed: string[] | null },
): { deleted: KnownDocument[]; withheld: KnownDocument[] } {
  const seen = new Set(confirmed ?? [])
  const gone = vanished.filter((document) => !excluded.has(document) && !seen.has(document.id))
  const isMuch = gone.length > MANY && gone.length > known.length * LARGE_SHARE
  const kept = new Set(isMuch || confirmed !== null ? gone : [])
  return {
    deleted: vanished.filter((document) => !kept.has(document)),
    withheld: isMuch ? gone : [],
  }
}

/** What is told with the job. */
export function withheldOf(withheld: number, known: number): NonNullable<Discovered['shortfall']> {
  return {
    code: 'deletions_withheld',
    message: `${withheld} of ${known} documents are no longer in the source. None of them was deleted; confirm the job to delete them.`,
  }
}
