import type { DocumentChange, NewVersion } from '../ports/documents.ts'

/** What people have changed of a document, and what its source says. */
export interface OwnDocument {
  id: string
  own_title: string
  own_url: string | null
  given_title: string | null
  given_url: string | null
  excluded: 0 | 1
}

/** The document as it is after a change (docs/behaviour.md#documents). */
export function changedBy(
  before: OwnDocument,
  { title, url, excluded }: DocumentChange,
): OwnDocument {
  return {
    ...before,
    ...(title !== undefined && { given_title: title }),
    ...(url !== undefined && { given_url: url }),
    ...(excluded !== undefined && { excluded: excluded ? 1 : 0 }),
  }
}

/** The title and the link that are shown. */
export function shownOf(document: OwnDocument): { title: string; url: string | null } {
  const { given_title, own_title, given_url, own_url } = document
  return { title: given_title ?? own_title, url: given_url ?? own_url }
}

/**
 * The passages of those versions of which all are in one part, by the document's id: they become
 * live at once.
 */
export function wholeVersions<NewPassage>(
  versions: NewVersion[],
  parts: { document_id: string; passages: NewPassage[] }[],
): Map<string, NewPassage[]> {
  const staged = new Map(parts.map(({ document_id, passages }) => [document_id, passages]))
  return new Map(
    versions.flatMap(({ id, passage_count }): [string, NewPassage[]][] => {
      const passages = staged.get(id)
      return passages?.length === passage_count ? [[id, passages]] : []
    }),
  )
}

/** Parts come in reading order: passages staged from there on are left by a failed attempt. */
export function firstPosition({ passages }: { passages: { position: number }[] }): number {
  return Math.min(...passages.map(({ position }) => position))
}

/** Whether the passages of a version are shown: of one that could not be read none are. */
export function isShown({ status }: Pick<NewVersion, 'status'>): boolean {
  return status === 'ingested'
}

/** Passages of one document that count as its beginning. */
export const OPENING_PASSAGES = 4
