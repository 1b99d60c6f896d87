import type { Statement } from '../evidence.ts'
import { antonymsIn } from './antonyms.ts'
import { clausesIn } from './clauses.ts'
import type { Rule } from './rule.ts'

/** From this share of its words on, a clause of a passage is about the same as the assertion's. */
const SAME_MATTER = 0.75
const MIN_WORDS = 3

/**
 * A clause of the passages says the same with opposite polarity (negated, or with an antonym) and
 * none says it with the same.
 */
export const polarity: Rule = {
  reason: 'polarity',
  judge({ assertion, evidence, comparable }) {
    if (!comparable || assertion.isCode) return null
    const statements = evidence.flatMap((each) => each.vocabulary().statements)
    return clausesIn(assertion.text).some((clause) => isDenied(clause, statements))
      ? 'contradicted'
      : null
  },
}

type Clause = ReturnType<typeof clausesIn>[number]

function isDenied(clause: Clause, statements: Statement[]): boolean {
  const words = clause.words()
  if (words.length < MIN_WORDS) return false
  const best = { same: 0, opposite: 0 }
  for (const statement of statements) {
    if (shareFound(words, statement.terms()) < SAME_MATTER - 1 / words.length) continue
    for (const other of statement.clauses()) {
      const opposed = antonymsIn(clause.raw, other.raw, statement.context)
      const share = shareFound(words, statement.termsOf(other), opposed)
      const flips = Number(clause.negated !== other.negated) + opposed.length
      const side = flips % 2 === 0 ? 'same' : 'opposite'
      best[side] = Math.max(best[side], share)
    }
  }
  return best.opposite >= SAME_MATTER && best.same < best.opposite
}

/** The share of words that are found; an antonym stands for the word that it opposes. */
function shareFound(words: string[][], terms: Set<string>, opposed: string[] = []): number {
  const found = words.filter((spellings) =>
    spellings.some((term) => terms.has(term) || opposed.some((each) => each.startsWith(term))),
  )
  return found.length / words.length
}
