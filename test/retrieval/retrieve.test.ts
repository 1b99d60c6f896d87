import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import { NOW, ORGANIZATION, openLibrary, type Page } from './library.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

const HANDBOOK: Page[] = [
  {
    title: 'Loans',
    passages: [
      {
        heading: 'How long may I keep a book?',
        text: 'Books are lent for four weeks. Films are lent for one week.',
      },
      {
        heading: 'Renewals',
        text: 'You can renew a loan twice in your account, unless somebody has reserved the book.',
      },
      {
        heading: 'Late returns',
        text: 'For each day that a book is late you pay 20 cents, at most 10 euros.',
      },
    ],
  },
  {
    title: 'Opening hours',
    passages: [
      { text: 'The main library opens from Tuesday to Saturday, from 10 am to 7 pm.' },
      { heading: 'Holidays', text: 'On public holidays all branches are closed.' },
    ],
  },
  {
    title: 'Membership',
    passages: [
      {
        heading: 'Fees',
        text: 'A library card costs 15 euros a year. Children and pupils pay nothing.',
      },
      {
        heading: 'Signing up',
        text: 'Bring your passport or identity card to the desk, and the card is made at once.',
      },
      {
        heading: 'Lost cards',
        text: 'A lost card is blocked as soon as you tell us. The replacement costs 5 euros.',
      },
    ],
  },
  {
    title: 'Rooms',
    passages: [
      { text: 'Study rooms for up to six people can be booked online two weeks ahead.' },
      { heading: 'Equipment', text: 'Every room has a whiteboard, a screen and sockets.' },
    ],
  },
  {
    title: 'Printing',
    passages: [
      {
        text: 'Printers stand on each floor. A page costs 10 cents, in colour 40 cents. Pay with your library card.',
      },
    ],
  },
]

test('the passage that answers comes first, with scores from 0 to 1, best first (docs/behaviour.md#search)', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  const { passages, indexed } = await library.ask('What does a library card cost?', [handbook])

  expect(passages[0]?.text).toContain('15 euros a year')
  expect(indexed).toBe(11)
  const scores = passages.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
})

test('a misspelt word is found by its n-grams', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  const { passages } = await library.ask('whitebord?', [handbook])

  expect(passages[0]?.text).toContain('whiteboard')
})

test('the question comes back with its misspelt words as they are meant', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  const { question } = await library.ask('whitebord?', [handbook])

  expect(question.text).toBe('whitebord?')
  expect(question.words.map(({ text }) => text)).toEqual(['whiteboard'])
})

test('words misspelt by a letter or two are taken for those they stand for', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  const misspelt = await library.ask('Is the replacment of a lost card blokced?', [handbook])
  const right = await library.ask('Is the replacement of a lost card blocked?', [handbook])

  expect(misspelt.passages[0]?.text).toContain('replacement costs')
  expect(misspelt.confidence).toBe(right.confidence)
})

test('words that follow each other in the question come first where they do so in the text', async () => {
  const library = await openLibrary()
  const filler =
    'Ask at the desk when in doubt, they will gladly tell you more about everything else.'
  const collection = await library.add('Cards', [
    {
      title: '',
      passages: [
        { text: `A guest may read here. ${filler} Bring your card along.` },
        { text: `Bring your guest card along. ${filler} You may read here.` },
      ],
    },
  ])

  const { passages } = await library.ask('What is a guest card?', [collection])

  expect(passages[0]?.text).toContain('guest card')
})

test('a word that most passages hold still counts for one that has it', async () => {
  const library = await openLibrary()
  const common = ['hours', 'fees', 'rules', 'rooms', 'staff', 'films', 'maps'].map((word) => ({
    text: `The library and its ${word}.`,
  }))
  const collection = await library.add('Branches', [
    {
      title: '',
      passages: [
        ...common,
        { text: 'The garden is closed in winter.' },
        { text: 'The library is closed in winter.' },
      ],
    },
  ])

  const { passages } = await library.ask('Is the library closed in winter?', [collection])

  expect(passages[0]?.text).toBe('The library is closed in winter.')
})

test('only the given collections of the organization are searched', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)
  const other = await library.add('Other', [
    { title: 'Cards', passages: [{ text: 'What does a library card cost? Ask at the desk.' }] },
  ])
  const retrieve = createRetrieve({ store: library.store, embeddings: failing })
  const signal = new AbortController().signal

  const asked = await library.ask('What does a library card cost?', [handbook])
  const both = await library.ask('What does a library card cost?', [handbook, other])
  const foreign = await retrieve(
    { organization_id: other, collection_ids: [handbook, other], query: 'card', limit: 5 },
    signal,
  )

  expect(new Set(asked.passages.map(({ collection_id }) => collection_id))).toEqual(
    new Set([handbook]),
  )
  expect(new Set(both.passages.map(({ collection_id }) => collection_id))).toEqual(
    new Set([handbook, other]),
  )
  expect(foreign).toMatchObject({ indexed: 0, passages: [], confidence: 0 })
})

