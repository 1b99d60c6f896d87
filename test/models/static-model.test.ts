import { expect, test } from 'vitest'
import { readStaticModel } from '../../server/models/local/static-model.ts'
import {
  safetensors,
  TINY_DIMENSIONS,
  tensor,
  tinyModel,
  tinyRows,
  tinyTensors,
  tinyTokenizer,
} from './tiny-model.ts'

const { signal } = new AbortController()

async function embed(folder: string, text: string): Promise<number[]> {
  const [vector] = await readStaticModel(folder).embed([text], 'question', signal)
  return Array.from(vector ?? [], (value) => Math.round(value * 1000) / 1000)
}

function withTensors(tensors: Parameters<typeof safetensors>[0]): string {
  return tinyModel({ 'model.safetensors': safetensors(tensors) })
}

test('the vector of a text is the weighted sum of its pieces, at unit length', async () => {
  const folder = tinyModel()

  expect(await embed(folder, 'Late boats?')).toEqual([0, 0, 0.5, 0, 0.5, 0.5, 0.5, 0])
  expect(await embed(folder, 'the ship')).toEqual(await embed(folder, 'boat'))
  expect(await embed(folder, 'boat boat train')).toEqual([0, 0, 0.894, 0.447, 0, 0, 0, 0])
})

test('pieces that are unknown count nothing, and a text of them alone has no direction', async () => {
  const folder = tinyModel()

  expect(await embed(folder, 'Заголовок boat')).toEqual(await embed(folder, 'boat'))
  expect(await embed(folder, 'Заголовок')).toEqual(Array(TINY_DIMENSIONS).fill(0))
  expect(await embed(folder, '')).toEqual(Array(TINY_DIMENSIONS).fill(0))
})

test.each([
  [
    'half precision',
    tensor(
      'F16',
      [9, 8],
      Uint16Array.from(tinyRows(), (value) => value && 0x4900),
    ),
  ],
  ['single precision', tensor('F32', [9, 8], Float32Array.from(tinyRows()))],
  ['double precision', tensor('F64', [9, 8], Float64Array.from(tinyRows()))],
])('rows of %s, without weights, are read as well', async (_name, embeddings) => {
  const folder = withTensors({ embeddings })

  expect(await embed(folder, 'Late boats?')).toEqual([0, 0, 0.5, 0, 0.5, 0.5, 0.5, 0])
})

test('pieces are mapped to the rows that they share', async () => {
  const boat = tinyRows().slice(2 * TINY_DIMENSIONS, 3 * TINY_DIMENSIONS)
  const folder = withTensors({
    ...tinyTensors(),
    embeddings: tensor('I8', [1, 8], Int8Array.from(boat)),
    mapping: tensor('I64', [9], BigInt64Array.from(Array(9).fill(0n))),
  })

  expect(await embed(folder, 'late train')).toEqual(await embed(folder, 'boat'))
})

test('the layout of sentence-transformers is read as well', async () => {
  const { embeddings } = tinyTensors()
  const folder = tinyModel({
    'model.safetensors': null,
    'tokenizer.json': null,
    '0_StaticEmbedding/model.safetensors': safetensors({ 'embedding.weight': embeddings! }),
    '0_StaticEmbedding/tokenizer.json': JSON.stringify(tinyTokenizer()),
  })

  expect(await embed(folder, 'boat')).toEqual([0, 0, 1, 0, 0, 0, 0, 0])
})

test('a tokenizer that joins words is not read word by word', async () => {
  const { model, added_tokens, ...tokenizer } = tinyTokenizer() as {
    model: object
    added_tokens: object[]
  }
  const joined = { ...added_tokens[0], id: 8, content: 'late train', special: false }
  const folder = tinyModel({
    'tokenizer.json': JSON.stringify({
      ...tokenizer,
      model,
      added_tokens: [...added_tokens, { ...joined, normalized: true }],
    }),
    'model.safetensors': safetensors({ embeddings: tinyTensors().embeddings! }),
  })

  expect(await embed(folder, 'The late train')).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
})

test('the lines of many texts are summed each for itself', async () => {
  const { embed: embedAll } = readStaticModel(tinyModel())
  const texts = Array.from(
    { length: 1000 },
    (_, at) => `late${' '.repeat(at)}\nboat${' '.repeat(at)}`,
  )

  const vectors = await embedAll(texts, 'passage', signal)

  expect(new Set(vectors.map(String)).size).toBe(1)
})

test('others have their turn while many texts are embedded', async () => {
  const { embed: embedAll } = readStaticModel(tinyModel())
  const texts = Array.from({ length: 5000 }, (_, at) => `boat number ${at}`)
  let turns = 0
  const count = setInterval(() => (turns += 1))

  await embedAll(texts, 'passage', signal)

  clearInterval(count)
  expect(turns).toBeGreaterThan(1)
})

test('it tells the share of words that it knows', () => {
  const { coverage } = readStaticModel(tinyModel())

  expect(coverage('Boat, SHIP: late?')).toBe(1)
  expect(coverage('Boot und Schiff boat')).toBe(0.25)
  expect(coverage('船はどこですか')).toBe(0)
  expect(coverage('')).toBe(1)
})

const whole = safetensors(tinyTensors())

test.each([
  ['no file', { 'model.safetensors': null }, /lacks model\.safetensors or tokenizer\.json\.$/],
  [
    'an empty file',
    { 'model.safetensors': '' },
    'model.safetensors is damaged, or not in the format of safetensors.',
  ],
  [
    'another format',
    { 'model.safetensors': 'PK\u0003\u0004 and so on, and on' },
    'model.safetensors is damaged, or not in the format of safetensors.',
  ],
  [
    'a file that is cut off',
    { 'model.safetensors': whole.subarray(0, -1) },
    'model.safetensors is cut off.',
  ],
  [
    'other tensors',
    { 'model.safetensors': safetensors({ weights: tinyTensors().weights! }) },
    'model.safetensors holds no static model in the format of Model2Vec.',
  ],
  [
    'too few rows',
    { 'model.safetensors': safetensors({ embeddings: tensor('I8', [2, 8], new Int8Array(16)) }) },
    'model.safetensors and tokenizer.json are not of one model.',
  ],
  [
    'a tokenizer that is cut off',
    { 'tokenizer.json': '{"model": {"vocab"' },
    'tokenizer.json is damaged, or of a kind that is not known.',
  ],
])('%s is refused in one sentence', (_name, files, message) => {
  expect(() => readStaticModel(tinyModel(files))).toThrow(message)
})
