import { RowRefused } from '../failures.ts'
import { takenError, type Unique } from '../rules/uniqueness.ts'
import type { Step } from './step.ts'

/** Runs a statement, and throws `conflict` when it would make a second one of what is unique. */
export function* unique<Result>(kind: Unique, statement: Step<Result>): Step<Result> {
  try {
    return yield* statement
  } catch (error) {
    throw error instanceof RowRefused && error.isTaken ? takenError(kind, error.cause) : error
  }
}