test('at most `limit` passages are returned', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  const { passages } = await library.ask('library card book euros', [handbook], 2)

  expect(passages).toHaveLength(2)
})

test('one document does not crowd out the others', async () => {
  const library = await openLibrary()
  const many = Array.from({ length: 20 }, (_, at) => ({
    text: `Permit number ${at}: permit permit.`,
  }))
  const collection = await library.add('Permits', [
    { title: 'Permit register', passages: many },
    {
      title: 'Leaflet',
      passages: [{ text: 'Where to apply for a permit: at the town hall in Main Street.' }],
    },
  ])

  const { passages } = await library.ask('permit', [collection], 6)

  expect(new Set(passages.map(({ document_id }) => document_id)).size).toBe(2)
})

test('a collection without passages is told apart from one that holds none that fit', async () => {
  const library = await openLibrary()
  const empty = await library.add('Empty', [])
  const handbook = await library.add('Handbook', HANDBOOK)

  expect(await library.ask('card', [empty])).toMatchObject({
    indexed: 0,
    passages: [],
    confidence: 0,
  })
  expect(await library.ask('Zürcher Fußnote', [handbook])).toMatchObject({
    indexed: 11,
    passages: [],
  })
})

const ANSWERABLE = [
  'What does a library card cost?',
  'How often can I renew a loan?',
  'Do I have to pay when a book is late?',
  'When does the main library open?',
  'Can I book a study room online?',
  'How much is a page in colour?',
  'What happens with a lost card?',
  'library card',
  'study rooms',
  'libary card',
]
const FOREIGN = [
  'How do I configure a reverse proxy for websockets?',
  'Who won the world championship in 1998?',
  'What is the boiling point of nitrogen?',
  'Which vaccines do I need before travelling to Kenya?',
  'How can the wing of a supersonic aircraft be cooled?',
  'Wie beantrage ich Elterngeld?',
  'reverse proxy',
]

test('confidence is 0.5 and more for what the passages answer, less for foreign questions', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)
  const confidenceIn = async (question: string) =>
    (await library.ask(question, [handbook])).confidence

  for (const question of ANSWERABLE) {
    expect.soft(await confidenceIn(question), question).toBeGreaterThanOrEqual(0.5)
  }
  for (const question of FOREIGN) {
    expect.soft(await confidenceIn(question), question).toBeLessThan(0.5)
  }
})

test('vectors of a trusted model find a passage that shares no word with the question', async () => {
  const library = await openLibrary(meaning(['automobile', 'car'], ['kitten', 'cat']))
  const collection = await library.add('Things', [
    {
      title: '',
      passages: [{ text: 'A kitten sleeps all day.' }, { text: 'An automobile has four wheels.' }],
    },
  ])

  const { passages } = await library.ask('car', [collection])

  expect(passages[0]?.text).toContain('automobile')
})

test('a passage without any of the words has a score when a trusted model finds it', async () => {
  const library = await openLibrary(meaning(['🙂', 'smile']))
  const collection = await library.add('Signs', [{ title: '', passages: [{ text: '🙂' }] }])

  const { passages } = await library.ask('smile', [collection])

  expect(passages[0]?.text).toBe('🙂')
  expect(passages[0]?.score).toBeGreaterThan(0)
})

const STRANGERS: Page[] = [
  {
    title: 'Engines',
    passages: [
      { text: 'A turbine is started with compressed air.' },
      { text: 'What does the oil pump cost in a large engine? Power, above all.' },
      { text: 'Blades are made of one crystal.' },
    ],
  },
]

test.each([
  ['an embedding of spelling', createSpellingEmbedding(64)],
  ['an embedding that finds something else', meaning(['what does', 'whiteboard'])],
])(
  'strangers of another embedding never come before the answer word for word: with %s (docs/behaviour.md#search)',
  async (_, embedding) => {
    const library = await openLibrary(embedding)
    const handbook = await library.add('Handbook', HANDBOOK)
    // Finds all that it is asked for in whatever it has.
    const certain = { ...meaning(['']), selector: 'test/certain' }
    const engines = await library.add('Engines', STRANGERS, certain)

    const { passages } = await library.ask('What does a library card cost?', [handbook, engines])

    expect(passages[0]?.text).toContain('15 euros a year')
    expect(new Set(passages.map(({ collection_id }) => collection_id)).size).toBe(2)
    expect(passages.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  },
)

test('what an embedding finds rises among the passages of others, and leads where no word is found (docs/behaviour.md#search)', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)
  const things = await library.add(
    'Things',
    [{ title: '', passages: [{ text: 'A kitten sleeps.' }, { text: 'An automobile drives.' }] }],
    meaning(['automobile', 'lorry'], ['kitten', 'puppy']),
  )

  const alone = await library.ask('lorry', [handbook, things])
  const beside = await library.ask('Is there a lorry for a reserved book?', [handbook, things], 5)

  expect(alone.passages[0]?.text).toContain('automobile')
  const found = beside.passages.map(({ text }) => text)
  expect(found[0]).toContain('book')
  expect(found).toContain('An automobile drives.')
})

