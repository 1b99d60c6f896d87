import { ASKS_WHY, INTERROGATIVE } from '../../text/clauses.ts'
import type { AnalyzedQuestion, QuestionWord } from '../../text/question.ts'
import { type Definition, definitionOf } from './definitions.ts'

/** What the wording of a question asks for. */
export interface QuestionForm {
  /** It asks for steps. */
  asksHow: boolean
  /** It is no question but a task or a subject by name, which may want steps. */
  namesTask: boolean
  /** It asks what was new in a version. */
  asksForChanges: boolean
  /** It is answered by yes or no. */
  asksWhether: boolean
  /** It asks for several things. */
  asksForList: boolean
  /** It asks for a table or for several things, which a table may list. */
  asksForTable: boolean
  /** Matches what an answer usually holds, such as a date; null where the wording does not tell. */
  expected: RegExp | null
  /** Matches a limit, with its number, where it asks how many there may be; else null. */
  limit: RegExp | null
  /** Where it asks what or who something is; else null. */
  definition: Definition | null
}

/** An analysed question with its form. */
export interface AskedQuestion extends AnalyzedQuestion {
  form: QuestionForm
  /** Words of the sentences around it, which may tell what it is about. */
  context: QuestionWord[]
}

/** The wording of a longer message is that of its beginning. */
const MAX_WORDING_CHARS = 1000

/** What the form of a question is read of. */
export function wordingOf({ text }: Pick<AnalyzedQuestion, 'text'>): string {
  return text.trim().slice(0, MAX_WORDING_CHARS)
}

/** Reads the form of a question, in the languages that are asked in most. */
export function withForm(question: AnalyzedQuestion): AskedQuestion {
  const text = wordingOf(question).replace(OPENING, '')
  const definition = definitionOf(text)
  const asksForList = LISTING.test(text) && !/^what does /i.test(text)
  const form = {
    asksHow: PROCEDURE.test(text),
    namesTask: !QUESTION.test(text) && !WHETHER.test(text),
    asksForChanges: CHANGES.test(text),
    asksWhether: WHETHER.test(text),
    asksForList,
    asksForTable: asksForList || TABLE.test(text),
    expected: KINDS.find(({ asked }) => asked.test(text))?.expected ?? null,
    limit: ASKS_LIMIT.test(text) ? LIMIT : null,
    definition,
  }
  return { ...question, form, context: [] }
}

/** Words before a comma and an interrogative: "Hi, how do I …". */
const OPENING = new RegExp(`^[^,，]{1,60}[,，]\\s*(?=${INTERROGATIVE}(?![\\p{L}\\p{M}]))`, 'iu')
const QUESTION = new RegExp(`^${INTERROGATIVE}(?![\\p{L}\\p{M}])|[?？؟]`, 'iu')
const END = '(?![\\p{L}\\p{M}])'
const START = '(?<![\\p{L}\\p{M}])'

/** How a question asks, and what its answer usually holds. */
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
      `(?<![\\p{L}\\p{N}/_:.-])\\p{N}|${START}(?:two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|deux|trois|dos|tres|два|три)${END}`,
      'iu',
    ),
  },
  {
    asked: ASKS_WHY,
    expected: new RegExp(
      `${START}(?:because|since|due to|so that|in order (?:to|that)|to (?:avoid|prevent|ensure|protect|keep|reduce)|reasons?|weil|damit|denn|deshalb|um zu|parce|afin|porque|para que|perché|omdat|zodat|потому)${END}|因为|ため`,
      'iu',
    ),
  },
]

const ASKS_LIMIT = new RegExp(
  `${START}(?:how (?:many|much|long|big|large|far|often)|wie ?(?:viele?|lange|groß|oft)|combien|cuánt[oa]s?|quant[oaie]|hoeveel|сколько)${END}.*${START}(?:at (?:the )?most|up to|max(?:imum|imal\\p{L}*|imaal)?|limit|can|may|allowed|höchstens|darf|dürfen|kann|können|au (?:maximum|plus)|peut|peuvent|puis|como máximo|máximo|pued\\p{L}+|al massimo|massimo|poss\\p{L}+|no máximo|pode|podem|hoogstens|mag|mogen|kan|kunnen|максимум|можно|может)${END}|${START}(?:maximum|max) (?:number|size|length|amount)${END}`,
  'iu',
)
const LIMITS = `${START}(?:at (?:the )?most|up to|max(?:imum|imal\\p{L}*|imaal)?|limit(?:ed|s)?|no more than|cannot exceed|not exceed|höchstens|begrenzt|beschränkt|bis zu|au (?:maximum|plus)|jusqu['’]à|limité\\p{L}*|máximo|hasta|limitad\\p{L}+|massimo|fino a|limitat\\p{L}+|até|hoogstens|beperkt|tot|максимум|не более|до)${END}`
const NUMERAL = '(?:\\p{N}|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf)'
/** Words of a limit with a number near them, on either side. */
const LIMIT = new RegExp(
  `${LIMITS}[^.;]{0,40}?(?<![\\p{L}\\p{N}])${NUMERAL}|(?<![\\p{L}\\p{N}])${NUMERAL}[^.;]{0,20}?${LIMITS}`,
  'iu',
)

const PROCEDURE =
  /^(?:and )?(?:how (?:do|can|should|would|to|must)\b|what (?:are the )?steps|steps to|wie (?:kann|muss|soll|lässt|mache|richte|ändere|\p{L}+e) ?(?:ich|man|wir)?\b|comment (?:puis|peut|faire|\p{L}+er)|cómo\b|como (?:posso|faço|puedo)|come (?:posso|si|faccio)|hoe (?:kan|moet)|как\s|كيف\s)|如何|怎么|怎样|どうすれば|方法|วิธี|कैसे/iu

const WHETHER = new RegExp(
  `^(?:is|are|was|were|do|does|did|can|could|will|would|should|must|may|has|have|ist|sind|kann|können|gibt es|hat|haben|muss|darf|est-ce que|puis-je|peut-on|y a-t-il|¿?(?:puedo|se puede|hay|tiene))${END}`,
  'iu',
)

const LISTING =
  /^(?:what|which) (?:are|(?:[\p{L}-]+ ){0,2}[\p{L}-]+s (?:are|do|does|can))\b|^(?:list|name)\b|\b(?:options|types|kinds|steps|requirements|features)\b|^welche\b|^quels?\b|^cuáles\b/iu

const CHANGES =
  /(?<!\p{L})(?:versions?|releases?|changes?|changed|change ?log|new|since|upgrad\w*|update[sd]?|änder\p{L}+|neue?s?|seit|nouve\p{L}+|depuis|nuev\p{L}+|desde)(?!\p{L})|\d\.\d/iu

const TABLE =
  /(?<!\p{L})(?:tables?|overview|compare|comparison|tabellen?|übersicht|tableaux?|tablas?|tabelle|tabelas?|tabel(?:len)?|таблиц\p{L}*)(?!\p{L})|表/iu
