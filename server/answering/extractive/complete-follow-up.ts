import type { PromptTurn } from '../../models/ports.ts'
import { analyzedPart } from '../../text/analyzed-part.ts'
import { lettersOf } from '../../text/letters.ts'
import { type AnalyzedQuestion, analyzeQuestion } from '../../text/question.ts'

/** Openings of a question that continues the one before. */
const CONTINUES =
  /^(?:and|but|or|also|what about|how about|why (?:not|so|only|such|that)|und|oder|aber|was ist mit|wie ist es mit|et|mais|ou|y|pero|qué hay de|e|ma|mas|en|maar|а|и|но|و|那|那么|では|じゃあ)(?![\p{L}\p{M}])|^(?:那|那么|では|じゃあ)/iu
/** Words that refer to an earlier question; not German "die" and "Sie", which mostly do not. */
const REFERS =
  /(?<![\p{L}\p{M}])(?:it|its|these|those|they|them|their|he|she|him|her|(?:this|that)(?=\s*[?.!,]|$)|(?:does|is|do|can|will|about|for|with) (?:this|that)|(?:another )?one(?=\s*[?.!,]|$| (?:for|on|in|with|to|from) )|ihn|ihm|davon|damit|dazu|dafür|cela|ça|celui|celle|eso|esto|ello|questo|quello|isso|isto|dit|deze|это|этот|его|ее|их|هذا|هذه|ذلك)(?![\p{L}\p{M}])|它|他们|这个|那个|これ|それ|あれ/iu
/** "Is it possible to …", "How long does it take to …": here the word refers to what follows. */
const EXPLETIVE = /\bit (?:\p{L}+ ){1,3}(?:to|that|if)\b/iu
const ASKING =
  'why|when|where|who|which(?: ones?)?|how(?: (?:much|many|long|often|so|far|big))?|what (?:else|then)|warum|wieso|wann|wo|wer|welche[rs]?|wie(?: (?:viel|viele|lange|oft|teuer))?|was noch|pourquoi|quand|où|qui|lesquels|combien(?: de temps)?|comment|quoi d.autre|por qué|cuándo|dónde|quién|cuáles|cuánto|cómo|qué más|perché|quando|dove|chi|quanto|come|porquê|waarom|wanneer|waar|hoeveel|hoe(?: lang)?|почему|когда|где|кто|сколько|как|зачем'
const MORE =
  '(?:(?:(?:can|could) you )?(?:tell|show|give)(?: me)? )?(?:some )?(?:more(?: details| information| examples?)?|details|(?:an )?examples?)|(?:(?:can|could) you )?(?:explain|elaborate)(?: (?:more|that|this|it))?|what do you mean|i (?:do not|don.t) (?:understand|get it)|how so|and(?: then)?|so what|really|else|again|go on|continue|mehr(?: dazu)?|weiter|(?:ein )?beispiele?|plus de détails|un exemple|más(?: detalles)?|un ejemplo'
const WHEREVER =
  '(?:on|in|with|without|for|from|to|at|behind|after|before|under|auf|mit|ohne|für|unter|bei|nach|vor|im|am|sur|avec|sans|pour|dans|chez|con|sin|para|en|per|su|com|sem|met|zonder|voor|op|на|с|без|для|в)\\s\\S+(?:\\s\\S+)?'
/**
 * Only the word that asks ("why?", "how long?"), a wish for more of the same, or a place or time
 * without what is there ("on Windows?"). Two words that name a subject are a question of their own.
 */
const ELLIPTIC = new RegExp(
  `^(?:${ASKING}|${MORE}|${WHEREVER})(?: please| bitte)?[\\s?!.…]*$`,
  'iu',
)
/** A question with more content words than this stands alone, whatever it refers to. */
const FEW_WORDS = 5

