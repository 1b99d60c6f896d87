import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Passages } from '../storage/ports/passages.ts'

/** Of so many of the first passages the neighbours are looked at. */
const CUT = 3
/** What a passage scores that is there for the one beside it. */
const SHARE = 0.8

/**
 * Retrieves, with the first passages, those right before and after them in the same section: where
 * a section is longer than a passage, what was found may begin or end in the middle of it.
 */
export function searchSections(retrieve: Retrieve, passages: Pick<Passages, 'find'>): Retrieve {
  return async (request, signal) => {
    const found = await retrieve(request, signal)
    const known = new Set(found.passages.map(({ source_id }) => source_id))
    const added: RetrievedPassage[] = []
    for (const passage of found.passages.slice(0, CUT)) {
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
    const { previous, next } = (await passages.find(organization_id, passage.source_id)) ?? {}
    const score = passage.score * SHARE
    const before = previous && { ...passage, ...previous, position: passage.position - 1, score }
    const after = next && { ...passage, ...next, position: passage.position + 1, score }
    return [before, after].flatMap((beside) => (beside?.anchor === passage.anchor ? beside : []))
  }
}
