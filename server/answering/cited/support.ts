import { once } from '../../once.ts'
import type { SpokenLanguage } from '../../text/language.ts'
import { contentTerms } from './content-terms.ts'
import { type AskedEvidence, type Assertion, type Evidence, shareOf } from './evidence.ts'
import type { Reason, Rule } from './rules/rule.ts'
import { rules as allRules } from './rules.ts'
import { repetition } from './said.ts'

/**
 * How passages stand to an assertion (docs/behaviour.md#checks-of-an-answer). What no rule objects
 * to is `doubtful` when the passages have little of its words: a model may have said the same in
 * other words, or something else.
 */
export type Support = { kind: 'supported' | 'doubtful' } | Refusal

/** The evidence lacks something of the assertion or says otherwise. */
export interface Refusal {
  kind: 'missing' | 'contradicted'
  reason: Reason
}

/** The share of content words with which an assertion is no longer in doubt. */
const PLAIN_SHARE = 0.5

export function assertionOf(
  text: string,
  language: SpokenLanguage | null,
  kind: 'code' | 'prose' = 'prose',
): Assertion {
  return { text, language, isCode: kind === 'code', words: once(() => contentTerms(text)) }
}

/** Judges an assertion by what passages say; numbers and names of the question count as known. */
export function supportOf(
  assertion: Assertion,
  evidence: Evidence[],
  asked: AskedEvidence,
  rules: readonly Rule[] = allRules,
): Support {
  const comparable = evidence.some((each) => sameLanguage(each, assertion))
  const comparison = { assertion, evidence, asked, comparable }
  // An address may stand in the question or behind a quotation, where nothing else is wrong.
  const repeated = repetition(
    evidence.map(({ said }) => said),
    assertion.text,
  )
  if (repeated === 'denied') return { kind: 'contradicted', reason: 'polarity' }
  let missing: Reason | null = null
  let isDoubtful = false
  for (const rule of rules) {
    if (repeated && rule.reason !== 'address') continue
    const finding = rule.judge(comparison)
    if (finding === 'contradicted') return { kind: finding, reason: rule.reason }
    if (finding === 'doubtful') isDoubtful = true
    else if (finding) missing ??= rule.reason
  }
  if (missing) return { kind: 'missing', reason: missing }
  if (isDoubtful) return { kind: 'doubtful' }
  if (repeated || assertion.isCode || isLeadIn(assertion.text)) return { kind: 'supported' }
  const isPlain = comparable && shareOf(assertion.words(), evidence) >= PLAIN_SHARE
  return { kind: isPlain ? 'supported' : 'doubtful' }
}

export function sameLanguage(evidence: Evidence, { language }: Assertion): boolean {
  if (!language) return true
  const { language: own } = evidence.vocabulary()
  return !own || own === language
}

function isLeadIn(assertion: string): boolean {
  return /[:：][*_\s]*$/.test(assertion)
}

/** Whether passages in the language of a question hold half of its content words. */
export function isAbout(evidence: Evidence[], question: Assertion): boolean {
  if (!evidence.some((each) => sameLanguage(each, question))) return true
  return shareOf(question.words(), evidence) >= PLAIN_SHARE
}
