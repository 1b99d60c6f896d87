/** Languages that their script tells, in the order in which they are tried. */
const SCRIPTS: [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['uk', /[іїєґ]/iu],
  ['ru', /\p{Script=Cyrillic}/u],
]

/** Frequent short words of languages in Latin letters, which few others share. */
const WORDS: Record<string, string> = {
  de: 'der die und ist nicht mit ein eine den von sie auf werden oder kann',
  en: 'the and is of to you your are with for that be or can this',
  es: 'el los las una con por del se que para su es y como puede',
  fr: 'le les des est une vous dans pour avec qui sur et pas votre du',
  it: 'il che di è per una con gli non della sono nel può e le',
  nl: 'het een van en niet met voor is dat op te kunt uw zijn worden',
  pl: 'w na nie się z jest do że lub oraz można po dla i przez',
  pt: 'o os uma com não para em do da que você se por seu pode',
  tr: 've bir bu için ile olarak da de ne gibi veya daha kadar çok olan',
}

const SETS = Object.entries(WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}))

/** Letters of another script that a text in Latin letters may quote. */
const MIN_SHARE = 0.2

/** Words that tell a language; fewer could be names or quoted. */
const MIN_WORDS = 3

/** The language of a text, for screen readers; undefined where its beginning does not tell. */
export function languageOf(text: string): string | undefined {
  const start = text.slice(0, 600).toLowerCase()
  const letters = start.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  if (letters.length - latin > letters.length * MIN_SHARE) {
    return SCRIPTS.find(([, letters]) => letters.test(start))?.[0]
  }
  const words = start.split(/[^\p{L}]+/u)
  const [best, next] = SETS.map((set) => ({
    language: set.language,
    count: words.filter((word) => set.words.has(word)).length,
  })).toSorted((one, other) => other.count - one.count)
  return best && best.count >= MIN_WORDS && best.count > (next?.count ?? 0)
    ? best.language
    : undefined
}
