import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { ServiceError } from '../../contract/errors.ts'
import { databaseFailure } from './failures.ts'

/**
 * A part of the port without its promises. SQLite answers at once, and within this folder that is
 * used: steps call each other inside one transaction, where nothing may be awaited.
 */
export type Sync<Port> = {
  [Name in keyof Port]: Port[Name] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never
}

/** How long a step is tried while another connection writes, and how often, in milliseconds. */
const PATIENCE_MS = 5000
const RETRY_MS = 2

/**
 * The same methods as the port promises them. A step that finds another connection writing did nothing
 * and is tried again. A full or failing disk, a damaged database, or one that stays locked, becomes
 * `service_unavailable` here and nowhere else; its cause tells the operator of `file` and the remedy.
 */
export function promised<Port>(methods: Sync<Port>, file: string): Port {
  const entries = Object.entries<(...values: unknown[]) => unknown>(methods as never)
  const wrapped = entries.map(([name, method]) => [
    name,
    async (...values: unknown[]) => {
      try {
        return method(...values)
      } catch (error) {
        if (isBusy(error)) return retry(() => method(...values), file)
        throw toServiceError(error, file)
      }
    },
  ])
  return Object.fromEntries(wrapped) as Port
}

async function retry(step: () => unknown, file: string): Promise<unknown> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    await pause(RETRY_MS)
    try {
      return step()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toServiceError(error, file)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function toServiceError(error: unknown, file: string): unknown {
  const cause = databaseFailure(error, file)
  if (!cause) return error
  return new ServiceError('service_unavailable', 'The service cannot use its data at the moment.', {
    cause,
  })
}
