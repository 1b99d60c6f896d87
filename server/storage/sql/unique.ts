import { takenError, type Unique } from '../rules/uniqueness.ts'
import type { Step } from './step.ts'

/** What a driver throws into a step whose statement would make a second one of what is unique. */
export class NotUnique extends Error {
  override name = 'NotUnique'
}

/** Runs a statement, and throws `conflict` when it would make a second one of what is unique. */
export function* unique<Result>(kind: Unique, statement: Step<Result>): Step<Result> {
  try {
    return yield* statement
  } catch (error) {
    throw error instanceof NotUnique ? takenError(kind, error.cause) : error
  }
}
