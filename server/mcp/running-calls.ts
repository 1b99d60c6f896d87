import type { Caller } from '../identity/caller.ts'

/** What names a call to those who may cancel it. */
export interface CallName {
  caller: Pick<Caller, 'owner'>
  /** The id that the client got with its first request, if it has one. */
  session: string
  /** The id of the request. */
  id: unknown
}

/**
 * The calls that are under way. A client of 2025 cancels a call by another request
 * (docs/behaviour.md#mcp), and counts its requests from 0 like any other client.
 */
export function createRunningCalls() {
  const running = new Map<string, Set<AbortController>>()

  return {
    /** Runs a call, whose signal aborts when it is cancelled. */
    async run<Result>(named: CallName, call: (signal: AbortSignal) => Promise<Result>) {
      const key = keyOf(named)
      const cancelling = new AbortController()
      const alike = running.get(key) ?? new Set()
      running.set(key, alike.add(cancelling))
      try {
        return await call(cancelling.signal)
      } finally {
        alike.delete(cancelling)
        if (alike.size === 0) running.delete(key)
      }
    },

    /** Of calls with the same name, nobody can tell which one is meant: none is cancelled. */
    cancel(named: CallName): void {
      const alike = running.get(keyOf(named))
      if (alike?.size === 1) for (const cancelling of alike) cancelling.abort()
    },
  }
}

function keyOf({ caller, session, id }: CallName): string {
  return JSON.stringify([caller.owner.id, session, id])
}
