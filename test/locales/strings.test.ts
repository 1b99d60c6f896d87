import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages as english, type Forms, type Messages } from '../../widget/locales/en.ts'
import { chooseLocale, createStrings, messagesOf } from '../../widget/strings.ts'

const folder = join(import.meta.dirname, '../../widget/locales')
const names = (await readdir(folder)).map((file) => file.replace('.ts', ''))
const others = names.filter((name) => name !== 'en')
const keys = Object.keys(english) as (keyof Messages)[]

test('the languages are those that are promised', () => {
  expect(names.toSorted()).toEqual(
    'ar de en es fr he it ja ko nl pl pt ru tr uk zh-Hans'.split(' '),
  )
})

test.each(others)('%s says everything that English says, in its own words', async (name) => {
  const messages = await messagesOf(name)

  expect(Object.keys(messages)).toEqual(Object.keys(english))
  const same = keys.filter((key) => messages[key] === english[key])
  expect(same.filter((key) => !COGNATES[name]?.includes(key))).toEqual([])
})

/** Words that are spelled alike in both languages. */
const COGNATES: Record<string, string[]> = { fr: ['assistant', 'conversation'] }

test.each(others)('%s loses no placeholder, and no form of a number', async (name) => {
  const messages = await messagesOf(name)

  for (const key of keys) {
    const [own, theirs] = [messages[key], english[key]].map(general)
    expect(own, key).not.toBe('')
    expect(placeholders(own), key).toEqual(placeholders(theirs))
  }
  const plural = new Intl.PluralRules(name)
  const used = new Set(Array.from({ length: 300 }, (_, n) => plural.select(n)))
  expect(Object.keys(messages.failures)).toEqual(Object.keys(english.failures))
  for (const forms of [messages.sources, messages.tooLong]) {
    const wanted = [...used, 'other'].filter((form) => form !== 'zero')
    expect(Object.keys(forms)).toEqual(expect.arrayContaining(wanted))
  }
})

function general(message: string | Forms | undefined): string {
  return typeof message === 'object' ? message.other : (message ?? '')
}

function placeholders(text = ''): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}

test.each([
  ['en', [1, '1 source'], [2, '2 sources'], [1234, '1,234 sources']],
  ['de', [1, '1 Quelle'], [1234, '1.234 Quellen']],
  ['ru', [1, '1 источник'], [3, '3 источника'], [11, '11 источников'], [21, '21 источник']],
  ['pl', [1, '1 źródło'], [4, '4 źródła'], [12, '12 źródeł'], [22, '22 źródła']],
  ['ar-EG', [1, 'مصدر واحد'], [2, 'مصدران'], [3, '3 مصادر'], [11, '11 مصدرًا']],
  ['ja', [1, '出典 1 件'], [2, '出典 2 件']],
] as const)('%s counts by its own rules', async (locale, ...cases) => {
  const strings = createStrings(await messagesOf(locale), locale)

  for (const [count, text] of cases) expect(strings.sources(Number(count))).toBe(text)
})

test('a wait is said in seconds of the language', async () => {
  const texts = ['en', 'uk', 'tr'].map(async (locale) =>
    createStrings(await messagesOf(locale), locale).wait(12),
  )

  expect(await Promise.all(texts)).toEqual([
    expect.stringContaining('12 seconds'),
    expect.stringContaining('12 секунд'),
    expect.stringContaining('12 saniye'),
  ])
})

test('a title with braces in it stays as it is', () => {
  expect(createStrings(english, 'en').source(2, 'Use {n} and {title}')).toBe(
    'Source 2: Use {n} and {title}',
  )
})

test.each([
  [['de', 'en'], 'de'],
  [[null, 'fr-CA', 'en'], 'fr-CA'],
  [[null, 'sv', 'nl'], 'nl'],
  [['zh-CN'], 'zh-CN'],
  [['zh-SG'], 'zh-SG'],
  [['zh-TW', 'ja'], 'ja'],
  [['pt_BR'], 'pt-BR'],
  [['iw'], 'iw'],
  [['english please', '', '*'], 'en'],
  [['constructor', '__proto__'], 'en'],
  [[], 'en'],
] as const)('of %j the choice is %s', (tags, expected) => {
  expect(chooseLocale(tags)).toBe(expected)
})

test.each([
  ['he', 'rtl'],
  ['iw-IL', 'rtl'],
  ['ar-MA', 'rtl'],
  ['ko', 'ltr'],
])('%s runs %s', (locale, dir) => {
  expect(createStrings(english, locale).dir).toBe(dir)
})
