import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Passages } from '../storage/ports/passages.ts'
import { pathTo } from '../text/structure.ts'
import { isSolution, problemPartOf } from './extractive/problem-pages.ts'

/** Of so many of the first passages the solution is looked for, if they state a problem. */
const STATING = 3
/** So many passages further down a page at the most. */
const FURTHER = 8
/** What a solution scores, beside the problem that it solves. */
const SHARE = 0.9

/**
 * Retrieves, with the first passages that state a problem, the solution on the same page: the
 * words of a question are those of the problem, and the solution may have none of them.
 */
export function searchSolutions(retrieve: Retrieve, passages: Pick<Passages, 'find'>): Retrieve {
  return async (request, signal) => {
    const found = await retrieve(request, signal)
    const known = new Set(found.passages.map(({ source_id }) => source_id))
    const solutions: RetrievedPassage[] = []
    for (const passage of found.passages.slice(0, STATING)) {
      if (!statesProblem(passage)) continue
      for (const solution of await solutionBelow(passage, request.organization_id)) {
        if (!known.has(solution.source_id)) solutions.push(solution)
        known.add(solution.source_id)
      }
    }
    return { ...found, passages: [...found.passages, ...solutions] }
  }

  /** The first section below a problem that solves it. */
  async function solutionBelow(
    problem: RetrievedPassage,
    organization_id: string,
  ): Promise<RetrievedPassage[]> {
    const above = partOf(problem)?.above
    const solution: RetrievedPassage[] = []
    let { source_id } = problem
    for (let step = 1; step <= FURTHER; step += 1) {
      const next = (await passages.find(organization_id, source_id))?.next
      if (!next || partOf(next)?.above !== above) break
      source_id = next.source_id
      const isSolving = isSolution(partOf(next)?.name ?? '')
      if (!isSolving && solution.length > 0) break
      const position = problem.position + step
      if (isSolving) solution.push({ ...problem, ...next, position, score: problem.score * SHARE })
    }
    return solution
  }
}

type Headed = Pick<RetrievedPassage, 'title' | 'headings' | 'page'>

function statesProblem(passage: Headed): boolean {
  const part = partOf(passage)
  return part !== null && !isSolution(part.name)
}

function partOf({ title, ...place }: Headed) {
  return problemPartOf([title, ...pathTo(place)])
}
