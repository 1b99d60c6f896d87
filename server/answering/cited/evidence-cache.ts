import { type CitedPassage, type Evidence, evidenceOf } from './evidence.ts'

/** Some 150 kB each: the passages of three answers that are being written. */
const MAX_PASSAGES = 60

/**
 * `evidenceOf` that remembers the passages it was last asked for: an answer is checked after each
 * of its sentences, and reading twenty passages anew takes some 50 ms.
 */
export function createEvidenceCache(): (passage: CitedPassage) => Evidence {
  const known = new Map<string, Evidence>()
  return (passage) => {
    const key = JSON.stringify(passage)
    const evidence = known.get(key) ?? evidenceOf(passage)
    // The last one asked for comes last.
    known.delete(key)
    known.set(key, evidence)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_PASSAGES) break
      known.delete(oldest)
    }
    return evidence
  }
}
