import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CreateCollection } from '../../server/contract/collection.ts'
import { ConversationTitle, titleOf } from '../../server/contract/conversation.ts'
import { longText, Metadata, QuestionText, shownText } from '../../server/contract/text.ts'

const Name = shownText(1, 5)

describe('a name (docs/behaviour.md#text-fields)', () => {
  test.each([
    ['  ab ', 'ab'],
    ['e\u0301', 'é'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
    ['नमस्ते'.slice(0, 5), 'नमस्ते'.slice(0, 5)],
    ['a b', 'a b'],
  ])('%j becomes %j', (text, name) => {
    expect(Name.parse(text)).toBe(name)
  })

  test.each([
    '',
    '   ',
    'abcdef',
    'a\tb',
    'a\nb',
    'a\u0000',
    'a\u007fb',
    'a\u0085b',
    'a\u00adb',
    'a\u034fb',
    'a\u061cb',
    'a\u115fb',
    'a\u180eb',
    'a\u200bb',
    'a\u200db',
    'a\u200eb',
    'a\u2028b',
    'a\u2029b',
    'a\u202eb',
    'a\u2060b',
    'a\u2066b',
    'a\u2800b',
    'a\u3164b',
    'a\ue000b',
    'a\ufe0fb',
    'a\uffa0b',
    'a\ufff9b',
    'a\ud800b',
    'a\udc00b',
    'a\u{e0041}b',
    'a\u{f0000}b',
    '\u200b',
  ])('%j is refused', (text) => {
    expect(Name.safeParse(text).success).toBe(false)
  })
})

describe('a question (docs/behaviour.md#text-fields)', () => {
  test.each([
    ['lines', 'a\r\nb\rc\nd\te', 'a\nb\nc\nd\te'],
    ['a family', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['a skin tone', '👩🏽‍🚀', '👩🏽‍🚀'],
    ['a rainbow flag', '🏳️‍🌈', '🏳️‍🌈'],
    ['a red heart', '❤️', '❤️'],
    ['a keycap', '1️⃣', '1️⃣'],
    ['the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['Malayalam', 'ന്\u200d', 'ന്\u200d'],
    ['Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['decomposed letters', 'Cafe\u0301', 'Café'],
  ])('may contain %s', (_, text, stored) => {
    expect(QuestionText.parse(text)).toBe(stored)
  })

  test.each([
    ['a zero-width space', 'a\u200bb'],
    ['a joiner between letters', 'a\u200db'],
    ['a non-joiner between letters', 'a\u200cb'],
    ['a loose joiner', '\u200d'],
    ['an override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['a variation after a letter', 'a\ufe0f'],
    ['loose tags', 'a\u{e0067}\u{e0062}\u{e007f}'],
    ['unended tags', '🏴\u{e0067}\u{e0062}'],
    ['a NUL', 'a\u0000b'],
    ['an escape', 'a\u001b[31m'],
    ['a line separator', 'a\u2028b'],
    ['half a surrogate pair', 'a\ud83d'],
    ['private use', '\ue000'],
    ['blank Braille', '\u2800'],
    ['a byte order mark', 'a\ufeffb'],
    ['an annotation', 'a\ufff9b\ufffac\ufffb'],
    ['nothing', ' \n\t\r\n '],
  ])('must not contain %s', (_, text) => {
    expect(QuestionText.safeParse(text).success).toBe(false)
  })

  test('counts code points after trimming', () => {
    expect(QuestionText.safeParse(` ${'😀'.repeat(16_000)}\n`).success).toBe(true)
    expect(QuestionText.safeParse('x'.repeat(16_001)).success).toBe(false)
  })
})

/** Edge cases of the rules: letters of many scripts, joiners, marks, emoji and their parts. */
const writing = fc
  .array(
    fc.oneof(
      { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), weight: 2 },
      fc.constantFrom('a', ' ', '\t', '\r', '\r\n', '\n', '\u00a0', '\u0301', '\u0344', '\u093c'),
      fc.constantFrom('ی', 'م', '\u064b', '\u200c', 'ن', 'ന', '\u0d4d', 'क', '\u094d', '\u200d'),
      fc.constantFrom('👩', '🏽', '\ufe0f', '❤', '1', '\u20e3', '🏴', '\u{e0067}', '\u{e007f}'),
      fc.constantFrom(
        '👩‍👩‍👧‍👦',
        '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
        'می\u200cخواهم',
        'क्\u200dष',
        'e\u0301',
        '\u0301'.repeat(29),
      ),
      { arbitrary: fc.constant('\u200b'), weight: 1 },
    ),
    { maxLength: 400 },
  )
  .map((parts) => parts.join(''))

/** Only characters that a question may contain, so that long ones are accepted, too. */
const wholeWords = fc
  .array(
    fc.constantFrom(
      'x',
      ' ',
      '\t',
      'e\u0301',
      '1️⃣',
      '❤️',
      '👩🏽‍🚀',
      '👩‍👩‍👧‍👦',
      '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
      '🇳🇱',
      'ന്\u200d',
      'क्\u200dष',
      'ی\u200cم',
      'می\u200cخواهم',
      '\u0344',
      '🏽\u200d🚀',
      `🏴${'\u{e0067}'.repeat(190)}\u{e007f}`,
    ),
    { maxLength: 300 },
  )
  .map((words) => words.join(''))

const texts = fc.oneof(
  writing,
  wholeWords,
  writing.map((text) => text.slice(0, 20)),
)

describe('a stored text is accepted again unchanged', () => {
  test.each([
    ['a question', QuestionText],
    ['a longer text', longText(300)],
    ['a title', ConversationTitle],
    ['a name', shownText(1, 200)],
    ['a description that is cut', CreateCollection.shape.description],
  ])('%s', (_, schema) => {
    let accepted = 0
    fc.assert(
      fc.property(texts, (sent) => {
        const stored = schema.safeParse(sent)
        if (!stored.success) return
        accepted += 1
        expect(schema.safeParse(stored.data)).toEqual({ success: true, data: stored.data })
      }),
      { numRuns: 2000 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
})

describe('a title (docs/behaviour.md#conversations)', () => {
  test('made from a question can be sent back', () => {
    const questions = texts.map((text) => QuestionText.safeParse(text))
    fc.assert(
      fc.property(
        questions.filter(({ success }) => success),
        ({ data = '' }) => {
          const title = titleOf(data)
          expect(ConversationTitle.safeParse(title)).toEqual({ success: true, data: title })
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('can be asked as a question, which gets the same title', () => {
    const titles = texts.map((text) => ConversationTitle.safeParse(text))
    fc.assert(
      fc.property(
        titles.filter(({ success }) => success),
        ({ data = '' }) => {
          expect(QuestionText.parse(data)).toBe(data)
          expect(titleOf(data)).toBe(data)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['a tab becomes a space', 'How\tmuch?', 'How much?'],
    ['only the first line counts', 'Hello\nworld', 'Hello'],
    ['a family is not cut in two', `${'x'.repeat(197)}👩‍👩‍👧‍👦 and more`, 'x'.repeat(197)],
    ['a joiner at the cut goes', `${'x'.repeat(198)}ی\u200cم`, `${'x'.repeat(198)}ی`],
    ['a flag is not cut in two', `${'x'.repeat(199)}🇳🇱`, 'x'.repeat(199)],
    ['Persian stays as it is', 'می\u200cخواهم', 'می\u200cخواهم'],
  ])('%s', (_, question, title) => {
    expect(titleOf(QuestionText.parse(question))).toBe(title)
  })
})

describe('a refusal names the character and its position', () => {
  test.each([
    ['a\u200bb', 'U+200B (zero width space) at position 2'],
    ['  😀\u202e', 'U+202E (right-to-left override) at position 2'],
    ['a\u0007', 'U+0007 (control character) at position 2'],
    ['\u{e0041}', 'U+E0041 (invisible character) at position 1'],
    ['a\ufe0f', 'U+FE0F (variation selector) at position 2'],
    ['می\u200cخواهم a\u200cb', 'U+200C (zero width non-joiner) at position 11'],
    ['a\udc00', 'U+DC00 (half of a surrogate pair) at position 2'],
  ])('%j', (text, found) => {
    const { error } = QuestionText.safeParse(text)

    expect(error?.issues.map(({ message }) => message)).toEqual([
      `must be free of control and invisible characters other than newlines and tabs; it contains ${found}`,
    ])
  })
})

test('more than 30 marks in a row are refused, and more than four code units for each character', () => {
  const messages = (text: string) =>
    QuestionText.safeParse(text).error?.issues.map(({ message }) => message) ?? []

  expect(messages(`a${'\u0301'.repeat(30)}b${'\u0301'.repeat(30)}`)).toEqual([])
  expect(messages(`a${'\u0301'.repeat(31)}`)).toEqual([
    'must have at most 30 combining marks in a row',
  ])
  expect(messages(` ${'x'.repeat(16_000)}`)).toEqual([])
  expect(messages(`${' '.repeat(48_000)}${'x'.repeat(16_000)}`)).toEqual([])
  expect(messages(`${' '.repeat(48_001)}${'x'.repeat(16_000)}`)).toEqual([
    'must be 1 to 16000 characters after trimming',
  ])
})

test('a longer text may be empty or have several lines', () => {
  expect(longText(3).parse(' a\r\nb ')).toBe('a\nb')
  expect(longText(3).parse('  ')).toBe('')
  expect(longText(3).safeParse('abcd').success).toBe(false)
})

describe('labels (docs/behaviour.md#text-fields)', () => {
  test.each([
    [{ a: '' }, true],
    [{ 'a.b-c_9': 'x'.repeat(512) }, true],
    [{ [`a${'b'.repeat(63)}`]: '' }, true],
    [{ [`a${'b'.repeat(64)}`]: '' }, false],
    [{ '9a': '' }, false],
    [{ A: '' }, false],
    [{ '': '' }, false],
    [{ a: 'x\u2028' }, false],
    [{ a: 'x\u0007' }, false],
    [{ a: 'x\ty' }, false],
    [{ a: 'x\ny' }, false],
    [{ a: 'x'.repeat(513) }, false],
    [{ a: '😀'.repeat(512) }, true],
    [{ a: null }, false],
    [[], false],
  ])('%j: %s', (labels, valid) => {
    expect(Metadata.safeParse(labels).success).toBe(valid)
  })
})
