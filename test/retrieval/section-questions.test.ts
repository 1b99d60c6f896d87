import { describe, expect, test } from 'vitest'
import {
  compareQuestions,
  lackingOf,
  liftByQuestions,
  nearestByQuestions,
} from '../../server/retrieval/section-questions.ts'
import type {
  ComparedQuestion,
  SectionPlace,
} from '../../server/storage/ports/section-questions.ts'
import type { Store } from '../../server/storage/store.ts'
import { wordOf } from './words.ts'

const CARD = wordOf('card', 3)
const PAY = wordOf('pay', 1, { terms: ['pay', 'paid'] })

const passageAt = (key: number, section: string | null) => {
  return { key, collection_id: 'shop', document_id: 'guide', section }
}

function questionOf(section: string | null, words: string, vector: Int8Array | null = null) {
  const terms = words.split(' ').map((word) => word.split('|'))
  return {
    id: words,
    document_id: 'guide',
    section,
    origin: 'owner' as const,
    words,
    terms,
    vector,
  }
}

/** The features of passages, by key, whose sections have these questions. */
async function compare(
  questions: ComparedQuestion[],
  { anchors = ['Cards'], words = [CARD, PAY], vector = null as Int8Array | null } = {},
) {
  const passages = anchors.map((anchor, key) => passageAt(key, anchor))
  const asked: SectionPlace[] = []
  const ofSections: Store['sectionQuestions']['ofSections'] = async (_, sections) => {
    asked.push(...sections)
    return questions
  }
  const comparison = await compareQuestions(
    { sectionQuestions: { ofSections, placesOf: async () => passages } as never },
    {
      organization_id: 'acme',
      keys: passages.map(({ key }) => key),
      words,
      vectorIn: (collection_id) => (collection_id === 'shop' ? vector : null),
      pace: async () => undefined,
    },
  )
  return { ...comparison, asked }
}

const wordsOf = async (question: string) =>
  (await compare([questionOf('Cards', question)])).features.get(0)?.questionWords

test.each([
  ['all of its words', 'card pay', 1],
  ['another form of a word', 'card payment|paid', 1],
  // Three of four weights asked, and all of its own.
  ['the weightier word alone', 'card', (2 * 0.75) / 1.75],
  ['none of its words', 'opening hours', 0],
])('a question of a section that has %s is so near', async (_, question, expected) => {
  expect(await wordsOf(question)).toBeCloseTo(expected)
})

test('words that only the section’s question has make it less near', async () => {
  const alone = await wordsOf('card')
  const among = await wordsOf('card lost abroad')
  expect(among).toBeGreaterThan(0)
  expect(among).toBeLessThan(alone ?? 0)
})

test('the best of a section’s questions counts, by words and by meaning each', async () => {
  const questions = [
    questionOf('Cards', 'card pay'),
    questionOf('Cards', 'plastic', Int8Array.of(127, 0)),
    questionOf('Cards', 'other', Int8Array.of(0, 127)),
    questionOf('Cards', 'against', Int8Array.of(-127, 0)),
  ]

  const { features } = await compare(questions, { vector: Int8Array.of(127, 0) })

  expect(features.get(0)).toEqual({ questionWords: 1, questionMeaning: 1 })
  const without = await compare(questions.slice(3), { vector: Int8Array.of(127, 0) })
  expect(without.features.get(0)?.questionMeaning).toBe(0)
})

test.each([
  ['an owner’s, whose meaning is nearly the same', 'owner', 20, 'Cards'],
  ['an owner’s, whose meaning is another', 'owner', 90, null],
  ['a visitor’s', 'visitors', 20, null],
] as const)(
  'a section is pointed to by a question that is %s',
  async (_, origin, away, expected) => {
    const question = { ...questionOf('Cards', 'plastic', Int8Array.of(127, away)), origin }
    const { pointed } = await compare([question], { vector: Int8Array.of(127, 0) })
    expect(pointed?.section ?? null).toBe(expected)
  },
)

test('vectors of another width, or none, are not compared', async () => {
  const question = questionOf('Cards', 'plastic', Int8Array.of(127, 0))
  for (const vector of [null, Int8Array.of(127, 0, 0)]) {
    const { features } = await compare([question], { vector })
    expect(features.get(0)?.questionMeaning).toBe(0)
  }
})

test('all passages of a section have its questions, those of others nothing, each is read once', async () => {
  const { features, asked } = await compare([questionOf('Cards', 'card pay')], {
    anchors: ['Cards', 'Opening', 'Cards'],
  })

  expect([...features.keys()]).toEqual([0, 2])
  expect(asked).toEqual([
    { document_id: 'guide', section: 'Cards' },
    { document_id: 'guide', section: 'Opening' },
  ])
})

test('a question without words is like none', async () => {
  const { features } = await compare([questionOf('Cards', 'card')], { words: [] })
  expect(features.get(0)).toEqual({ questionWords: 0, questionMeaning: 0 })
})

describe('what questions add to the scores of their sections', () => {
  const hits = [
    { key: 1, score: 0.3 },
    { key: 2, score: 0.2 },
  ]
  const lift = (questionWords: number, questionMeaning: number, lacking = 1) =>
    liftByQuestions({ hits, lacking }, new Map([[2, { questionWords, questionMeaning }]]))

  test('is nothing where there are none', () => {
    expect(liftByQuestions({ hits, lacking: 1 }, new Map())).toEqual(hits)
  })

  test('lifts a section before others, by words or by meaning', () => {
    expect(lift(1, 0)[0]?.key).toBe(2)
    expect(lift(0, 1)[0]?.key).toBe(2)
    expect(lift(0.1, 0.1)[0]?.key).toBe(1)
  })

  test('is less where the passages say themselves what is asked', () => {
    expect(lift(0.5, 0)[0]?.key).toBe(2)
    expect(lift(0.5, 0, 0)[0]?.key).toBe(1)
  })

  test('is at most the best score there is without them', () => {
    expect(lift(1, 1)[0]?.score).toBeCloseTo(0.2 + 0.3)
  })

  test('brings nothing in that was not found', () => {
    const others = new Map([[7, { questionWords: 1, questionMeaning: 1 }]])
    expect(liftByQuestions({ hits, lacking: 1 }, others)).toEqual(hits)
  })
})

test('what passages lack of a question is what the one that says most lacks', () => {
  const candidates = [{ match: { passage: 0.25 } }, { match: { passage: 0.75 } }]
  expect(lackingOf(candidates)).toBe(0.25)
  expect(lackingOf([])).toBe(1)
})

test('passages are looked at for their questions nearest first, ten at the most', () => {
  const near = Array.from({ length: 20 }, (_, key) => {
    return [key, { questionWords: key / 20, questionMeaning: 0 }] as const
  })
  expect(nearestByQuestions(new Map(near))).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10])
  expect(nearestByQuestions(new Map(near.slice(0, 1)))).toEqual([])
})
