/**
 * The numbers that a text has in digits, in one spelling: no thousands separators, `.` before
 * decimals, no leading or trailing zeros.
 */
export function numbersIn(text: string): string[] {
  const digits = [...text.normalize('NFKC').matchAll(/\d+(?:[.,’' \u00a0\u202f]\d+)*/g)]
  return digits.flatMap(([number]) => spellingsOf(number)).filter((number) => number !== '0')
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

const NUMBER_WORDS = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici',
    'um dois três quatro cinco seis sete oito nove dez onze doze',
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  ].flatMap((list) => list.split(' ').map((word, at): [string, string] => [word, String(at + 1)])),
)

/** The digits of a number word up to twelve, in the languages that are asked in most. */
export function digitsOf(word: string): string | undefined {
  return NUMBER_WORDS.get(word)
}
