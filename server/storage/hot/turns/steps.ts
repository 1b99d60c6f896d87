import type { Outcome } from '../../../contract/inbox.ts'
import type { Channel } from '../../../contract/usage.ts'
import type { AskerRow, ConversationRow } from '../../rows/conversations.ts'
import type { MessageRow } from '../../rows/messages.ts'
import type { LiveTurn } from '../../rows/turns.ts'
import type { Step } from '../../sql/step.ts'
import type { WrittenTranscript } from '../../sql/transcripts.ts'

export type Answer = Pick<LiveTurn, 'organization_id' | 'answer_id'>

/** What a question is put to, and the earlier turn of its key. */
export type Ground = ConversationRow & {
  model: string | null
  answerable: 0 | 1
  last_sequence: number
  asked: MessageRow | null
  answer: MessageRow | null
}

/** A question with the turn that it begins, in a conversation that has `seen` messages. */
export type Claim = MessageRow & {
  organization_id: string
  answer_id: string
  streamed: 0 | 1
  answering: string | null
  named: string | null
  owner: string
  lease_until: string
  seen: number
}

/** A turn whose conversation is locked and whose row is deleted. */
export type Taken = LiveTurn & {
  assistant_id: string
  channel: Channel
  question: MessageRow
  earlier_words: string | null
}

/** An answer with what ends its turn: `counted` are rows of usage, as JSON. */
export type Freed = MessageRow & {
  organization_id: string
  outcome: Outcome
  trace: string | null
  /** Documents and passages. */
  cited: string[]
  cited_passages: string[]
  counted: string
} & WrittenTranscript

export interface Ended {
  conversation: ConversationRow
  question: MessageRow
  answer: MessageRow
}

/** What the engines do differently of a turn (docs/behaviour.md#turns). */
export interface TurnSteps {
  /** How a turn begins: in a transaction, or by statements that are each one of their own. */
  begins: 'step' | 'run'
  /** What decides whether a question may be asked, of one moment. */
  ground(asked: AskerRow & { id: string; idempotency_key: string | null }): Step<Ground | undefined>
  /** Begins a turn, if the conversation still is as it was seen. */
  claim(claim: Claim): Step<ConversationRow | undefined>
  /** Keeps what an answer has grown to. */
  grow(grown: Answer & { text: string; citations: string; until: string }): Step<void>
  /** Takes a turn from whoever has it: it finds nothing to write to any more. */
  take(answer: Answer): Step<Taken | undefined>
  /** Stores an answer, and leaves its conversation to the next question. */
  free(freed: Freed): Step<ConversationRow | undefined>
  ended(answer: Answer): Step<Ended | undefined>
}
