import type { Trace } from '../../contract/trace.ts'

/** A question of a gap, and what is known of the answer that it had. */
export interface GapQuestion {
  text: string
  /** null: it was answered, and the answer was rated down. */
  abstention_reason: string | null
  /** Ids of the passages that were near it, and of those that the answer cited. */
  found: string[]
  /** null: it is not kept any more. */
  trace: Pick<Trace, 'question_as_searched' | 'confidence' | 'threshold' | 'passages'> | null
}

export interface UncheckedGap {
  /** Known to the store only. */
  number: number
  assistant_id: string
  /** The newest ones, the last one first. */
  questions: GapQuestion[]
  /** How many questions it has. */
  count: number
}

/** Open gaps of an organization whose knowledge changed after they were last asked again. */
export interface GapCheck {
  organization_id: string
  changed_at: string
  gaps: UncheckedGap[]
}

/** The knowledge changes where jobs end and curated answers are stored. */
export interface GapChecks {
  /**
   * The largest gaps to ask again, of an organization that is then left alone until `again`. null:
   * none is due.
   */
  take(at: { now: string; again: string; limit: number }): Promise<GapCheck | null>
  /**
   * Notes that a gap was asked again, and closes it when its questions would be answered; not when
   * another one joined it meanwhile.
   */
  settle(
    check: Pick<GapCheck, 'organization_id' | 'changed_at'>,
    gap: Pick<UncheckedGap, 'number' | 'count'>,
    isAnswered: boolean,
  ): Promise<void>
}
