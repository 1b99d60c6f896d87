import { expect, test } from 'vitest'
import { createRepetition, textDigest } from '../../server/ingestion/repeated-text.ts'

const digests = (...texts: string[]) => new Set(texts.map(textDigest))

function repeatedAfter(pages: string[][], known: string[] = []) {
  const repetition = createRepetition(known.map(textDigest))
  for (const texts of pages) repetition.add({ texts: digests(...texts), places: new Map() })
  const repeated = new Set(repetition.repeated())
  return (text: string) => repeated.has(textDigest(text))
}

test.each([
  [4, 60, true],
  [3, 60, false],
  [5, 100, true],
  [4, 100, false],
])('a text on %i of %i pages repeats: %s', (count, pages, isRepeated) => {
  const every = Math.floor(pages / count)
  const site = Array.from({ length: pages }, (_, page) =>
    page % every === 0 && page < every * count ? ['banner', `${page}`] : [`${page}`],
  )

  const repeats = repeatedAfter(site)

  expect(repeats('banner')).toBe(isRepeated)
  expect(repeats('1')).toBe(false)
})

test('a text of one part of a large website repeats once enough of its pages have been seen', () => {
  const others = Array.from({ length: 2000 }, (_, page) => [`${page}`])
  const part = (pages: number) =>
    Array.from({ length: pages }, (_, page) => ['of the part', `part ${page}`])

  expect(repeatedAfter([...others, ...part(14)])('of the part')).toBe(false)
  expect(repeatedAfter([...others, ...part(15)])('of the part')).toBe(true)
})

test('what earlier runs found to repeat still does', () => {
  expect(repeatedAfter([['a']], ['banner'])('banner')).toBe(true)
})

test('different texts have different digests, whatever their order and length', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `${at} and ${at * 7}`)

  expect(digests(...texts).size).toBe(texts.length)
})
