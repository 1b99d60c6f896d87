import type {
  AnswerLink,
  Citation,
  Conversation,
  Message,
  MessageStatus,
  Turn,
} from '../../contract/conversation.ts'
import type { Trace } from '../../contract/trace.ts'
import type { NearPassage } from '../../contract/usage.ts'
import type { Asker } from './conversations.ts'

export interface NewQuestion {
  id: string
  answer_id: string
  text: string
  idempotency_key: string | null
  metadata: Record<string, string>
  /** A failed turn is stored when it was streamed, otherwise not (docs/behaviour.md#turns). */
  streamed: boolean
}

/** How an answer ended. */
export interface Ending {
  status: MessageStatus
  text: string
  citations: Citation[]
  links: AnswerLink[]
  abstained: boolean
  model: string
  finish_reason: string | null
  abstention_reason: string | null
  /** Of an interrupted or failed answer: the reason or error code, and the error message. */
  error_code: string | null
  error_message: string | null
  input_tokens: number
  output_tokens: number
  /** Of an abstention: the passages near the question, nearest first. Not part of a replay. */
  nearest?: NearPassage[]
  /** What happened in the turn. Not part of a replay. */
  trace?: Trace
}

/** A turn that has ended, with what a replay needs (docs/behaviour.md#idempotency). */
export interface EndedTurn extends Turn {
  ending: Ending
}

export type Begun =
  | { kind: 'begun'; conversation: Conversation; question: Message; answer_id: string }
  | { kind: 'finished'; turn: EndedTurn }

export interface Turns {
  /**
   * Looks up an idempotency key and, when it is new, claims the conversation: idle →
   * awaiting_answer, in one step (docs/behaviour.md#turns). null: not the asker's conversation.
   * Throws `conflict` when the key's question is still being answered or is a different one, the
   * conversation is archived, or a question is in progress; `validation_error` when its assistant
   * cannot answer. Titles an untitled conversation with the first line of its first question.
   */
  begin(
    asker: Asker,
    conversation_id: string,
    question: NewQuestion,
    now: string,
  ): Promise<Begun | null>
  /** Stores a streamed answer so far, in case of a crash, and renews its lease. */
  progress(
    organization_id: string,
    answer_id: string,
    grown: { text: string; citations: Citation[] },
    now: string,
  ): Promise<void>
  /**
   * awaiting_answer → idle: stores the answer and counts usage. A turn that has ended already is
   * returned as it is stored: another took it over, or an attempt was stored whose reply was lost.
   * null: erased meanwhile, or taken over and not kept.
   */
  end(
    organization_id: string,
    answer_id: string,
    ending: Ending,
    now: string,
  ): Promise<EndedTurn | null>
  /** awaiting_answer → idle: removes the question, and nothing of the attempt is kept. */
  drop(organization_id: string, answer_id: string, now: string): Promise<void>
  /** Ends the turns of other owners whose lease has ended. Returns their number. */
  recover(now: string): Promise<number>
}
