import { expect, test } from 'vitest'
import { meaning } from '../../server/models/builtin/meaning.ts'
import { readLater } from '../../server/models/local/read-later.ts'
import { createWindowLikeness } from '../../server/retrieval/window-likeness.ts'

const built = readLater(meaning, (fault) => {
  throw new Error(fault)
})
const like = createWindowLikeness(() => built)
const { signal } = new AbortController()

test('a sentence that says the same in other words is liker than one on something else', async () => {
  const windows = [
    'You can get your money back within two weeks.',
    'The harbour is lit at night.',
  ] as const

  const [same = 0, other = 0] = await like('How do I get a refund?', [...windows], signal)

  expect(same).toBeGreaterThan(other)
  expect(same).toBeLessThanOrEqual(1)
  expect(other).toBeGreaterThanOrEqual(0)
})

test('nothing is said of a language that the embedding does not know', async () => {
  const windows = ['Das Geld wird innerhalb von zwei Wochen erstattet.']

  expect(await like('Wie bekomme ich mein Geld zurück?', windows, signal)).toEqual([0])
})

test('a model that cannot be read says nothing', async () => {
  const broken = createWindowLikeness(() => ({ ...built, embed: async () => [] }))

  expect(await broken('What?', ['That.'], signal)).toEqual([0])
})
