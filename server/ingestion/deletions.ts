import type { KnownDocument, NewVersion } from '../storage/ports/documents.ts'
import type { Discovered } from './define-source.ts'
import type { SourceRead } from './read-source.ts'

/** More documents than both are not deleted unless a person confirms it. */
const MANY = 10
const LARGE_SHARE = 0.1

/** Runs in a row that must find a document without text. */
const TIMES_LOST = 2

/** Whether so many of the known documents are too many to go in one run. */
export function isMuch(documents: number, known: number): boolean {
  return documents > MANY && documents > known * LARGE_SHARE
}

/** A document whose newest version has lost all or most of the text of the earlier one. */
export interface TextLoss {
  version: NewVersion
  before: KnownDocument
}

interface Judged {
  deleted: KnownDocument[]
  /** Versions that take the place of earlier ones with more text. */
  taken: NewVersion[]
  /** Versions of which the documents' earlier passages stay. */
  kept: NewVersion[]
  /** The documents of both kinds that are withheld because they are many. */
  withheld: { vanished: KnownDocument[]; lost: KnownDocument[] }
}

/**
 * Which of the documents that are gone are deleted, which of those that have lost their text lose
 * their passages, and what is withheld because it is much (docs/behaviour.md#deletions). What the
 * configuration leaves out is deleted in any case. A run that a person confirmed lets go what they
 * saw, and no more: of text, what they saw is not in `losses`.
 */
export function judgeDeletions(
  { vanished, excluded }: Pick<SourceRead, 'vanished' | 'excluded'>,
  losses: TextLoss[],
  { known, confirmed }: { known: KnownDocument[]; confirmed: string[] | null },
): Judged {
  const seen = new Set(confirmed ?? [])
  const gone = vanished.filter((document) => !excluded.has(document) && !seen.has(document.id))
  const areMany = isMuch(gone.length + losses.length, known.length)
  const isKept = areMany || confirmed !== null
  const stays = new Set(isKept ? gone : [])
  const isTaken = ({ version, before }: TextLoss) =>
    !isKept && (version.passage_count > 0 || before.times_lost + 1 >= TIMES_LOST)
  return {
    deleted: vanished.filter((document) => !stays.has(document)),
    taken: losses.filter(isTaken).map(({ version }) => version),
    kept: losses.filter((loss) => !isTaken(loss)).map(({ version }) => version),
    withheld: areMany
      ? { vanished: gone, lost: losses.map(({ before }) => before) }
      : { vanished: [], lost: [] },
  }
}

/** What is told with the job that withheld something. */
export function withheldOf(
  { vanished, lost }: Judged['withheld'],
  known: number,
): NonNullable<Discovered['shortfall']> {
  const ofAll = `of ${known} documents`
  const sentences = [
    vanished.length > 0 &&
      `${vanished.length} ${ofAll} are no longer in the source. None of them was deleted; confirm the job to delete them.`,
    lost.length > 0 &&
      `${lost.length} ${ofAll} have lost all or most of their text. What was read of them before is kept; confirm the job to take what they say now.`,
  ]
  return { code: 'deletions_withheld', message: sentences.filter(Boolean).join(' ') }
}

/** What is told with a job that found fewer documents with text than without; null of any other. */
export function emptiedOf(lost: number, read: number): NonNullable<Discovered['shortfall']> | null {
  if (lost <= read) return null
  return {
    code: 'source_empty',
    message: `${lost} documents have no text this time, ${read} have some. What was read of them before is kept, unless the next run finds them without text again.`,
  }
}
