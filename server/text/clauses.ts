import { isCourtesy, MAX_COURTESY_WORDS } from './courtesy.ts'
import { splitSentences } from './sentences.ts'

/** A part of a message that stands for itself. */
export interface Clause {
  text: string
  /** It ends with a question mark, or begins with an interrogative. */
  asks: boolean
}

/**
 * A colon or dash between words, the end of a sentence before one in lower case, and the
 * punctuation of scripts without spaces.
 */
const BREAK = /(?<=:)\s+|(?<=\s)[–—-]+\s+|(?<=\p{L}{3}[.!?])\s+(?=\p{Ll})|(?<=[。！？；：])/u
const ASKS = /[?？؟;՞]["'”’»)\]\s]*$/u
/** Whether a question asks for a reason. */
export const ASKS_WHY =
  /^\P{L}*(?:why|warum|wieso|weshalb|pourquoi|por qué|perché|waarom|почему)(?![\p{L}\p{M}])|为什么|なぜ/iu
/** Matches interrogatives, by which those ask who leave out the question mark. */
export const INTERROGATIVE = `(?:${[
  'who|whom|whose|what|which|when|where|why|how',
  'wer|wen|wem|was|welche[rsmn]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|wieviele?',
  'qui|que|quoi|quel(?:le)?s?|quand|où|pourquoi|comment|combien',
  'qué|quién(?:es)?|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?',
  'chi|cosa|quale|quali|quando|dove|perché|come|quant[oiae]',
  'quem|qual|quais|onde|como|wat|welke?|wanneer|waar|waarom|hoe|hoeveel',
  'кто|что|как(?:ой|ая|ое|ие|ую)?|когда|где|куда|откуда|почему|зачем|сколько',
  'من|ما|ماذا|متى|أين|لماذا|كيف|كم|أي',
].join('|')})`
const BEGINS = new RegExp(String.raw`^\s*${INTERROGATIVE}(?![\p{L}\p{M}])`, 'iu')
const HAS_WORD = /[\p{L}\p{N}]/u

/**
 * The sentences of a message in reading order, parted at colons and dashes: "Hi, quick question:"
 * says nothing of what is asked after it.
 */
export function clausesOf(message: string): Clause[] {
  return splitSentences(message).flatMap(({ start, end }) =>
    message
      .slice(start, end)
      .split(BREAK)
      .flatMap(withoutCourtesy)
      .filter((text) => HAS_WORD.test(text))
      .map((text) => ({ text, asks: ASKS.test(text) || BEGINS.test(text) })),
  )
}

/** Clauses as one text, in which they are the same clauses again. */
export function joinClauses(clauses: Clause[]): string {
  const texts = clauses.map(({ text }) => text.trim())
  return texts.map((text, at) => (at === texts.length - 1 ? text : withEnd(text))).join(' ')
}

function withEnd(text: string): string {
  return ENDS.test(text) ? text : `${text} –`
}
const ENDS = /[.!?…:。！？；：؟]["'”’»)\]]*$/u

/** A capital after a word in lower case: people leave out the full stop before "Thanks". */
const CAPITAL = /(?<=\p{Ll}\s{1,3})(?=\p{Lu}\p{Ll})/u

/** A sentence, and the courtesy that follows it without a full stop. */
function withoutCourtesy(text: string): string[] {
  const pieces = text.split(CAPITAL)
  const first = Math.max(1, pieces.length - MAX_COURTESY_WORDS)
  for (let at = first; at < pieces.length; at += 1) {
    const rest = pieces.slice(at).join('')
    if (isCourtesy(rest)) return [pieces.slice(0, at).join(''), rest]
  }
  return [text]
}
