import { toServiceError } from './failures.ts'
import { isBusy, type LockQueue } from './lock-queue.ts'

/**
 * A part of the port with synchronous methods. SQLite answers synchronously, and this folder relies
 * on it: steps call each other inside one transaction, where nothing may be awaited.
 */
export type Sync<Port> = {
  [Name in keyof Port]: Port[Name] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never
}

/**
 * The same methods with promises, as the port declares them. A step that finds the database locked
 * by another connection has changed nothing, and waits in `queue` for its turn. A full or failing
 * disk, a damaged database, or one that stays locked becomes `service_unavailable` here and nowhere
 * else; its cause names `file` and the remedy for the operator.
 */
export function promised<Port>(
  methods: Sync<Port>,
  { file, queue }: { file: string; queue: LockQueue },
): Port {
  const entries = Object.entries<(...values: unknown[]) => unknown>(methods as never)
  const wrapped = entries.map(([name, method]) => {
    /** Known from the first SQLITE_BUSY: reads are never refused, and need not queue. */
    let writes = false
    const run = async (step: () => unknown): Promise<unknown> => {
      if (writes && queue.waiting()) return queue.join(step)
      try {
        return step()
      } catch (error) {
        if (!isBusy(error)) throw error
        writes = true
        return queue.join(step)
      }
    }
    return [
      name,
      (...values: unknown[]) =>
        run(() => method(...values)).catch((error: unknown) => {
          throw toServiceError(error, file)
        }),
    ]
  })
  return Object.fromEntries(wrapped) as Port
}
