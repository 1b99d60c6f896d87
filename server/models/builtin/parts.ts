import { analyzeQuery } from '../../retrieval/analyze.ts'
import { definitionIn } from './expected.ts'
import { completeQuestion } from './rewrite.ts'

/** Where one question ends and the next begins: after a question mark, or at an "and" before a question word. */
const BOUNDARY =
  /(?<=[?？؟])\s*(?=\p{L})|[,;]?\s+(?:and|und|et|y|e|en|и|و)\s+(?=(?:what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|was|wann|wo|wer|wie|was|warum|welche[rsnm]?|quand|où|qui|comment|combien|pourquoi|quel(?:le)?s?|cuándo|dónde|quién|cómo|cuál(?:es)?|cuánt[oa]s?|por qué|quando|dove|chi|come|onde|quem|wanneer|waar|wie|hoe|когда|где|кто|как|что|почему|сколько|متى|أين|من|كيف|ما)(?![\p{L}\p{M}]))/iu
/** A part with fewer content words means nothing without the rest, unless it asks what something is. */
const MIN_WORDS = 2
const MAX_PARTS = 4

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

function standsAlone(part: string): boolean {
  return definitionIn(part) !== null || analyzeQuery(part).words.length >= MIN_WORDS
}
