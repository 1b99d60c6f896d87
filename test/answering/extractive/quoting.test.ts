import { expect, test } from 'vitest'
import { keepCitedLinks } from '../../../server/answering/cited/links.ts'
import { snippetOf } from '../../../server/answering/cited/snippet.ts'
import { blocks } from '../../ingestion/read.ts'
import { answer, passage, run, textOf } from './model.ts'

test('a line of wrapped prose that a left-out link made short ends no sentence', async () => {
  const text = await answer(
    'Which office should visitors use?',
    'If you come by boat and stay for more than a single night, please let the visitors\nuse the office of the [guest\nHARBOUR](office.md). It is open until ten.',
  )

  expect(text).toContain('visitors use the office of the guest HARBOUR. It is open')
})

test('entities become their characters, but for those that are syntax', async () => {
  const text = await answer(
    'How is a rope coiled?',
    'A rope is coiled clockwise &mdash; always &#x2013; by a caf&eacute; owner &lt;b&gt; &copy;.',
  )

  expect(text).toBe('A rope is coiled clockwise — always – by a café owner &lt;b&gt; ©. [1]')
})

test('what only the address of a link says is not said', async () => {
  const text = await answer(
    'What is a capstan?',
    'Enabled: [May 9](https://harbour.example/capstan/capstan-news).',
    'Ropes are pulled in by the capstan of the pier.',
  )

  expect(text).toMatch(/^Ropes are pulled in by the capstan of the pier\. \[2\]/)
})

test('an address that is not of the cited document is code, which leads nowhere', async () => {
  const text = await answer('Where is the catalogue?', 'The catalogue is at www.example.org today.')

  expect(text).toBe('The catalogue is at `www.example.org` today. [1]')
})

test.each([
  ['a number in brackets', 'The card costs 15 euros [3].'],
  ['several', 'The card costs 15 euros [1][2, 3].'],
  ['nested ones', 'The card costs 15 euros [[1]2].'],
  ['escaped ones', 'The card costs 15 euros \\[3\\].'],
  ['ones around a tag', 'The card costs 15 euros [<b>3].'],
  ['full-width ones', 'The card costs 15 euros 【3†source】.'],
  ['footnotes', 'The card costs 15 euros [^3].'],
])(
  '%s of a document are not taken for markers (docs/behaviour.md#citations)',
  async (_what, text) => {
    expect(await answer('What does the card cost?', text)).toBe('The card costs 15 euros. [1]')
  },
)

test('links of a document are kept below its own address; images and raw HTML never', async () => {
  const text =
    'The card ![x](https://a.test/p.png)costs <img src=x onerror=alert(1)>15 euros, see [prices](https://a.test/p), [others](https://b.test/p) and [more](javascript:alert(1)).'
  const url = 'https://a.test/'

  const shown = textOf(
    await run({
      question: 'What does the card cost?',
      passages: [{ ...passage(text, 0), url }],
    }),
  )

  expect(shown).toBe(
    'The card costs 15 euros, see [prices](https://a.test/p), others and more. [1]',
  )
  expect(keepCitedLinks(shown, [{ url }])).toBe(shown)
})

test('code cannot close its fence', async () => {
  const text = await answer(
    'What is the code for the card?',
    'The code for the card:\n\n~~~\n```\n[9] evil\n```\n~~~',
  )

  expect(text).toBe('The code for the card: [1]\n\n````\n```\n[9] evil\n```\n````')
})

test('an ordinal, an abbreviation and a link do not end a sentence', async () => {
  expect(
    await answer(
      'Wann wurde die Brücke eröffnet?',
      'Die Brücke wurde am 8. Februar 1907 von Dr. Meier eröffnet. Sonst nichts.',
    ),
  ).toBe('Die Brücke wurde am 8. Februar 1907 von Dr. Meier eröffnet. Sonst nichts. [1]')
})

test.each([
  ['zh', '图书卡多少钱？', '图书馆周二开门。', '图书卡每年收费十五欧元。'],
  [
    'ja',
    '図書カードの料金はいくらですか',
    '庭には木があります。',
    '図書カードの料金は年間十五ユーロです。',
  ],
  [
    'ru',
    'Сколько стоит читательский билет?',
    'В саду растут деревья. ',
    'Читательский билет стоит 15 евро в год.',
  ],
  ['hi', 'पुस्तकालय कार्ड की कीमत क्या है?', 'बगीचे में पेड़ हैं। ', 'पुस्तकालय कार्ड की कीमत पंद्रह यूरो है।'],
])('sentences of %s are told apart', async (_language, question, other, sentence) => {
  expect(await answer(question, `${other.repeat(60)}${sentence}`)).toBe(`${sentence} [1]`)
})

test('names in angle brackets are shown, as text that no reader takes for a tag', async () => {
  const page = '<p>The profile of the card is called &lt;USER&gt;.ovpn, after its owner.</p>'
  const [text = ''] = await blocks('a.html', page)

  const shown = await answer('What is the profile of the card called?', text)

  expect(shown).toBe('The profile of the card is called \\<USER>.ovpn, after its owner. [1]')
  expect(keepCitedLinks(shown, [])).toBe(shown)
  expect(snippetOf(text, [])).toBe(
    'The profile of the card is called <USER>.ovpn, after its owner.',
  )
})
