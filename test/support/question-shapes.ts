/** The longest question that is accepted, in code points. */
export const QUESTION_CHARS = 16_000

/** Something to repeat, or what each repetition is by its number. */
type Unit = string | ((at: number) => string)

/** What a careless reader of text takes quadratic time for, by scripts, marks, signs and words. */
const units: Record<string, Unit> = {
  letters: 'a',
  capitals: 'A',
  'composed letters': 'é',
  'marks on letters': 'a\u0301\u0323',
  'heaps of marks': `o${'\u0301\u0316'.repeat(15)}`,
  ligatures: 'ﬃ',
  'wide letters': 'Ｑ',
  Greek: 'Ωμέγα',
  Cyrillic: 'вопрос',
  Armenian: 'Հարց',
  Hebrew: 'שאלה',
  'pointed Hebrew': 'שְׁאֵלָה',
  Arabic: 'سؤال',
  'vocalized Arabic': 'سُؤَالٌ',
  'Arabic phrases': 'ﷺ',
  Hindi: 'प्रश्न',
  Tamil: 'கேள்வி',
  Georgian: 'კითხვა',
  Ethiopic: 'ጥያቄ',
  Thai: 'คำถาม',
  Lao: 'ຄຳຖາມ',
  Khmer: 'សំណួរ',
  Burmese: 'မေးခွန်း',
  Chinese: '问题是什么',
  Hiragana: 'しつもん',
  'half-width kana': 'ｶﾞｷﾞ',
  'squared kana': '㌖',
  Hangul: '질문',
  jamo: '질',
  emoji: '😀',
  'joined emoji': '👨‍👩‍👧‍👦',
  flags: '🇩🇪',
  'musical symbols': '𝅘𝅥𝅯',
  'styled letters': '𝔔',
  digits: '7',
  'numbers with signs': '1,234.56',
  'foreign digits': '٣४',
  fractions: '¾',
  measures: '10 GB',
  dates: '2026-11-23',
  'numbers in words': 'twenty two hundred',
  'question marks': '?',
  ellipses: '…',
  colons: 'a:',
  dashes: ' – -',
  underscores: '_',
  apostrophes: "l'a",
  quotes: '“a" «b',
  'open brackets': '([{',
  'closed brackets': ')]}',
  links: '[a](b "',
  images: '![](',
  tags: '<a b=',
  comments: '<!--',
  code: '`a``',
  emphasis: '*a**_b',
  headings: '# a\n',
  quotations: '> ',
  tables: 'a|b\n-|-\n',
  entities: '&amp;#x',
  backslashes: '\\',
  addresses: 'https://a.test/b?c=d#e',
  'mail addresses': 'a.b@c.test',
  'camel case': 'aBcDefGHi',
  compounds: 'Kündigungsfristverlängerung',
  'interrogative words': 'how many does it what is the difference between a and',
  'different words': (at) => `${at.toString(36)}wortlaut${(at * 7919).toString(36)}`,
}

/** What stands between the repetitions. */
const joints: Record<string, string> = {
  nothing: '',
  blanks: ' ',
  lines: '\n',
  'full stops': '. ',
}

/** The longest question of one thing repeated. */
export function repeated(unit: Unit, joint = ''): string {
  let text = ''
  let left = QUESTION_CHARS
  for (let at = 0; left > 0; at += 1) {
    const more = Array.from(`${typeof unit === 'string' ? unit : unit(at)}${joint}`).slice(0, left)
    text += more.join('')
    left -= more.length
  }
  return text
}

/** The longest question of one character: NFC makes several of some. */
export function longestOf(character: string): string {
  return character.repeat(QUESTION_CHARS / Array.from(character.normalize('NFC')).length)
}

/** The characters of which NFKC makes more than four UTF-16 code units. */
export function charactersThatGrow(): string[] {
  return Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => character.normalize('NFKC').length > 4)
}

/** Questions of the greatest length by what they repeat. */
export const shapes: [name: string, question: string][] = Object.entries(units).flatMap(
  ([name, unit]) =>
    Object.entries(joints).map(([between, joint]): [string, string] => [
      `${name}, between them ${between}`,
      repeated(unit, joint),
    ]),
)

/** An ordinary question of the greatest length. */
export const ordinaryQuestion = repeated(
  (at) =>
    `My order ${at} has not arrived although the shop promised it for Monday, and nobody answers the phone. Where is parcel ${at * 7}, and who pays for the second delivery? `,
)
