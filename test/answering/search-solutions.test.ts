import { expect, test } from 'vitest'
import { searchSolutions } from '../../server/answering/search-solutions.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { under } from '../support/passages.ts'

const issue = passage('issue', 'Issue')
const cause = passage('cause', 'Background')
const solution = passage('solution', 'Solution')
const steps = passage('steps', 'Solution › On a boat')
const links = passage('links', 'Learn more')

test('the solution on the page of a problem is given with it', async () => {
  const found = await search({ found: [issue], page: [issue, cause, solution, steps, links] })

  expect(found.map(({ source_id }) => source_id)).toEqual(['issue', 'solution', 'steps'])
  expect(found.map(({ position }) => position)).toEqual([0, 2, 3])
  expect(found[1]?.score).toBeLessThan(issue.score)
})

test('a solution is given once, and none of another page', async () => {
  const other = { ...solution, title: 'The winch hums' }

  expect(await search({ found: [issue, solution], page: [issue, solution] })).toHaveLength(2)
  expect(await search({ found: [issue], page: [issue, other] })).toEqual([issue])
  expect(await search({ found: [links], page: [links, solution] })).toEqual([links])
})

async function search({ found, page }: { found: RetrievedPassage[]; page: RetrievedPassage[] }) {
  const retrieve = searchSolutions(
    async ({ query }) => ({
      question: analyzeQuestion(query),
      indexed: 9,
      passages: found,
      confidence: 1,
    }),
    {
      async find(_, id) {
        const at = page.findIndex(({ source_id }) => source_id === id)
        const here = page[at]
        return here
          ? { ...here, current: true, previous: page[at - 1] ?? null, next: page[at + 1] ?? null }
          : null
      },
    },
  )
  const request = { organization_id: 'a', collection_ids: [], query: 'It jams', limit: 3 }
  const { passages } = await retrieve(request, new AbortController().signal)
  return passages
}

function passage(source_id: string, anchor: string): RetrievedPassage {
  const place = { document_id: 'd', collection_id: 'c', url: null, key: 1, position: 0, score: 1 }
  return { ...place, source_id, ...under(anchor), title: 'The winch jams', text: 'Oil it.' }
}
