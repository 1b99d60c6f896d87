import { expect, test } from 'vitest'
import { searchSections } from '../../server/answering/search-sections.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { under } from '../support/passages.ts'

const page = [
  passage(0, 'Intro'),
  passage(1, 'Oiling'),
  passage(2, 'Oiling'),
  passage(3, 'Oiling'),
  passage(4, 'Oiling'),
  passage(5, 'Painting'),
]

test('a passage comes with those beside it and the first of its section, which score less', async () => {
  const found = await search([2])

  expect(found.map(({ position }) => position)).toEqual([2, 1, 3])
  expect((await search([4])).map(({ position }) => position)).toEqual([4, 1, 3])
  expect(found[1]?.score).toBeLessThan(found[0]?.score ?? 0)
})

test('a passage that is found is not added, nor one of another section', async () => {
  expect((await search([3, 2])).map(({ position }) => position)).toEqual([3, 2, 1, 4])
  expect((await search([0])).map(({ position }) => position)).toEqual([0])
})

test('the sections of the first three passages are completed', async () => {
  expect(await search([0, 5, 0, 2])).toHaveLength(4)
})

async function search(positions: number[]): Promise<RetrievedPassage[]> {
  const retrieve = searchSections(
    async ({ query }) => ({
      question: analyzeQuestion(query),
      indexed: 9,
      passages: positions.flatMap((position) => page[position] ?? []),
      confidence: 1,
    }),
    {
      section: async (_, id) => page.filter(({ section_id }) => section_id === id),
    },
  )
  const request = { organization_id: 'a', collection_ids: [], query: 'oil', limit: 3 }
  const { passages } = await retrieve(request, new AbortController().signal)
  return passages
}

function passage(position: number, anchor: string): RetrievedPassage {
  const place = { document_id: 'd', collection_id: 'c', url: null, key: 1, position, score: 1 }
  return {
    ...place,
    source_id: `p${position}`,
    ...under(anchor),
    section_id: anchor,
    title: 'The winch',
    text: 'Oil it.',
  }
}
