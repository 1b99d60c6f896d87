import type { Block, Sentence } from '../../text/blocks.ts'
import { spokenLanguageOf } from '../../text/language.ts'
import { blankMarkers } from '../../text/marker-syntax.ts'
import { markersIn } from '../../text/markers.ts'
import type { Span } from '../../text/sentences.ts'
import type { ModelKind } from '../gate.ts'
import {
  type Assertion,
  type CitedPassage,
  type Evidence,
  evidenceOf,
  evidenceOfQuestion,
  shareOf,
} from './evidence.ts'
import type { Reason, Rule } from './rules/rule.ts'
import { assertionOf, type Refusal, type Support, sameLanguage, supportOf } from './support.ts'

/** What becomes of a sentence: it stays, with the ordinals that support it, or goes. */
export type Judgement =
  | { stays: true; ordinals: number[]; doubtful: boolean }
  | { stays: false; reason: Reason }

/** What an answer is judged by. */
export interface Judging {
  passages: CitedPassage[]
  question: string
  /** A configured model's sentences are cited anew where another passage supports them. */
  writer: ModelKind
  /** Of a model that quotes: for each marker of the text the places in the passage's reading. */
  quoted?: Span[][] | undefined
  /** More text follows: nothing is renumbered, and nothing need be cited. */
  isPart?: boolean
  /** Sentences in doubt that a verification refuted. */
  refuted: ReadonlySet<string>
  rules?: readonly Rule[]
  readEvidence?: (passage: CitedPassage) => Evidence
}

/** A passage supports a sentence that does not cite it when it holds so many of its words. */
const CITABLE_SHARE = 0.6
/** What these rules look for is spelt alike in all languages. */
const SPELT_ALIKE = new Set<Reason>(['code', 'address'])
/** A shorter sentence hardly asserts anything. */
const MIN_WORDS = 3

/** The passages as evidence; null for those that need not be read, as no marker names them. */
export type ReadEvidence = (Evidence | null)[]

/** The built-in model quotes what it cites, so that its other passages are not read. */
export function readEvidenceFor(
  text: string,
  { passages, writer, readEvidence = evidenceOf }: Judging,
): ReadEvidence {
  const cited = new Set(markersIn(text).map(({ ordinal }) => ordinal))
  return passages.map((each, at) =>
    writer === 'configured' || cited.has(at + 1) ? readEvidence(each) : null,
  )
}

/** Judges the sentences of one answer (docs/behaviour.md#checks-of-an-answer). */
export function createJudge(
  text: string,
  evidence: ReadEvidence,
  { question, writer, refuted, rules }: Judging,
) {
  const all = evidence.filter((each) => each !== null)
  const asked = evidenceOfQuestion(question)
  const language = spokenLanguageOf(text) ?? spokenLanguageOf(question)
  const support = (assertion: Assertion, by: Evidence[]) => supportOf(assertion, by, asked, rules)

  /** `stated` are the ordinals of the sentence, `implied` those that stand for it further on. */
  return function judge(block: Block, sentence: Sentence, implied: number[]): Judgement {
    if (block.kind === 'heading') return { stays: true, ordinals: [], doubtful: false }
    const kind = block.kind === 'code' ? 'code' : 'prose'
    const assertion = assertionOf(assertionIn(text, sentence), language, kind)
    const stated = sentence.ordinals.length > 0 ? sentence.ordinals : implied
    const judged =
      kind === 'prose' && stated.length > 0
        ? judgeCited(assertion, stated)
        : judgeUncited(assertion, kind)
    if (judged.stays && judged.doubtful && refuted.has(assertion.text)) {
      return { stays: false, reason: 'verifier' }
    }
    return judged
  }

  function judgeCited(assertion: Assertion, ordinals: number[]): Judgement {
    const own = ordinals.flatMap((ordinal) => evidence[ordinal - 1] ?? [])
    const found = support(assertion, own)
    if (found.kind === 'supported') return { stays: true, ordinals, doubtful: false }
    if (isRefused(found) && found.kind === 'contradicted')
      return { stays: false, reason: found.reason }
    const other = supporter(assertion)
    if (other) return { stays: true, ordinals: [other], doubtful: false }
    if (!isRefused(found)) return { stays: true, ordinals, doubtful: true }
    const holder = SPELT_ALIKE.has(found.reason) ? holderOf(assertion) : undefined
    if (holder) return { stays: true, ordinals: [holder], doubtful: true }
    return { stays: false, reason: found.reason }
  }

  function judgeUncited(assertion: Assertion, kind: 'code' | 'prose'): Judgement {
    const asserts =
      kind === 'prose' &&
      !/[:：?？؟][*_\s]*$/.test(assertion.text) &&
      assertion.words().length >= MIN_WORDS
    const other = asserts ? supporter(assertion) : undefined
    if (other) return { stays: true, ordinals: [other], doubtful: false }
    const found = support(assertion, all)
    if (isRefused(found)) return { stays: false, reason: found.reason }
    return { stays: true, ordinals: [], doubtful: asserts && found.kind === 'doubtful' }
  }

  /** The ordinal of a passage in another language that no rule finds something missing in. */
  function holderOf(assertion: Assertion): number | undefined {
    if (writer === 'builtin') return undefined
    const at = evidence.findIndex(
      (each) => each && !sameLanguage(each, assertion) && !isRefused(support(assertion, [each])),
    )
    return at === -1 ? undefined : at + 1
  }

  /** The ordinal of the passage that supports an assertion best by itself. */
  function supporter(assertion: Assertion): number | undefined {
    if (writer === 'builtin') return undefined
    const able = evidence
      .flatMap((each, at) => (each ? { each, ordinal: at + 1 } : []))
      .filter(({ each }) => sameLanguage(each, assertion))
      .map(({ each, ordinal }) => ({ each, ordinal, share: shareOf(assertion.words(), [each]) }))
      .filter(({ share }) => share >= CITABLE_SHARE)
      .sort((a, b) => b.share - a.share)
    return able.find(({ each }) => isSupported(support(assertion, [each])))?.ordinal
  }
}

function isRefused(support: Support): support is Refusal {
  return support.kind === 'missing' || support.kind === 'contradicted'
}

function isSupported({ kind }: Support): boolean {
  return kind === 'supported'
}

/** What a sentence asserts: its text without markers. */
export function assertionIn(text: string, { start, end }: { start: number; end: number }): string {
  return blankMarkers(text.slice(start, end)).trim()
}
