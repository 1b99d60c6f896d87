import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { expect, test } from 'vitest'
import { meaning } from '../../server/models/builtin/meaning.ts'
import { readWordPieces } from '../../server/models/local/word-pieces.ts'

const file = join(meaning.folder, 'tokenizer.json')
const library = new Tokenizer(JSON.parse(readFileSync(file, 'utf8')), {})
const pieces = readWordPieces(file)

test.each([
  ['words and signs', 'How do I re-install "Widgets" (v2.10)? Don\'t click here!'],
  ['addresses and names in code', 'foo_bar@example.org, https://a.example/b?c=d#e, a.b->c[0]'],
  ['words of several pieces', 'Unhyperparameterizable antidisestablishmentarianisms, KUBERNETES'],
  ['the longest word and one that is longer', `${'a'.repeat(100)} ${'b'.repeat(101)} end`],
  ['other letters', 'L’été, Ärger, İstanbul; “so” — Привет: 東京 は 서울, สวัสดี'],
  ['a word of which only a part is ASCII', 'naïve caféteria 3,50€ x²'],
  ['blanks of all kinds', 'a\tb\r\nc\u00a0d\u2028e\u3000f\u200bg\ufeffh'],
  ['control characters', 'a\u0000b c\u001fd \u007f'],
  ['nothing', ''],
])('the pieces of %s are those that the library finds', (_what, text) => {
  const { ids } = library.encode(text, { add_special_tokens: false })
  const unknown = library.token_to_id('[UNK]')

  expect(pieces.ids(text)).toEqual(ids.filter((id) => id !== unknown))
})
