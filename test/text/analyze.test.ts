import { expect, test } from 'vitest'
import { gramsOfWord, spelledWords } from '../../server/text/ngrams.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { wordsOf } from '../../server/text/words.ts'

/** Whether some term of the question is indexed for the text. */
function finds(question: string, text: string): boolean {
  const indexed = new Set(termsOf(text))
  return analyzeQuestion(question).terms.some((term) => indexed.has(term))
}

function termsOf(text: string): string[] {
  return analyzePassage({ title: '', headings: [], text }).terms.text.split(' ')
}

function gramsOf(text: string): Set<string> {
  return new Set(spelledWords(wordsOf(text)).flatMap((word) => gramsOfWord(word.text)))
}

test.each([
  ['English', 'How are invoices cancelled?', 'You can cancel an invoice on the billing page.'],
  [
    'German',
    'Wie sind die Kündigungen geregelt?',
    'Eine Kündigung ist nur in der Probezeit möglich.',
  ],
  ['Russian', 'Какие документы нужны?', 'Приложите копию документа к заявлению.'],
  ['Arabic', 'ما هي الكتب المتاحة؟', 'هذا الكتاب متاح في المكتبة.'],
  ['Chinese', '如何重置密码？', '在设置中可以更改密码。'],
  [
    'Japanese',
    'パスワードを変更するにはどうすればよいですか',
    '設定画面でパスワードを再設定できます。',
  ],
  ['Thai', 'วิธีเปลี่ยนรหัสผ่าน', 'คุณสามารถตั้งรหัสผ่านใหม่ได้ที่หน้าบัญชี'],
  ['Hindi', 'पासवर्ड कैसे बदलें', 'सेटिंग में अपना पासवर्ड चुनें।'],
  ['Greek', 'Πώς αλλάζω κωδικό;', 'Οι κωδικοί αλλάζουν στις ρυθμίσεις.'],
  ['Korean', '비밀번호를 변경하려면?', '설정에서 비밀번호가 바뀝니다.'],
])('a question finds another form of its word in %s', (_language, question, text) => {
  expect(finds(question, text)).toBe(true)
})

test.each([
  ['accents', 'menu de cafe', 'Le café est ouvert.'],
  [
    'umlauts typed as two letters',
    'Kuendigung',
    'Die Kündigung ist nicht möglich und wird nicht erstattet.',
  ],
  ['full-width letters', 'ＡＰＩ', 'The API is public.'],
  ['vowel points', 'كتب', 'كُتُب'],
  ['case', 'IBAN', 'Your iban is shown there.'],
  ['digits of another script', '1998', 'اعتمد القانون عام ١٩٩٨ ثم عُدِّل، وفي الهند १९९९.'],
  ['digits of an Indian script', '१९९९', 'Founded in 1999.'],
  ['letters of Persian and Arabic keyboards', 'کتابی', 'كتابى'],
  ['soft hyphens', 'Bibliothek', 'Die Biblio\u00adthek ist offen.'],
  ['capitals and final forms of Greek', 'ΝΟΜΟΣ', 'Ο νόμος ισχύει.'],
])('%s make no difference', (_what, question, text) => {
  expect(finds(question, text)).toBe(true)
})

test('marks of Indic scripts are letters and stay', () => {
  expect(termsOf('किताब')).toEqual(['किताब'])
})

test('a short question without stop words is looked for in every language known', () => {
  expect(
    finds('Kündigungen', 'Die Kündigung ist hier nicht möglich und gilt nur für das Jahr.'),
  ).toBe(true)
})

test.each(['PDF', 'PDFs'])('%s finds an abbreviation and its plural', (question) => {
  expect(finds(question, 'Merge two PDF files.')).toBe(true)
  expect(finds(question, 'PDFs are merged.')).toBe(true)
})

test.each(['streamText', 'stream text', 'streamtext', 'StreamText'])(
  'an identifier is found whole and by its parts: %s',
  (question) => {
    expect(finds(question, 'Call `streamText()` first.')).toBe(true)
  },
)

test('a verb with its particle finds the noun of the two', () => {
  expect(finds('How do I back up everything?', 'Keep a backup.')).toBe(true)
  expect(finds('Where can I log in?', 'The login page is blue.')).toBe(true)
  expect(finds('How do I back all of it up?', 'Keep a backup.')).toBe(true)
  expect(finds('How do I log me in?', 'The login page is blue.')).toBe(true)
  expect(finds('Does it log errors in a file?', 'The login page is blue.')).toBe(false)
})

test('identifiers with underscores, dashes and digits keep their parts and their whole', () => {
  expect(termsOf('ERR_X on node-linux-x64 3.5')).toEqual([
    'err',
    'x',
    'errx',
    'on',
    'node',
    'linux',
    'x64',
    'nodelinuxx64',
    '3',
    '5',
    '3·5',
  ])
})

test('stop words of the question are left out, unless there is nothing else', () => {
  expect(analyzeQuestion('How do I use the scanner?').terms).toEqual(['use', 'scanner'])
  expect(analyzeQuestion('Who are you?').terms.length).toBeGreaterThan(0)
})

test('of Markdown syntax, tags and addresses only the path of a bare address is indexed', () => {
  const terms = termsOf(
    '## Start\n\n<!-- hidden --> See [the guide](https://example.org/secret "x"), <b>bold</b> \\<name> ![photo](a.png) https://example.org/phishing &nbsp;',
  )

  expect(terms).toEqual(['start', 'see', 'the', 'guid', 'bold', 'name', 'photo', 'phish'])
})

test('a misspelt word shares most of its n-grams with the right one', () => {
  const indexed = gramsOf('The subscription renews itself.')
  const { grams } = analyzeQuestion('subscribtion')

  const shared = grams.filter((gram) => indexed.has(gram))

  expect(shared.length).toBeGreaterThan(grams.length / 2)
})

test('terms hold only characters that the index takes for one token', () => {
  const { terms } = analyzePassage({
    title: 'Über "C++" & C#',
    headings: ["O'Neill > l'été"],
    text: 'a\u0000b x=1; \\[1\\] {y} 日本語テキスト 🎉 co-op @user #tag 50% naïve.',
  })

  const tokens = `${terms.title} ${terms.heading} ${terms.text}`.split(' ')

  expect(tokens.filter((token) => !/^(?:\w|\P{ASCII})*$/u.test(token))).toEqual([])
})

test('hostile text costs linear time', () => {
  const started = performance.now()

  for (const piece of ['<', '[', '![](', '<!--', 'a-', '_', "'", '&', 'ก', 'A']) {
    analyzePassage({ title: '', headings: [], text: piece.repeat(20_000) })
  }

  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a question of any length is looked for by a bounded number of words', () => {
  const question = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(' ')

  expect(analyzeQuestion(question).words.length).toBe(64)
})
