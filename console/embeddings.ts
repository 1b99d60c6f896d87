import type { Assistant } from '../server/contract/assistant.ts'
import { fill, texts } from './strings.ts'

const BUILT_IN = 'builtin/meaning-1'
const LEXICAL = 'builtin/lexical-512'
const INSTALLED = 'installed/'

/** An embedding in words: "Built-in, English"; of a provider, its selector. */
export function shownEmbedding(selector: string): string {
  const { embedding: words } = texts.value
  if (selector === BUILT_IN) return words.builtIn
  if (selector === LEXICAL) return words.wordsOnly
  if (!selector.startsWith(INSTALLED)) return selector
  return fill(words.installed, { name: selector.slice(INSTALLED.length) })
}

/** The ids of a collection and those that assistants combine with it, directly or by another. */
export function combinedWith(
  id: string,
  assistants: Pick<Assistant, 'knowledge_base_ids'>[],
): string[] {
  const ids = new Set([id])
  // A set's iteration goes on to what is added meanwhile.
  for (const each of ids) {
    for (const { knowledge_base_ids } of assistants) {
      if (knowledge_base_ids.includes(each)) knowledge_base_ids.forEach((one) => ids.add(one))
    }
  }
  return [...ids]
}
