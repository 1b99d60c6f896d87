import { expect, test } from 'vitest'
import { createModels } from '../../server/models/registry.ts'
import { tinyModel } from './tiny-model.ts'

const { signal } = new AbortController()

/** The models of a deployment whose built-in one is in this folder, and what they report. */
function modelsIn(folder: string) {
  const reported: string[] = []
  const local = ['builtin/meaning-1', 'installed/boats'].map((selector) => ({
    selector,
    configured_by: selector.startsWith('builtin') ? ('built-in' as const) : ('installed' as const),
    folder,
    kind: 'static' as const,
    dimensions: 8,
  }))
  const models = createModels(
    {
      model: '',
      embedding_model: 'builtin/meaning-1',
      embedding_dimensions: null,
      embedding_ms: 1000,
    },
    {},
    [],
    { local, report: (sentence) => reported.push(sentence) },
  )
  return { models, reported }
}

test('a model is read when it is first needed, and knows words from then on', async () => {
  const { models, reported } = modelsIn(tinyModel())
  const model = models.embedding('builtin/meaning-1', 8)
  expect(model).toMatchObject({ embedsWindows: true, dimensions: 8 })
  expect(model.coverage('boat')).toBe(0)

  const [boat, ship] = await model.embed(['boat', 'ship'], 'passage', signal)

  expect(boat).toEqual(ship)
  expect(model.coverage('boat Boot')).toBe(0.5)
  expect(models.embedding('installed/boats', 8).coverage('Boot')).toBe(1)
  expect(models.faults()).toEqual([])
  expect(reported).toEqual([])
})

test('one that is damaged is told once, and words alone answer', async () => {
  const { models, reported } = modelsIn(tinyModel({ 'tokenizer.json': '{' }))
  const model = models.embedding('builtin/meaning-1', 8)

  expect(await model.embed(['boat'], 'question', signal)).toEqual([])
  expect(await model.embed(['boat'], 'question', signal)).toEqual([])

  expect(reported).toEqual([
    'The embedding model builtin/meaning-1 cannot be used, and words alone answer: tokenizer.json is damaged, or of a kind that is not known.',
  ])
})

test('missing and shortened files show before anything is read', () => {
  const cut = modelsIn(tinyModel({ 'model.safetensors': 'short' }))
  const gone = modelsIn('/nowhere')

  expect(cut.models.faults()[0]).toBe(
    'The embedding model builtin/meaning-1 cannot be used, and words alone answer: model.safetensors is damaged, or not in the format of safetensors.',
  )
  expect(gone.models.faults()[1]).toMatch(/^The embedding model installed\/boats cannot be used/)
})

test('the built-in embedding of earlier versions means that of today wherever it is named', () => {
  const named = (embedding_model: string, embedding_dimensions: number | null) => {
    const settings = { model: '', embedding_model, embedding_dimensions, embedding_ms: 1000 }
    return createModels(settings, {}, [])
  }
  const today = { selector: 'builtin/meaning-1', dimensions: 256 }

  expect(named('builtin/lexical-512', null).chosenEmbedding('')).toMatchObject(today)
  expect(named('builtin/lexical-512', 512).chosenEmbedding('')).toMatchObject(today)
  expect(named('builtin/meaning-1', 512).chosenEmbedding('')).toMatchObject(today)
  const models = named('builtin/meaning-1', null)
  expect(models.chosenEmbedding('', 512)).toMatchObject(today)
  expect(models.chosenEmbedding('builtin/lexical-512', 128)).toMatchObject(today)
  expect(() => models.chosenEmbedding('builtin/meaning-1', 512)).toThrow(
    'embedding_dimensions must be 256 for builtin/meaning-1.',
  )
  expect(models.embeddingModels).toEqual(['builtin/meaning-1'])
})

test.each(['builtin/lexical-512', 'installed/gone'])(
  'collections of %s are answered by words',
  async (selector) => {
    const { models } = modelsIn(tinyModel())
    const model = models.embedding(selector, 512)

    expect(model).toMatchObject({ selector, dimensions: 512, embedsWindows: false })
    expect(await model.embed(['boat'], 'question', signal)).toEqual([])
    expect(model.coverage('boat')).toBe(0)
  },
)
