import { expect, test } from 'vitest'
import { spokenLanguageOf } from '../../server/text/language.ts'

test.each([
  'Czy mogę zwrócić towar do sklepu?',
  'Ile kosztuje wysyłka do Niemiec?',
  'Tak, to jest możliwe.',
  'Do kiedy mogę oddać i w jakim sklepie?',
])('%s is Polish', (text) => {
  expect(spokenLanguageOf(text)).toBe('polish')
})

test.each([
  ['Jest cannot find the module in your project.', 'english'],
  [
    'The parcels to Łódź are sent on Monday, and those to the other cities are sent later.',
    'english',
  ],
  ['Wann wird das Paket nach Łódź und in die anderen Städte verschickt?', 'german'],
])('a name in %s does not make it Polish', (text, language) => {
  expect(spokenLanguageOf(text)).toBe(language)
})
