import { expect, test } from 'vitest'
import { createLexicalEmbedding } from '../../server/models/builtin/embedding.ts'

const signal = new AbortController().signal

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0)
}

test('vectors have the requested width and unit length', async () => {
  for (const dimensions of [64, 512, 4096]) {
    const [vector] = await createLexicalEmbedding(dimensions).embed(
      ['Opening hours'],
      'passage',
      signal,
    )

    expect(vector).toHaveLength(dimensions)
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
  }
})

test('a question is nearer to what is spelt like it than to anything else', async () => {
  const model = createLexicalEmbedding()
  const [right, wrong] = await model.embed(
    ['You can renew a loan twice in your account.', 'Printers stand on each floor.'],
    'passage',
    signal,
  )
  const [question] = await model.embed(['How often can I renew loans?'], 'question', signal)

  expect(cosine(question, right)).toBeGreaterThan(cosine(question, wrong) + 0.1)
})

test('the same text gives the same vector, and no text the zero vector', async () => {
  const model = createLexicalEmbedding()

  const [first, second, empty] = await model.embed(['A b c', 'A b c', ''], 'passage', signal)

  expect(first).toEqual(second)
  expect(empty?.every((value) => value === 0)).toBe(true)
})
