/** A number of a text with its place. */
export interface WrittenNumber {
  /** No thousands separators, `.` before decimals, no leading or trailing zeros. */
  value: string
  start: number
  end: number
  spelt: boolean
}

/** The numbers that a text has in digits or in words, except zero and "one". */
export function numbersIn(text: string): WrittenNumber[] {
  return [...digitsIn(text), ...wordsIn(text)].sort((a, b) => a.start - b.start)
}

const DIGITS = /\d+(?:[.,’' \u00a0\u202f]\d+)*/g

function digitsIn(text: string): WrittenNumber[] {
  return [...text.matchAll(DIGITS)].flatMap(({ 0: number, index }) =>
    spellingsOf(number)
      .filter((value) => value !== '0')
      .map((value) => ({ value, start: index, end: index + number.length, spelt: false })),
  )
}

function spellingsOf(number: string): string[] {
  if (/^\d{1,3}(?:([.,’' \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(number)) {
    return [number.replace(/\D/g, '')]
  }
  if (/[’' \u00a0\u202f]/.test(number))
    return number.split(/[’' \u00a0\u202f]/).flatMap(spellingsOf)
  const point = number.replace(',', '.')
  return [/^\d+(?:\.\d+)?$/.test(point) ? String(Number(point)) : point]
}

/** Number words from two on; words that mean something else as often are left out. */
const LOW = [
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  'dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  '- tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  'dois três quatro - - sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte',
  'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig',
  'два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать - - пятнадцать - - - - двадцать',
  'två tre fyra fem sex sju åtta nio tio elva tolv - - femton - - - - tjugo',
]
const TENS = [
  'thirty forty fifty sixty seventy eighty ninety',
  'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  'trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix',
  'treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  'trenta quaranta cinquanta sessanta settanta ottanta novanta',
  'trinta quarenta cinquenta sessenta - oitenta -',
  'dertig veertig vijftig zestig zeventig tachtig negentig',
  'тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
]
const GREAT: Record<string, number> = {
  hundred: 100,
  hundert: 100,
  cent: 100,
  cien: 100,
  cento: 100,
  honderd: 100,
  сто: 100,
  thousand: 1000,
  tausend: 1000,
  mille: 1000,
  mil: 1000,
  duizend: 1000,
  million: 1_000_000,
}
const WORDS = new Map<string, number>([
  ...entriesOf(LOW, (at) => at + 2),
  ...entriesOf(TENS, (at) => (at + 3) * 10),
])

function entriesOf(lists: string[], valueAt: (at: number) => number): [string, number][] {
  return lists.flatMap((list) =>
    list
      .split(' ')
      .flatMap((word, at): [string, number][] => (word === '-' ? [] : [[word, valueAt(at)]])),
  )
}

const WORD = /\p{L}+(?:-\p{L}+)*/gu

function wordsIn(text: string): WrittenNumber[] {
  const found: WrittenNumber[] = []
  let value = 0
  let [start, end] = [0, 0]
  const close = () => {
    if (value > 1) found.push({ value: String(value), start, end, spelt: true })
    value = 0
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const next = valueOf(word.toLowerCase())
    const great = GREAT[word.toLowerCase()]
    const goesOn = value > 0 && /^\s$/.test(text.slice(end, index))
    if (!goesOn) close()
    if (great && goesOn) value *= great
    else if (next && goesOn && value % (next < 10 ? 10 : 100) === 0 && value >= 20) value += next
    else {
      close()
      value = next ?? 0
    }
    if (value > 0 && !(goesOn && (great || next))) start = index
    end = index + word.length
    if (!next && !great) close()
  }
  close()
  return found
}

/** "twenty-five" as well. */
function valueOf(word: string): number | undefined {
  const whole = WORDS.get(word)
  if (whole !== undefined || !word.includes('-')) return whole
  const [tens, ones] = word.split('-').map((part) => WORDS.get(part))
  return tens && ones && tens >= 20 && ones < 10 ? tens + ones : undefined
}
