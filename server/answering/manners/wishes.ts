import { INTERROGATIVE } from '../../text/clauses.ts'
import type { PhraseLocale } from '../../text/phrase-books.ts'
import { recognizeSmallTalk, type SmallTalk } from './recognize.ts'

/** In UTF-16 units; a longer message tells of something that the knowledge may answer. */
const MAX_CHARS = 500

/** A part of a message up to a comma, a dash or the end of a sentence. */
const PART = /.+?(?:[,;.!?…:؟؛،、。！？，；：\n]+|\s[–—-]+\s|$)/gsu
/** Where a part goes on with something new. */
const AND =
  /(?<=\s)(?:and|but|so|or|und|aber|also|oder|et|mais|donc|ou|y|pero|así que|e|ma|mas|então|quindi|en|maar|dus|i|ale|więc|и|но|а|поэтому|і|й|та|але|ve|ama|fakat)\s/giu
const ASKS = /[?？؟]["'”’»)\s]*$/u
const BEGINS = new RegExp(String.raw`^\s*${INTERROGATIVE}(?![\p{L}\p{M}])`, 'iu')

/** Words by which people wish something for themselves; without spaces, parts of words. */
const OWN = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    "i|id|i'?d|im|me|we|us|i’d|rather",
    'ich|mich|mir|wir|uns',
    'je|j|me|m|moi|nous|puis-je',
    'quiero|quisiera|queremos|necesito|puedo|podría|me|prefiero|gustaría',
    'quero|queria|preciso|posso|poderia|gostaria|prefiro|eu',
    'voglio|vorrei|posso|potrei|mi|preferirei|preferisco',
    'ik|mij|wij|ons',
    'chcę|chciałbym|chciałabym|mogę|mnie|mi|wolę|potrzebuję|poproszę',
    'я|мне|меня|хочу|могу|хотел|хотела|можно|мені|мене|можу|хотів|хотіла|можна',
    'istiyorum|isterim|beni|bana|\\p{L}+(?:bilir miyim)',
    'أريد|اريد|يمكنني|بدي|أود|ممكن|أستطيع|أفضل|احتاج|أحتاج|حولني|عايز|عاوز|ابي|أبغى',
    'אני|לי|אותי|אפשר',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|(?:たい|もらえ|いただけ|ほしい|欲しい|お願い)|(?:싶|원해|원합니다|수 있|줘|주세요|주시)|我`,
  'iu',
)

/**
 * The wish for a person in a message that says more than that, such as why: one of its parts is
 * nothing else, and no other one asks (docs/behaviour.md#small-talk). null without such a wish.
 */
export function recognizeWish(
  text: string,
  preferred: PhraseLocale | null = null,
): SmallTalk | null {
  if (text.length > MAX_CHARS) return null
  const parts = text.match(PART) ?? []
  const wishes = parts.map((part) => wishIn(part, preferred))
  const isQuestion = parts.some((part, at) => !wishes[at] && asks(part))
  return isQuestion ? null : (wishes.find((wish) => wish !== null) ?? null)
}

/** A part that is a wish for a person, or ends with one. */
function wishIn(part: string, preferred: PhraseLocale | null): SmallTalk | null {
  const starts = [0, ...Array.from(part.matchAll(AND), ({ index, 0: and }) => index + and.length)]
  for (const rest of starts.map((start) => part.slice(start))) {
    if (!OWN.test(rest) || BEGINS.test(rest)) continue
    const talk = recognizeSmallTalk(rest, preferred)
    if (talk?.act === 'person') return talk
  }
  return null
}

/** Small talk asks nothing: "can you help me?". */
function asks(part: string): boolean {
  return (ASKS.test(part) || BEGINS.test(part)) && recognizeSmallTalk(part) === null
}
