import { expect, test } from 'vitest'
import { areRanked, isListed, rarityOf } from '../../server/text/word-ranks.ts'

test('a word is the rarer the later it comes in the list of its language', () => {
  const rarities = ['of', 'citi', 'ribbon', 'certbot'].map((term) => rarityOf(term, 'english'))

  expect(rarities).toEqual(rarities.toSorted((one, other) => one - other))
  expect(new Set(rarities).size).toBe(4)
})

test('the rank of a stem is that of its commonest form', () => {
  expect(rarityOf('citi', 'english')).toBeLessThan(rarityOf('ribbon', 'english'))
  expect(rarityOf('stadt', 'german')).toBeLessThan(rarityOf('stadt', 'english'))
})

test.each([
  ['the stems of its words', ['stadt', 'lieg', 'am', 'fluss'], 'german', true],
  ['numbers and identifiers beside words', ['stadt', '1990', 'max_age'], 'german', true],
  ['words of another language', ['stadt', 'lieg', 'fluss', 'noch'], 'english', false],
  ['a script that tells its language', ['город', 'река'], 'english', true],
  ['pairs of letters without spaces', ['城市', '市在'], 'english', true],
  ['a script without a list', ['πόλη', 'ποτα'], 'english', false],
  ['nothing', [], 'english', false],
] as const)('how rare words are is known of %s or not', (_what, terms, language, known) => {
  expect(areRanked(terms, language)).toBe(known)
})

test('a common word is listed as it is written, and no misspelt one', () => {
  expect(isListed('settings', 'english')).toBe(true)
  expect(isListed('stadt', 'german')).toBe(true)
  expect(isListed('stadt', 'english')).toBe(false)
  expect(isListed('settigns', 'english')).toBe(false)
})
