import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Passages } from '../storage/ports/passages.ts'

/** Number of the first passages whose section is read. */
const READ = 3
/** So many passages of it before and after the one that was found, beside its first. */
const BEFORE = 1
const AFTER = 1
/** Score of a passage that is there for another one of its section. */
const SHARE = 0.8

/**
 * Retrieves, with the first passages, what is around them in their sections: what was found may
 * begin or end in the middle of a section, which is told from its beginning.
 */
export function searchSections(retrieve: Retrieve, passages: Pick<Passages, 'section'>): Retrieve {
  return async (request, signal) => {
    const found = await retrieve(request, signal)
    const known = new Set(found.passages.map(({ source_id }) => source_id))
    const added: RetrievedPassage[] = []
    for (const passage of found.passages.slice(0, READ)) {
      for (const beside of await besideOf(passage, request.organization_id)) {
        if (!known.has(beside.source_id)) added.push(beside)
        known.add(beside.source_id)
      }
    }
    return { ...found, passages: [...found.passages, ...added] }
  }

  async function besideOf(
    passage: RetrievedPassage,
    organization_id: string,
  ): Promise<RetrievedPassage[]> {
    if (passage.section_id === null) return []
    const section = await passages.section(organization_id, passage.section_id)
    const at = section.findIndex(({ source_id }) => source_id === passage.source_id)
    const near = section.filter(
      (_, other) => other === 0 || (other >= at - BEFORE && other <= at + AFTER),
    )
    return near.map((each) => ({ ...each, score: passage.score * SHARE }))
  }
}
