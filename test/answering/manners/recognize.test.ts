import { describe, expect, test } from 'vitest'
import { recognizeSmallTalk } from '../../../server/answering/manners/recognize.ts'
import { acts, type Phrases } from '../../../server/text/phrases/phrases.ts'
import { listOf, samples } from './samples.ts'

/** The lists of a language, to tell what is in them word by word. */
async function wordsOf(locale: string): Promise<Set<string>> {
  const module = (await import(`../../../server/text/phrases/${locale}.ts`)) as Record<
    string,
    Phrases
  >
  const lists = Object.values(module).flatMap((phrases) => Object.values(phrases).flat())
  return new Set(lists.flatMap((list) => list.split(' ')).map((word) => word.replaceAll('_', ' ')))
}

describe.each(Object.entries(samples))('in %s', (locale, { questions, ...texts }) => {
  test('small talk is recognized that no list holds', async () => {
    const known = await wordsOf(locale)
    const written = acts.flatMap((act) => listOf(texts[act]))
    const unlisted = written.filter((text) => !known.has(text.toLowerCase()))

    const missed = unlisted.filter((text) => recognizeSmallTalk(text) === null)

    expect(unlisted.length).toBeGreaterThanOrEqual(40)
    expect(missed.length / unlisted.length, missed.join(' | ')).toBeLessThanOrEqual(0.05)
  })

  test.each(['dismissal', 'trouble'] as const)(
    'a %s is told from all else that people say beside their questions',
    (act) => {
      const missed = listOf(texts[act]).filter((text) => recognizeSmallTalk(text)?.act !== act)

      expect(missed).toEqual([])
    },
  )

  test('a question that looks like small talk stays a question', () => {
    const asked = listOf(questions)

    expect(asked.length).toBeGreaterThanOrEqual(10)
    expect(asked.filter((question) => recognizeSmallTalk(question) !== null)).toEqual([])
  })
})

test.each([
  ['hi there, thanks so much!', 'thanks'],
  ['ok great thanks bye', 'goodbye'],
  ['hello, can I talk to a human please', 'person'],
  ['hi! who are you and what can you do?', 'abilities'],
  ['lol ok never mind, cheers', 'thanks'],
  ['never mind, bye', 'goodbye'],
  ['hi, oh never mind', 'dismissal'],
  ['forget it, you are useless', 'complaint'],
  ["hi, can you help? it doesn't work", 'trouble'],
  ['nothing works, can I talk to someone', 'person'],
  ['👋', 'greeting'],
  ['👍👍', 'thanks'],
])('of several acts the one that wants most is answered: %s', (text, act) => {
  expect(recognizeSmallTalk(text)?.act).toBe(act)
})

test.each([
  ['complaint', '😡😡😡 🤬 😠 👎 👎🏽 😢 😭 😞 🙁 ☹️ 💔 :( :-( 👍😡'],
  ['thanks', '👍 👍🏽 🙏 ❤️ 💜 😊😊 😂 🎉 👌 :) ;-) :D <3'],
  ['greeting', '👋 👋🏽 👋🙂'],
  [undefined, '🤔 🍕 😳 🤷 👀 🇩🇪 1️⃣'],
])('pictures alone are %s', (act, pictures) => {
  const acts = pictures.split(' ').map((picture) => recognizeSmallTalk(picture)?.act)

  expect(new Set(acts)).toEqual(new Set([act]))
})

test.each(['?', '...', '❓❓', '42', 'yes', 'no', 'WhatsApp', 'it', ''])(
  'a text without any phrase is not small talk: %j',
  (text) => {
    expect(recognizeSmallTalk(text)).toBeNull()
  },
)

test('words that languages share are read in the preferred one', () => {
  expect(recognizeSmallTalk('hallo')?.locale).toBe('de')
  expect(recognizeSmallTalk('hallo', 'nl')?.locale).toBe('nl')
})

test.each(['contact support', 'Hello, contact support!', 'live support', 'super'])(
  'words that are English as well are read in English, unless another language is preferred: %s',
  (text) => {
    expect(recognizeSmallTalk(text)?.locale).toBe('en')
  },
)

test('the languages are told that a text may be written in', () => {
  expect(recognizeSmallTalk('hallo')?.locales).toEqual(expect.arrayContaining(['de', 'nl']))
  expect(recognizeSmallTalk('super', 'fr')?.locales).toEqual(['fr'])
})

test('words of English may stand among those of another language', () => {
  expect(recognizeSmallTalk('sorry guys, merci vielmals')?.act).toBe('thanks')
})

test.each([
  'ok thanks, you saved my day',
  'danke, du hast mir den Tag gerettet',
  'gracias, me has salvado el día',
  'дякую, ви врятували мій день',
  'תודה, הצלת לי את היום',
  'ありがとう、本当に救われました',
  '你真是我的救星',
])('praise beside thanks is thanks: %s', (text) => {
  expect(recognizeSmallTalk(text)?.act).toBe('thanks')
})

test.each(['you saved my day, but how do I cancel?', 'best star', 'Is your trial free?'])(
  'words of praise in a question are no thanks: %s',
  (text) => {
    expect(recognizeSmallTalk(text)).toBeNull()
  },
)
