import type { ReadQuestion } from '../../text/section-question.ts'
import type { SectionPlace, Unembedded } from './section-questions.ts'

/** A question of a visitor who found the section that answers it, and that nobody has read yet. */
export interface UnreadLike extends SectionPlace, Unembedded {}

/** A like whose question is read. */
export interface ReadLike extends UnreadLike {
  read: ReadQuestion
  /** null: the model's are not used. */
  vector: Int8Array | null
  /** Whether its text may become a question of the section. */
  isTeachable: boolean
}

export interface QuestionLikes {
  /** Likes that are still to be read. */
  unread(limit: number): Promise<UnreadLike[]>
  /**
   * Makes the question one of its section once enough visitors have shown that it is, under the id
   * that is given; otherwise counts it for the one that it is like, or keeps it until others come.
   */
  learn(like: ReadLike, question_id: string, now: string): Promise<void>
}