test('a failure is a retrieval_failure with its cause (docs/behaviour.md#errors)', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)
  const retrieve = createRetrieve({ store: library.store, embeddings: failing })
  const request = {
    organization_id: '00000000-0000-7000-8000-000000000001',
    collection_ids: [handbook],
    query: 'card',
    limit: 5,
  }

  const failure = await retrieve(request, new AbortController().signal).catch((error) => error)

  expect(failure).toBeInstanceOf(ServiceError)
  expect(failure).toMatchObject({ code: 'retrieval_failure', cause: new Error('No such model.') })
})

test('hostile questions are searched like others', async () => {
  const library = await openLibrary()
  const handbook = await library.add('Handbook', HANDBOOK)

  for (const query of [
    '"',
    'card" OR *',
    'NEAR(a b)',
    "'; DROP TABLE passages; --",
    '\u0000',
    '🙂',
    '-',
    '   ',
  ]) {
    const { confidence } = await library.ask(query, [handbook])
    expect(confidence).toBeLessThanOrEqual(1)
  }
})

function failing(): never {
  throw new Error('No such model.')
}

/** An embedding that knows groups of words of one meaning. */
function meaning(...groups: string[][]): EmbeddingModel {
  const dimensions = 64
  return {
    selector: 'test/meaning',
    dimensions,
    embedsWindows: false,
    coverage: () => 1,
    async embed(texts) {
      return texts.map((text) => {
        const vector = new Float32Array(dimensions)
        groups.forEach((group, at) => {
          if (group.some((word) => text.toLowerCase().includes(word))) vector[at] = 1
        })
        return vector
      })
    },
  }
}

describe('questions of sections (docs/behaviour.md#questions-of-sections)', () => {
  async function opened() {
    const library = await openLibrary()
    const handbook = await library.add('Handbook', HANDBOOK)
    const { store } = library
    const point = async (text: string, title: string, section: string | null) => {
      const { passages } = await library.ask(title, [handbook])
      const document_id = passages.find((passage) => passage.title === title)?.document_id ?? ''
      const read = readSectionQuestion(text)
      const question = { id: randomUUID(), document_id, section, text, read, created_at: NOW }
      await store.sectionQuestions.create(ORGANIZATION, question)
    }
    return { ...library, handbook, point }
  }

  test('put their section first, and are no part of what is found', async () => {
    const { ask, handbook, point } = await opened()
    const question = 'How does a newcomer obtain plastic, a card?'
    const before = await ask(question, [handbook])
    expect(before.passages[0]?.anchor).not.toBe('Signing up')
    await point('newcomer obtaining plastic', 'Membership', 'Signing up')

    const after = await ask(question, [handbook])

    expect(after.passages[0]?.anchor).toBe('Signing up')
    expect(JSON.stringify(after.passages)).not.toContain('plastic')
    const scores = after.passages.map(({ score }) => score)
    expect(scores[0]).toBeLessThanOrEqual(2 * (before.passages[0]?.score ?? 0))
  })

  test('bring in nothing that neither words nor meaning have found', async () => {
    const { ask, handbook, point } = await opened()
    await point('xyzzy plugh', 'Rooms', 'Equipment')

    expect((await ask('xyzzy plugh', [handbook])).passages).toEqual([])
  })

  test('cannot be played with: hundreds of them answer nothing that the text does not', async () => {
    const { ask, handbook, point } = await opened()
    const before = await ask('Is parking free of charge for members?', [handbook])
    const spam = Array.from({ length: 300 }, (_, at) => `Is parking free of charge, case ${at}?`)
    for (const text of spam) await point(text, 'Rooms', 'Equipment')

    const after = await ask('Is parking free of charge for members?', [handbook])
    const unrelated = await ask('What does a library card cost?', [handbook])

    expect(after.confidence).toBeLessThan(0.5)
    const most = before.passages[0]?.score ?? 0
    expect(after.passages[0]?.score).toBeLessThanOrEqual(2 * most)
    const found = (passages: RetrievedPassage[]) => passages.map(({ key }) => key).sort()
    expect(found(after.passages)).toEqual(found(before.passages))
    expect(unrelated.passages[0]?.text).toContain('15 euros a year')
  })

  test('of other sections change nothing of a search', async () => {
    const { ask, handbook, point } = await opened()
    const before = await ask('What does a library card cost?', [handbook])
    await point('quantum entanglement', 'Rooms', 'Equipment')

    expect(await ask('What does a library card cost?', [handbook])).toEqual(before)
  })
})
