import type { Trace } from '../../../contract/trace.ts'
import type { AskedEvidence, Assertion, Evidence } from '../evidence.ts'

/** Why a sentence is removed (docs/behaviour.md#traces). */
export type Reason = Trace['removed'][number]['reason']

/**
 * `missing`: the evidence does not have it; `contradicted`: the evidence says otherwise;
 * `doubtful`: it may say otherwise.
 */
export type Finding = 'missing' | 'contradicted' | 'doubtful' | null

/** What an assertion is compared with. */
export interface Comparison {
  assertion: Assertion
  /** The passages that are to support it. */
  evidence: Evidence[]
  /** The question, whose numbers and names count as known. */
  asked: AskedEvidence
  /** Some evidence is in the language of the assertion, so that words can be compared. */
  comparable: boolean
}

/** One kind of untruth that can be told without understanding the text. */
export interface Rule {
  reason: Reason
  judge(comparison: Comparison): Finding
}
