import { analyzeQuestion } from '../../text/question.ts'
import { completePart } from './complete-follow-up.ts'
import { type AskedQuestion, wordingOf } from './question-form.ts'
import { partOf } from './readings.ts'

/** Between two questions: after a question mark, or an "and" before a question word. */
const BOUNDARY =
  /(?<=[?？؟])\s*(?=\p{L})|[,;]?\s+(?:and|und|et|y|e|en|и|و)\s+(?=(?:what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|was|wann|wo|wer|wie|was|warum|welche[rsnm]?|quand|où|qui|comment|combien|pourquoi|quel(?:le)?s?|cuándo|dónde|quién|cómo|cuál(?:es)?|cuánt[oa]s?|por qué|quando|dove|chi|come|onde|quem|wanneer|waar|wie|hoe|когда|где|кто|как|что|почему|сколько|متى|أين|من|كيف|ما)(?![\p{L}\p{M}]))/iu
/** A part with fewer content words does not stand alone, unless it asks what something is. */
const MIN_WORDS = 2
const MAX_PARTS = 4
/** A longer name is none: the question compares something else. */
const MAX_NAME_WORDS = 5

/** Two things that a question compares, in the languages most asked in, and often misspelt. */
const COMPARISON = [
  /\b(?:diff?er?e?n[cs]e?s? (?:between|of)|compare|unterschiede? zwischen|différences? entre|diferencias? entre|differenz[ae] tra|diferenças? entre|verschil(?:len)? tussen)\s+(.+?)\s+(?:and|with|to|und|et|y|e|en)\s+(.+)$/iu,
  /^how (?:is|are|do|does)\s+(.+?)\s+(?:different from|differ from|compare (?:to|with))\s+(.+)$/iu,
  /^(?:what(?:['’]s| is) )?(.+?)\s+(?:vs\.?|versus)\s+(.+)$/iu,
  /^(.+?)\s+(?:and|or|vs\.?|versus)\s+(.+?)[,;:.?]?\s+what(?:['’]?s| is) (?:the )?diff?er?e?n(?:t|[cs]e)$/iu,
]

/** Words of a text that compares things. */
const COMPARES =
  /(?<!\p{L})(?:differences?|differs?|vs\.?|versus|unterschiede?|différences?|diferencias?|differenz[ae]|diferenças?|verschil(?:len)?)(?!\p{L})/iu

/**
 * The questions that a question is made of, each completed from the first one ("and who needs
 * it?"); itself alone when a part would not stand alone.
 */
export function splitQuestion(question: AskedQuestion): AskedQuestion[] {
  const [first = '', ...others] = question.text.split(BOUNDARY).map((part) => part.trim())
  if (others.length === 0 || others.length >= MAX_PARTS) return [question]
  const parts = [
    partOf(question, first),
    ...others.map((part) => furtherPart(question, part, first)),
  ]
  if (!parts.every(standsAlone)) return [question]
  return parts.map((part) => ({ ...part, context: [...part.context, ...question.context] }))
}

/** A part completed from the first one, whose words then only tell what it is about. */
function furtherPart(question: AskedQuestion, text: string, first: string): AskedQuestion {
  const asked = analyzeQuestion(text)
  const part = partOf(question, completePart(asked, first).text)
  const own = new Set(asked.terms)
  const [words = [], context = []] = parted(part.words, ({ terms }) =>
    terms.some((term) => own.has(term)),
  )
  return words.every(({ common }) => common) ? part : { ...part, words, context }
}

function parted<Item>(items: Item[], belongs: (item: Item) => boolean): Item[][] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}

/** The two questions what each thing is, of a question that compares them; null for any other. */
export function splitComparison(question: AskedQuestion): AskedQuestion[] | null {
  const asked = wordingOf(question).replace(/[?？!.\s]+$/, '')
  const names = COMPARISON.map((form) => form.exec(asked)?.slice(1)).find(Boolean)
  if (!names?.every((name) => name.split(/\s+/).length <= MAX_NAME_WORDS)) return null
  return names.map((name) => partOf(question, `What is ${name}?`))
}

/** Whether a text or its heading says of itself that it compares. */
export function compares(text: string): boolean {
  return COMPARES.test(text)
}

function standsAlone({ form, words, context }: AskedQuestion): boolean {
  return form.definition !== null || words.length + context.length >= MIN_WORDS
}
