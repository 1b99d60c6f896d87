import { DatabaseError } from 'pg'
import { ServiceError } from '../../../contract/errors.ts'
import { dataUnavailable, RowRefused } from '../../failures.ts'

/**
 * Whether a step changed nothing and may be made again as it was: it could not be put in an order
 * with others, or waited for one that waited for it
 * (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
export function mayBeRetried(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/**
 * `service_unavailable` when the database is away, full, overloaded or going down; any other error
 * as it is. The caller is told nothing else: the cause is for the log.
 */
export function toServiceError(error: unknown): unknown {
  return isAway(error) || mayBeRetried(error) ? dataUnavailable(error) : error
}

/** The refusal of a row by a constraint; any other error as it is. */
export function toRefusal(error: unknown): unknown {
  const code = codeOf(error)
  return code?.startsWith('23') ? new RowRefused(error as Error, code === '23505') : error
}

/**
 * Whether a statement named what is not there or what the user may not use (PostgreSQL, appendix A,
 * class 42).
 */
export function isRefused(error: unknown): boolean {
  return codeOf(error)?.startsWith('42') ?? false
}

/**
 * Classes of SQLSTATE that are about the server, not about a statement: connection exceptions,
 * resources, an operator's intervention, the system (PostgreSQL, appendix A).
 */
const OF_THE_SERVER = /^(?:08|53|57|58|XX)/

function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return OF_THE_SERVER.test(error.code ?? '')
  if (error instanceof ServiceError || !(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (code?.startsWith('E') && 'syscall' in error) || LOST.test(error.message)
}

/** What the driver says when it has no code for it. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}
