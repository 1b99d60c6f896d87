import { storableText } from '../../sql/json-rows.ts'
import type { Runner } from './database.ts'

/** A statement with named values, `:name`, each of which may occur several times. */
export interface Statement<Values, Row> {
  all(on: Runner, values: Values): Promise<Row[]>
  /** The first row. */
  get(on: Runner, values: Values): Promise<Row | undefined>
  /** Returns how many rows were changed. */
  run(on: Runner, values: Values): Promise<number>
}

/**
 * A statement of hand-written SQL, whose names become PostgreSQL's numbers once. Values are bound,
 * never written into the text. It is not prepared on the server, so that it works behind a pooler
 * that gives each transaction another connection.
 */
export function sql<Values extends object, Row = unknown>(text: string): Statement<Values, Row> {
  const statement = numbered(text)
  const rows = async (on: Runner, values: Values) => {
    const { rows } = await on.query(statement.text, statement.bound(values))
    return rows as Row[]
  }
  return {
    all: rows,
    get: async (on, values) => (await rows(on, values))[0],
    run: async (on, values) => (await on.query(statement.text, statement.bound(values))).count,
  }
}

/** A text with PostgreSQL's numbers in place of names, and what it is bound to in their order. */
export function numbered(text: string) {
  const names: string[] = []
  const numbers = text.replaceAll(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return {
    text: numbers,
    bound: (values: object) =>
      names.map((name) => storable((values as Record<string, unknown>)[name])),
  }
}

/** A name after a colon that is not part of a cast (`::text`). */
const NAMED = /(?<!:):([a-z_]\w*)/gi

function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? storableText(value) : value
}
