import type { ChangeKind } from '../../contract/change.ts'
import type { StoredChange } from '../ports/changes.ts'

/**
 * What a step asks of its database: to run a statement, to tell the consoles of a change, or to let
 * an engine's own work use its connection.
 */
export type Asked =
  | { text: StatementText; values: object; want: 'all' | 'get' | 'run' }
  | { tell: StoredChange }
  | { own: (on: never) => unknown }

/**
 * Work on the database that yields its statements one after another, so that SQLite runs it without
 * waiting and PostgreSQL awaits each statement (docs/architecture.md#storage). It changes nothing
 * but the database, because it may be made again from its beginning.
 */
export type Step<Made> = Generator<Asked, Made, unknown>

/** A statement as it is written, made once; drivers keep what they prepare of it by identity. */
export interface StatementText {
  sql: string
}

/** A statement with named values, `:name`, each of which may occur several times. */
export interface Statement<Values, Row> {
  all(values: Values): Step<Row[]>
  /** The first row. */
  get(values: Values): Step<Row | undefined>
  /** Returns how many rows were changed. */
  run(values: Values): Step<number>
}

/**
 * A statement that both engines understand; where their words differ it has those of `dialect.ts`.
 * Values are bound, never written into the text.
 */
export function sql<Values extends object, Row = unknown>(sql: string): Statement<Values, Row> {
  const text = { sql }
  return {
    *all(values) {
      return (yield { text, values, want: 'all' }) as Row[]
    },
    *get(values) {
      return (yield { text, values, want: 'get' }) as Row | undefined
    },
    *run(values) {
      return (yield { text, values, want: 'run' }) as number
    },
  }
}

/** Tells the consoles of a change, if the step is stored (docs/behaviour.md#changes). */
export function* tell(change: StoredChange): Step<void> {
  yield { tell: change }
}

/** Of more things of a kind, the kind alone is told. */
const MAX_NAMED = 20

/** Tells the consoles of things of a kind. */
export function* tellEach(organization_id: string, kind: ChangeKind, ids: string[]): Step<void> {
  const told = ids.length > MAX_NAMED ? [null] : ids
  for (const id of told) yield* tell({ organization_id, kind, id, revision: null })
}

/** Work that an engine does by itself on its connection, as a part of a step: its search index. */
export function* own<Connection, Made>(work: (on: Connection) => Made | Promise<Made>): Step<Made> {
  return (yield { own: work }) as Made
}

/** The data as they were when it was opened, whatever is written meanwhile. */
export interface Moment {
  /** Runs a step that only reads. */
  run<Read>(work: () => Step<Read>): Promise<Read>
  close(): Promise<void>
}

/** Runs steps. Its promises reject with `service_unavailable` when the database is away. */
export interface Driver {
  /**
   * Runs a step in one transaction: all that it writes is stored when it ends, nothing when it
   * throws. Steps are ordered one after another, so that it sees no half of another one; with `read
   * committed` each statement sees what is stored by then, for a step that locks the row that it
   * decides by (`FOR UPDATE`), of which many wait for the same one.
   */
  step<Made>(work: () => Step<Made>, isolation?: 'serializable' | 'read committed'): Promise<Made>
  /** Runs a step that only reads, all of one moment. */
  snapshot<Read>(work: () => Step<Read>): Promise<Read>
  /** Of what is read from now on: it must be closed, and holds a connection until then. */
  moment(): Promise<Moment>
  /** Runs a step whose statements are each a transaction of their own. */
  run<Made>(work: () => Step<Made>): Promise<Made>
}
