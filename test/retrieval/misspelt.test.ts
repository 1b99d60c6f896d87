import { expect, test } from 'vitest'
import { spellingOf } from '../../server/retrieval/misspelt.ts'
import { analyzeQuestion } from '../../server/text/question.ts'

const KNOWN = ['certif', 'wildcard', 'rotat', 'fix', 'rate', '2018', 'file', 'uberweis']

function meant(question: string): string | undefined {
  const [word] = analyzeQuestion(question).words
  return word && spellingOf(word, KNOWN)
}

test.each([
  ['a letter left out', 'certifcates', 'certif'],
  ['a letter added', 'wildcarrd', 'wildcard'],
  ['a letter changed', 'wildcart', 'wildcard'],
  ['two letters in each other’s place', 'wildcrad', 'wildcard'],
  ['two mistakes in a long word', 'wilddcarrd', 'wildcard'],
  ['a mistake beside an accent', 'überweisng', 'uberweis'],
])('%s is what a word is misspelt by', (_mistake, word, right) => {
  expect(meant(word)).toBe(right)
})

test.each([
  ['the first letter is another', 'cotate'],
  ['too much is wrong', 'wildlife'],
  ['it is short', 'roate'],
  ['it has a digit', '2019'],
])('a word is left as it is when %s', (_reason, word) => {
  expect(meant(word)).toBeUndefined()
})
