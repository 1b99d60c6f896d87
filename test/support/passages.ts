import type { NewPassage } from '../../server/storage/ports/documents.ts'

/** The place and structure of a passage of which a test needs none. */
export const WITHOUT_STRUCTURE = {
  section: null,
  headings: [] as string[],
  page: null,
  role: null,
  blocks: [],
} satisfies Partial<NewPassage>

/** Below one heading, or below none. */
export function under(heading: string | null) {
  const { section: _, ...rest } = WITHOUT_STRUCTURE
  return {
    ...rest,
    section_id: null,
    headings: heading === null ? [] : heading.split(' › '),
    anchor: heading,
  }
}
