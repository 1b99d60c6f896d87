import { expect, test } from 'vitest'
import { spellingsIn } from '../../server/retrieval/misspelt.ts'

const TEXT =
  'A certificate for each wildcard. Rotate the key at a fixed rate, as in 2018, or file a Überweisung.'

function meant(word: string): string | undefined {
  return spellingsIn([TEXT], [word]).get(word)?.text
}

test.each([
  ['a letter left out', 'certifcate', 'certificate'],
  ['a letter added', 'wildcarrd', 'wildcard'],
  ['a letter changed', 'wildcart', 'wildcard'],
  ['two letters in each other’s place', 'wildcrad', 'wildcard'],
  ['two mistakes in a long word', 'certefcate', 'certificate'],
  ['a letter left out rather than added', 'roate', 'rotate'],
  ['two letters left out of eleven', 'certifcat', 'certificate'],
  ['a letter changed in five', 'fixxd', 'fixed'],
  ['a mistake beside an accent', 'überweisng', 'überweisung'],
])('%s is what a word is misspelt by', (_mistake, word, right) => {
  expect(meant(word)).toBe(right)
})

test.each([
  ['the first letter is another', 'cotate'],
  ['too much is wrong', 'wildlife'],
  ['two letters of eight are changed', 'wildcsrx'],
  ['two letters of seven are left out', 'wildcd'],
  ['a letter has moved by two places', 'wildcdar'],
  ['a letter has moved back by two places', 'wildcrda'],
  ['it is short', 'fole'],
  ['it has four letters', 'fixd'],
  ['it has a digit', '2019'],
])('a word is left as it is when %s', (_reason, word) => {
  expect(meant(word)).toBeUndefined()
})
