import type { StoredPassage } from '../../server/storage/ports/passages.ts'

/** The place and structure of a passage of which a test needs none. */
export const WITHOUT_STRUCTURE = {
  section_id: null,
  headings: [] as string[],
  page: null,
  role: null,
  blocks: [],
} satisfies Partial<StoredPassage>

/** Below one heading, or below none. */
export function under(heading: string | null) {
  return {
    ...WITHOUT_STRUCTURE,
    headings: heading === null ? [] : heading.split(' › '),
    anchor: heading,
  }
}