const PREPOSITION = 'on|in|with|without|for|from|to|through|by|at|behind|after|before|under|as'
/** An English question in three parts: up to its object, the object, and from a preposition on. */
const OBJECT = new RegExp(
  `^(?<before>(?:what|who|which) (?:is|are|was|were) |(?:how|where|when|why|what|which)?\\s*(?:do|does|did|can|could|should|must|may) (?:i|you|we|people|visitors|it) (?:set up|back up|turn off|turn on|look up|\\p{L}+) )(?<object>[^?]+?)(?<after> (?:${PREPOSITION}) [^?]*)?[?]?$`,
  'iu',
)
const DOES_WHAT =
  /^(?:(?:how|where|(?:which|what)(?: \p{L}+)?) )?(?:is|are|does|do|can) (?<object>(?:an?|the|my) [\p{L}-]+)/iu
const PRONOUN =
  /(?<![\p{L}'’])(?:it|they|them|this|these|those|(?:another )?one)(?![\p{L}'’])(?! (?:of|takes?)\b)/iu
const OPENING = /^(?:and|but|or|also|what about|how about)\s+/iu
const VERBAL = /^(?:what|who|which|when|where|why|how|can|could|do|does|is|are|if|should|may)\b/i

/** The grammar of longer questions is not read. */
const MAX_GRAMMAR_CHARS = 500

/**
 * An English follow-up with the earlier question's words put where it leaves them out: "how do I
 * stop it?" gets the object, "and on Windows?" and "and the wording?" take the place of their
 * like. null where the earlier question's grammar cannot be read.
 */
function substituted(question: string, earlier: string): string | null {
  if (question.length + earlier.length > MAX_GRAMMAR_CHARS) return null
  const parts = OBJECT.exec(earlier)?.groups
  const object = parts?.object ?? DOES_WHAT.exec(earlier)?.groups?.object
  const rest = question.replace(OPENING, '')
  if (object && PRONOUN.test(rest) && !EXPLETIVE.test(rest)) return rest.replace(PRONOUN, object)
  if (!parts || rest === question || VERBAL.test(rest)) return null
  const { before = '', after = '' } = parts
  const fragment = rest.replace(/[?!.\s]+$/, '')
  if (new RegExp(`^(?:${PREPOSITION})\\b`, 'i').test(fragment)) {
    return `${before}${parts.object} ${fragment}?`
  }
  const [, owner = ''] = /^.*?( of .+)$/i.exec(parts.object ?? '') ?? []
  return `${before}${fragment}${owner}${after}?`
}

/**
 * Completes a question that refers to an earlier one ("And on Windows?", "How much does it cost?")
 * from the nearest earlier question that stands alone. Any other question is returned unchanged,
 * and so is "it" where no earlier question says what that is. One that was asked before is
 * completed as it was then.
 */
export function completeFollowUp(question: string, turns: PromptTurn[]): string {
  const asked = turns.flatMap(({ role, text }) =>
    role === 'user' ? [analyzedPart(text.trim())] : [],
  )
  const letters = lettersOf(analyzedPart(question))
  const before = asked.findIndex((text) => lettersOf(text) === letters)
  const earlier = before < 0 ? asked : asked.slice(0, before)
  const [first] = earlier
  if (first === undefined || !refersBack(analyzeQuestion(question))) return question
  const alone = earlier.findLast((text) => !refersBack(analyzeQuestion(text)))
  if (alone === undefined && !goesOn(question)) return question
  return completed(question, alone ?? first)
}

/** A part of a question, completed in the same way from the part before. */
export function completePart(part: AnalyzedQuestion, earlier: string): AnalyzedQuestion {
  return refersBack(part) ? analyzeQuestion(completed(part.text, earlier)) : part
}

function completed(question: string, earlier: string): string {
  return substituted(question.trim(), earlier) ?? `${earlier} ${question}`
}

/** A question that its words alone do not tell: it begins in the middle, or points back. */
function refersBack({ text, words }: AnalyzedQuestion): boolean {
  if (words.length > FEW_WORDS) return false
  return goesOn(text) || (REFERS.test(text) && !EXPLETIVE.test(text))
}

/** Whether a question begins in the middle. */
function goesOn(question: string): boolean {
  const text = question.trim().replace(/^>\s*/, '')
  return CONTINUES.test(text) || (text.length <= MAX_GRAMMAR_CHARS && ELLIPTIC.test(text))
}
