const END = '(?![\\p{L}\\p{M}])'
const START = '(?<![\\p{L}\\p{M}])'

/** How a question asks, and what its answer usually holds, in the languages most asked in. */
const KINDS: { asked: RegExp; expected: RegExp }[] = [
  {
    asked: new RegExp(
      `^(?:when|(?:in )?(?:what|which) year|until when|wann|bis wann|quand|cuándo|quando|wanneer|когда|متى)${END}|什么时候|何时|哪一?年|いつ`,
      'iu',
    ),
    expected: new RegExp(
      `${START}(?:1\\d{3}|20\\d{2})(?!\\d)|\\d{1,2}[:.]\\d{2}|${START}(?:(?:day|week|month|year|hour|minute|monat|jour|semaine|mois|día|semana|mes|año)s?|tage?n?|wochen?|jahre?n?|stunden?|год\\p{L}*|дн\\p{L}+|месяц\\p{L}*)${END}|[年月日]`,
      'iu',
    ),
  },
  {
    asked: new RegExp(
      `${START}(?:how (?:many|much|long|often|old|far|big|large|high)|what (?:percentage|percent|number|amount|price)|wie ?(?:viele?|lange|oft|hoch|groß|teuer)|combien|cuánt[oa]s?|quant[oaie]|hoeveel|сколько|كم)${END}|多少|几|多久|いくつ|いくら`,
      'iu',
    ),
    expected: new RegExp(
      `\\p{N}|${START}(?:two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|deux|trois|dos|tres|два|три)${END}`,
      'iu',
    ),
  },
  {
    asked: new RegExp(
      `^(?:why|warum|wieso|weshalb|pourquoi|por qué|perché|waarom|почему)${END}|为什么|なぜ`,
      'iu',
    ),
    expected: new RegExp(
      `${START}(?:because|since|due to|so that|in order to|weil|damit|denn|parce|porque|perché|omdat|потому)${END}|因为|ため`,
      'iu',
    ),
  },
]

/** What an answer to such a question usually holds, or null when its wording does not say. */
export function expectedIn(question: string): RegExp | null {
  return KINDS.find(({ asked }) => asked.test(question.trim()))?.expected ?? null
}

const PROCEDURE =
  /^(?:and )?(?:how (?:do|can|should|would|to|must)\b|what (?:are the )?steps|steps to|wie (?:kann|muss|soll|lässt|mache|richte|ändere|\p{L}+e) ?(?:ich|man|wir)?\b|comment (?:puis|peut|faire|\p{L}+er)|cómo\b|como (?:posso|faço|puedo)|come (?:posso|si|faccio)|hoe (?:kan|moet)|как\s|كيف\s)|如何|怎么|怎样|どうすれば|方法|วิธี|कैसे/iu

/** Whether a question asks for steps. */
export function asksHow(question: string): boolean {
  return PROCEDURE.test(question.trim())
}
