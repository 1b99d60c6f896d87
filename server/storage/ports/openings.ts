import type { Asker } from './conversations.ts'

/** A citation of an answer by its ordinal, or a link of it by its place, from 1. */
export interface Opened {
  kind: 'citation' | 'link'
  place: number
}

export interface Openings {
  /**
   * Counts it in the usage of the answer, once. False: the asker has no such answer, or it has no
   * such citation or link.
   */
  open(
    asker: Asker,
    answer: { conversation_id: string; answer_id: string },
    opened: Opened,
    now: string,
  ): Promise<boolean>
}
