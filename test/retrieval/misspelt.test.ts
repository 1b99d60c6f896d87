import { expect, test } from 'vitest'
import { spellingOf } from '../../server/retrieval/misspelt.ts'
import { analyzeQuestion } from '../../server/text/question.ts'

const KNOWN = ['certif', 'wildcard', 'rotat', 'fix', 'rate', '2018', 'file', 'uberweis']

function meant(question: string, known = KNOWN): string | undefined {
  const [word] = analyzeQuestion(question).words
  return word && spellingOf(word, known)
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

test.each([
  ['six letters', 'hrabor', 'harbor'],
  ['eight letters with one mistake', 'moorimgs', 'moorings'],
  ['nine letters with two mistakes', 'moorrimgs', 'moorings'],
])('a word of %s may be misspelt', (_length, text, right) => {
  expect(spellingOf({ text, terms: [] }, [right])).toBe(right)
})

test.each([
  ['five letters', 'hrbor', 'harbor'],
  ['eight letters with two mistakes', 'mooirmgs', 'moorings'],
  ['nine letters with three mistakes', 'mooirmggs', 'moorings'],
])('a word of %s is left as it is', (_length, text, other) => {
  expect(spellingOf({ text, terms: [] }, [other])).toBeUndefined()
})

test.each([
  ['a stem of five letters with one mistake', 'bxard', 'board'],
  ['a stem of eight letters with one mistake', 'whiteboa', 'whitebo'],
  ['a stem of nine letters with two mistakes', 'whitebord', 'whitxbrd'],
])('%s may be that of a misspelt word', (_length, stem, right) => {
  expect(spellingOf({ text: 'misspellings', terms: [stem] }, [right])).toBe(right)
})

test.each([
  ['a stem of four letters', 'bxrd', 'bord'],
  ['a stem of eight letters with two mistakes', 'whiteboa', 'whitxbo'],
])('%s is that of no misspelt word', (_length, stem, other) => {
  expect(spellingOf({ text: 'misspellings', terms: [stem] }, [other])).toBeUndefined()
})

test.each([[['harbour', 'harbo']], [['harbo', 'harbour']]])(
  'of equally near terms the longest is meant: %j',
  (known) => {
    expect(spellingOf({ text: 'harbou', terms: [] }, known)).toBe('harbour')
  },
)

test.each([[['mooringes', 'mooringxyz']], [['mooringxyz', 'mooringes']]])(
  'the nearest term is meant, not the longest: %j',
  (known) => {
    expect(spellingOf({ text: 'mooringxs', terms: [] }, known)).toBe('mooringes')
  },
)
