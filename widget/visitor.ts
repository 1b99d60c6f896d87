/** State of a visitor that is kept in the page's storage to restore the conversation. */
export interface Visit {
  visitor_token?: string | undefined
  /** Absent when the next question begins a new conversation. */
  conversation_id?: string
}

export interface VisitorMemory {
  read(): Visit
  /** Stores the visit; without an argument, removes it. */
  write(visit?: Visit): void
}

/**
 * Keeps the visit in `localStorage` under the widget key, and in memory where storage is blocked.
 * The stored value is not validated: the service refuses an invalid token or conversation.
 */
export function createVisitorMemory(widgetKey: string): VisitorMemory {
  const name = `svc:${widgetKey}`
  let held: Visit | undefined
  return {
    read: () => held ?? attempt(() => JSON.parse(localStorage.getItem(name) ?? '')) ?? {},
    write(visit) {
      held = visit
      attempt(() => {
        if (visit) localStorage.setItem(name, JSON.stringify(visit))
        else localStorage.removeItem(name)
      })
    },
  }
}

/** The result of using the page's storage; undefined when it is blocked, full or empty. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
