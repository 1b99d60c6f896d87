import { analyzeQuery } from '../../retrieval/analyze.ts'

/** Where one question ends and the next begins: after a question mark, or at an "and" before a question word. */
const BOUNDARY =
  /(?<=[?？؟])\s*(?=\p{L})|[,;]?\s+(?:and|und|et|y|e|en|и|و)\s+(?=(?:what|when|where|who|whom|whose|which|why|how|is|are|do|does|did|can|was|wann|wo|wer|wie|was|warum|welche[rsnm]?|quand|où|qui|comment|combien|pourquoi|quel(?:le)?s?|cuándo|dónde|quién|cómo|cuál(?:es)?|cuánt[oa]s?|por qué|quando|dove|chi|come|onde|quem|wanneer|waar|wie|hoe|когда|где|кто|как|что|почему|сколько|متى|أين|من|كيف|ما)(?![\p{L}\p{M}]))/iu
/** A part with fewer content words means nothing without the rest ("… and when?"). */
const MIN_WORDS = 2
const MAX_PARTS = 4

/** The questions that a question is made of; itself alone when it cannot be taken apart safely. */
export function partsOf(question: string): string[] {
  const parts = question.split(BOUNDARY).map((part) => part.trim())
  const whole = parts.every((part) => analyzeQuery(part).words.length >= MIN_WORDS)
  return parts.length > 1 && parts.length <= MAX_PARTS && whole ? parts : [question]
}
