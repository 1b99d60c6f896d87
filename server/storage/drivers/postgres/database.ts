import type { StoredChange } from '../../ports/changes.ts'

export interface Result {
  rows: unknown[]
  /** How many rows were read or changed. */
  count: number
}

/** What runs statements: the database, each in a transaction of its own, or one transaction. */
export interface Runner {
  query(text: string, values: unknown[]): Promise<Result>
}

/** The statements of one atomic step. */
export interface Transaction extends Runner {
  /** Tells the consoles of a change (docs/behaviour.md#changes), if the step is stored. */
  tell(change: StoredChange): void
}

export interface Database extends Runner {
  /**
   * Runs `work` in one transaction: all that it writes is stored when it resolves, nothing when it
   * throws. As steps are ordered one after another, it sees no half of another step; when they
   * cannot be, it is made again from its beginning, so it changes nothing but the database. With
   * `read committed` each statement sees what is stored by then: for a step that locks the row that
   * it decides by (`FOR UPDATE`), of which many wait for the same one.
   */
  step<Made>(
    work: (transaction: Transaction) => Promise<Made>,
    isolation?: 'serializable' | 'read committed',
  ): Promise<Made>
  /** Runs statements that only read, all of one moment. */
  snapshot<Read>(work: (runner: Runner) => Promise<Read>): Promise<Read>
  close(): Promise<void>
  /** How many steps wait for a connection. */
  waiting(): number
}
