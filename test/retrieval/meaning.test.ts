import { expect, test } from 'vitest'
import { embedPassages } from '../../server/ingestion/passage-vectors.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { meaningSigns, NO_MEANING } from '../../server/retrieval/confidence.ts'
import { cosineScale } from '../../server/retrieval/scale.ts'
import { trustInPassage, trustInQuestion } from '../../server/retrieval/trust.ts'
import { openLibrary, type Page } from './library.ts'
import { readOf } from './words.ts'

const { signal } = new AbortController()

/** A model in which words of a group have one direction, and a text is the sum of its words'. */
function modelOf(groups: string[][], more: Partial<EmbeddingModel> = {}): EmbeddingModel {
  const dimensions = groups.length + 1
  return {
    selector: 'test/groups',
    dimensions,
    embedsWindows: true,
    coverage: () => 1,
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(dimensions)
        for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
          const at = groups.findIndex((group) => group.includes(word))
          const place = at < 0 ? groups.length : at
          vector[place] = (vector[place] ?? 0) + (at < 0 ? 0.1 : 1)
        }
        const length = Math.hypot(...vector) || 1
        return vector.map((value) => value / length)
      }),
    ...more,
  }
}

const CLINIC: Page = {
  title: 'Clinic',
  passages: [
    {
      heading: 'Visits',
      text: 'The desk opens at nine. Ask there for a form. A physician sees you the same day. Bring a card.',
    },
    {
      heading: 'Parking',
      text: 'There is room for forty cars behind the house. It costs nothing.',
    },
    { heading: 'Meals', text: 'Lunch is served at noon. Guests pay at the counter.' },
  ],
}
const DOCTORS = [
  ['doctor', 'physician'],
  ['eat', 'lunch', 'meals'],
]

test('a passage is found by the window that means what is asked, in other words', async () => {
  const library = await openLibrary(modelOf(DOCTORS))
  const id = await library.add('Clinic', [CLINIC])

  const { passages } = await library.ask('Is a doctor there?', [id])

  expect(passages[0]?.text).toContain('physician')
})

test('windows are embedded with their heading, and a passage is their mean', async () => {
  const asked: string[] = []
  const model = modelOf(DOCTORS)
  const embed: EmbeddingModel['embed'] = (texts, ...more) => {
    asked.push(...texts)
    return model.embed(texts, ...more)
  }
  const passage = { title: 'Clinic', headings: ['Meals'], blocks: [] }
  const text = 'A physician is here. Lunch is served. Bring a card.'

  const [windowed] = await embedPassages([{ ...passage, text }], { ...model, embed }, signal)
  const [whole] = await embedPassages(
    [{ ...passage, text }],
    { ...model, embed, embedsWindows: false },
    signal,
  )

  expect(asked).toEqual([
    'Meals\nA physician is here.\nLunch is served.',
    'Meals\nLunch is served.\nBring a card.',
    'Clinic\nMeals\nA physician is here. Lunch is served. Bring a card.',
  ])
  expect([windowed?.windows.length, whole?.windows.length]).toEqual([2, 0])
  expect(windowed?.vector?.length).toBe(model.dimensions)
})

test('a model that embeds nothing leaves passages without vectors', async () => {
  const model = modelOf([], { embed: async () => [] })
  const passage = { title: '', headings: [], text: 'A text.', blocks: [] }

  const nothing = { vector: null, windows: [] }
  expect(await embedPassages([passage], model, signal)).toEqual([nothing])
  expect(await embedPassages([passage], { ...model, embedsWindows: false }, signal)).toEqual([
    nothing,
  ])
})

test('trust fades with the words that a model does not know', () => {
  const knowing = (coverage: number) =>
    modelOf([], { selector: `test/${coverage}`, coverage: () => coverage })
  const trusts = [0.5, 0.6, 0.675, 0.75, 1].map((share) => trustInQuestion(knowing(share), 'berth'))

  expect(trusts.map((trust) => Number(trust.toFixed(2)))).toEqual([0, 0, 0.5, 1, 1])
})

test('a model is not trusted with a language whose common words it does not know', () => {
  const english = /^(?:[a-z' ]*(?:the|and|that|house|because)[a-z' ]*)+$/
  const model = modelOf([], {
    selector: 'test/english',
    coverage: (text) => (english.test(text.toLowerCase()) || !/[äöüß]|und/.test(text) ? 1 : 0),
  })
  const german = { ...readOf({ text: 'x' }), language: 'german' as const }
  const own = { ...readOf({ text: 'x' }), language: 'english' as const }

  expect(trustInQuestion(model, 'Wie lang ist die Frist und wer zahlt?')).toBe(0)
  expect(trustInPassage(model, german, '')).toBe(0)
  expect(trustInPassage(model, own, '')).toBe(1)
})

test('the language of a passage that its words do not tell is told by its beginning', () => {
  const model = modelOf([], { coverage: (text) => (text.includes('服务') ? 0 : 1) })
  const unknown = { ...readOf({ text: 'x' }), language: null }

  expect(trustInPassage(model, unknown, '服务器')).toBe(0)
  expect(trustInPassage(model, unknown, 'npm run build')).toBe(1)
})

test('an embedding that is not trusted with the question changes nothing', async () => {
  const words = await openLibrary()
  const strange = await openLibrary(modelOf(DOCTORS, { coverage: () => 0.3 }))
  const [one, other] = [await words.add('Clinic', [CLINIC]), await strange.add('Clinic', [CLINIC])]
  const question = 'Is a doctor or a physician there?'

  expect(await strange.ask(question, [other])).toEqual(await words.ask(question, [one]))
})

test('cosines are told in deviations from those of texts that have nothing to do with each other', async () => {
  const scale = await cosineScale(modelOf([]), signal)
  const varied = await cosineScale(modelOf([['password'], ['account'], ['files', 'data']]), signal)

  expect(scale.mean).toBeCloseTo(1, 6)
  expect(scale.deviation).toBeGreaterThan(0)
  expect(varied.mean).toBeLessThan(1)
})

test('signs of meaning are those of the likest passage and of the one ranked first', () => {
  const passage = (document_id: string, score: number) => ({
    document_id,
    likeness: { score, trust: 0.5 },
  })

  const signs = meaningSigns([passage('a', 3), passage('b', 5), passage('c', 1)])

  expect(signs.trusted).toBe(0.5)
  expect(signs.alike).toBe(2.5)
  expect(signs.ahead).toBe(0.5 * (5 - 2))
  expect(signs.agreed).toBe(0.5 * 0.5)
  expect(meaningSigns([{ document_id: 'a', likeness: null }])).toEqual(NO_MEANING)
})
