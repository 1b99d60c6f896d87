import { describe, expect, test } from 'vitest'
import { longText, Metadata, QuestionText, shownText } from '../../server/contract/text.ts'

const Name = shownText(1, 5)

describe('a name (completions 2)', () => {
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

describe('a question (§4.5, §8; completions 2)', () => {
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
  ])('may hold %s', (_, text, stored) => {
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
  ])('may not hold %s', (_, text) => {
    expect(QuestionText.safeParse(text).success).toBe(false)
  })

  test('counts code points after trimming', () => {
    expect(QuestionText.safeParse(` ${'😀'.repeat(16_000)}\n`).success).toBe(true)
    expect(QuestionText.safeParse('x'.repeat(16_001)).success).toBe(false)
  })

  test('is read in a time that grows with its length', () => {
    const start = performance.now()

    for (const run of ['\u200d', '\u064a\u064b', '👩\ufe0f', '🏴\u{e0067}', '\u094d\u200d']) {
      QuestionText.safeParse(run.repeat(60_000))
    }

    expect(performance.now() - start).toBeLessThan(2000)
  })
})

test('a longer text may be empty and of several lines', () => {
  expect(longText(3).parse(' a\r\nb ')).toBe('a\nb')
  expect(longText(3).parse('  ')).toBe('')
  expect(longText(3).safeParse('abcd').success).toBe(false)
})

describe('labels (§8)', () => {
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
    [{ a: 'x'.repeat(513) }, false],
    [{ a: '😀'.repeat(512) }, true],
    [{ a: null }, false],
    [[], false],
  ])('%j: %s', (labels, valid) => {
    expect(Metadata.safeParse(labels).success).toBe(valid)
  })
})
