import { analyzeQuestion } from '../../text/question.ts'
import { completeQuestion } from './complete-follow-up.ts'
import { definitionIn } from './question-kinds.ts'

/** Where one question ends and the next begins: after a question mark, or at an "and" before a question word. */
const BOUNDARY =
  /(?<=[?？؟])\s*(?=\p{L})|[,;]?\s+(?:and|und|et|y|e|en|и|و)\s+(?=(?:what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|was|wann|wo|wer|wie|was|warum|welche[rsnm]?|quand|où|qui|comment|combien|pourquoi|quel(?:le)?s?|cuándo|dónde|quién|cómo|cuál(?:es)?|cuánt[oa]s?|por qué|quando|dove|chi|come|onde|quem|wanneer|waar|wie|hoe|когда|где|кто|как|что|почему|сколько|متى|أين|من|كيف|ما)(?![\p{L}\p{M}]))/iu
/** A part with fewer content words means nothing without the rest, unless it asks what something is. */
const MIN_WORDS = 2
const MAX_PARTS = 4
/** What is compared has a name; more words tell of something else. */
const MAX_NAME_WORDS = 5

/** Two things that a question compares, in the languages most asked in. */
const COMPARISON = [
  /\b(?:differences? between|compare|unterschiede? zwischen|différences? entre|diferencias? entre|differenz[ae] tra|diferenças? entre|verschil(?:len)? tussen)\s+(.+?)\s+(?:and|with|to|und|et|y|e|en)\s+(.+)$/iu,
  /^how (?:is|are|do|does)\s+(.+?)\s+(?:different from|differ from|compare (?:to|with))\s+(.+)$/iu,
  /^(?:what(?:['’]s| is) )?(.+?)\s+(?:vs\.?|versus)\s+(.+)$/iu,
]

/** Words of a text that compares things itself. */
const COMPARES =
  /(?<!\p{L})(?:differences?|differs?|vs\.?|versus|unterschiede?|différences?|diferencias?|differenz[ae]|diferenças?|verschil(?:len)?)(?!\p{L})/iu

/**
 * The questions that a question is made of, each with what it takes from the first one ("and who needs
 * it?"); itself alone when it cannot be taken apart safely.
 */
export function partsOf(question: string): string[] {
  const [first = '', ...others] = question.split(BOUNDARY).map((part) => part.trim())
  const parts = [
    first,
    ...others.map((part) => completeQuestion(part, [{ role: 'user', text: first }])),
  ]
  const divides = parts.length > 1 && parts.length <= MAX_PARTS && parts.every(standsAlone)
  return divides ? parts : [question]
}

/** Of a question that compares two things, what each of them is; null for any other. */
export function comparedIn(question: string): string[] | null {
  const asked = question.trim().replace(/[?？!.\s]+$/, '')
  const names = COMPARISON.map((form) => form.exec(asked)?.slice(1)).find(Boolean)
  if (!names?.every((name) => name.split(/\s+/).length <= MAX_NAME_WORDS)) return null
  return names.map((name) => `What is ${name}?`)
}

/** Whether a text or its heading says of itself that it compares. */
export function compares(text: string): boolean {
  return COMPARES.test(text)
}

function standsAlone(part: string): boolean {
  return definitionIn(part) !== null || analyzeQuestion(part).words.length >= MIN_WORDS
}
