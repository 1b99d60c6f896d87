import type { Evidence, WeightedWord } from './evidence.ts'

/**
 * How likely passages answer a question, 0 to 1, from words alone; 0.5 is where answering and
 * declining are equally risky. `bestScore` is the highest BM25 score, `evidence` that of the leading
 * passages.
 */
export function confidenceOf(
  words: WeightedWord[],
  bestScore: number,
  evidence: Evidence[],
): number {
  const total = words.reduce((sum, word) => sum + word.idf, 0)
  if (total === 0 || evidence.length === 0) return 0
  const relative = Math.min(1.5, bestScore / total)
  const window = Math.max(...evidence.map((one) => one.window))
  const passage = Math.max(...evidence.map((one) => one.passage))
  const length = Math.log(1 + words.length)
  const z = -4.5 + 2 * relative + 2.5 * window + 2 * passage + 0.9 * length
  return 1 / (1 + Math.exp(-z))
}
