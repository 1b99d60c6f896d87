import { expect, test } from 'vitest'
import { searchDefinitions } from '../../server/answering/search-definitions.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { under } from '../support/passages.ts'

const mentions = Array.from({ length: 4 }, (_, at) =>
  passage(`m${at}`, `Every winch of row ${at} is oiled. The winch hums.`),
)
const definition = passage('definition', 'A winch is a drum that pulls in a rope.')

test('a passage that defines what is asked is given, however far down it was found', async () => {
  const found = [...mentions, definition]

  const { passages } = await search({ found }).retrieve('What is a winch?')

  expect(sourcesOf(passages)).toEqual(['m0', 'm1', 'm2', 'definition'])
})

test('a definition is looked for in introductions and glossaries, and only where one is asked for', async () => {
  const { retrieve, queries } = search({ found: mentions, introductions: [definition] })

  expect(sourcesOf((await retrieve('what does winch mean?')).passages)).toContain('definition')
  expect(queries).toEqual(['what does winch mean?', expect.stringContaining('winch overview')])
  expect(sourcesOf((await retrieve('How do I oil a winch?')).passages)).not.toContain('definition')
  expect(queries).toHaveLength(3)
})

test('a definition at the beginning of a section is given with what was found below it', async () => {
  const { passages } = await search({ found: mentions, before: definition }).retrieve(
    'What is a winch?',
  )

  expect(sourcesOf(passages)).toContain('definition')
})

test('a definition answers a question of common words, which tell little alone', async () => {
  const told = search({ found: [...mentions, definition], confidence: 0.2 })
  const untold = search({ found: mentions, confidence: 0.2 })

  expect((await told.retrieve('What is a winch?')).confidence).toBeGreaterThan(0.5)
  expect((await untold.retrieve('What is a winch?')).confidence).toBe(0.2)
})

test('a search for passages alone has as many as it asks for', async () => {
  const { passages } = await search({ found: [...mentions, definition] }).retrieve(
    'What is a winch?',
    {},
  )

  expect(passages).toHaveLength(3)
})

test.each([
  ['Who runs Harbor?', 'Harbor is a service provided by the Quay Foundation.'],
  ['who is behind Harbor', 'Harbor was developed by two sailors.'],
  ['What is a capstan?', '**Capstan** A drum that stands upright.'],
  ['What is an AIS?', '**Automatic Identification System** (AIS) A system that names ships.'],
  ['What is AIS?', 'ShipFinder (short: AIS) is a register of ships.'],
  ['tell me about berths', 'A berth is a place for a boat.'],
  ['Was ist ein Poller?', 'Ein Poller ist ein Pfosten für Leinen.'],
])('%s is told by a passage that says so', async (question, text) => {
  const telling = passage('telling', text)

  const { passages } = await search({ found: mentions, introductions: [telling] }).retrieve(
    question,
  )

  expect(sourcesOf(passages)).toContain('telling')
})

test.each(['.env', '$ref', "'quoted'", '(x)', '[a]', 'S', '--flag', 'C++', '*', '^', '的'])(
  'any name can be asked for: %s',
  async (name) => {
    const telling = passage('telling', `${name} is a thing of its own.`)

    const { passages } = await search({ found: [...mentions, telling] }).retrieve(
      `What is ${name}?`,
    )

    expect(passages.length).toBeGreaterThanOrEqual(3)
  },
)

/** A search of three passages over what was found, in a section that begins with `before`. */
test('a section named after what is asked answers a question of common words', async () => {
  const named = { ...passage('named', 'Oil it each spring.'), ...under('Care › Winches and ropes') }
  const { retrieve } = search({ found: [...mentions.slice(1), named], confidence: 0.2 })

  expect((await retrieve('What is a winch?')).confidence).toBe(0.2)
  const beside = search({ found: [mentions[0] as RetrievedPassage, named], confidence: 0.2 })
  expect((await beside.retrieve('What is a winch?')).confidence).toBeGreaterThan(0.5)
  expect((await beside.retrieve('What is a red winch?')).confidence).toBe(0.2)
})

function search(given: {
  found: RetrievedPassage[]
  introductions?: RetrievedPassage[]
  before?: RetrievedPassage
  confidence?: number
}) {
  const queries: string[] = []
  const { confidence = 1 } = given
  const search = searchDefinitions(
    async ({ query, limit }) => {
      queries.push(query)
      const isIntroducing = /overview|provided|Überblick/.test(query)
      const all = isIntroducing ? (given.introductions ?? []) : given.found
      const question = analyzeQuestion(query)
      return { question, indexed: 9, passages: all.slice(0, limit), confidence }
    },
    {
      async find(_, id) {
        const here = given.found.find(({ source_id }) => source_id === id)
        return here ? { ...here, current: true, previous: given.before ?? null, next: null } : null
      },
    },
  )
  const retrieve = (query: string, answering: { definitions?: boolean } = { definitions: true }) =>
    search(
      { organization_id: 'a', collection_ids: [], query, limit: 3, ...answering },
      new AbortController().signal,
    )
  return { retrieve, queries }
}

function passage(source_id: string, text: string): RetrievedPassage {
  const place = { document_id: 'd', collection_id: 'c', url: null, ...under(null), key: 1 }
  return { ...place, source_id, title: 'Deck', text, position: 1, score: 1 }
}

function sourcesOf(passages: RetrievedPassage[]): string[] {
  return passages.map(({ source_id }) => source_id)
}
