import type { Signal } from '@preact/signals-core'
import type { Citation } from '../../server/contract/conversation.ts'
import type { Strings } from '../strings.ts'

/** Texts within the text of an answer. */
export type AnswerStrings = Pick<
  Strings,
  'copied' | 'copyCode' | 'enlarge' | 'locale' | 'source' | 'table' | 'untitled' | 'wrap'
>

/** The address that a link leads to; null: it stays its label. */
export type LinkOf = (url: string) => string | null

/** Preact context of one answer; only markers and links read its citations. */
export interface AnswerContext {
  citations: Signal<readonly Citation[]>
  /** Where a link of a passage leads; of an answer links lead to what it cites. */
  linkOf?: LinkOf | undefined
  strings: AnswerStrings
}
