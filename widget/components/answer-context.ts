import type { Signal } from '@preact/signals-core'
import type { Citation } from '../../server/contract/conversation.ts'
import type { Strings } from '../strings.ts'

/** Texts within the text of an answer. */
export type AnswerStrings = Pick<
  Strings,
  'copied' | 'copyCode' | 'enlarge' | 'source' | 'table' | 'untitled' | 'wrap'
>

/** Preact context of one answer; only markers and links read its citations. */
export interface AnswerContext {
  citations: Signal<readonly Citation[]>
  strings: AnswerStrings
}
