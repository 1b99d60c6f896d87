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
 */
export function createVisitorMemory(widgetKey: string): VisitorMemory {
  let held: Visit | undefined
  return {
    read: () => held ?? storedVisit(widgetKey),
    write(visit) {
      held = visit
      attempt(() => {
        if (visit) localStorage.setItem(nameOf(widgetKey), JSON.stringify(visit))
        else localStorage.removeItem(nameOf(widgetKey))
      })
    },
  }
}

/**
 * The visit that an earlier page stored, or an empty one. It is not validated: the service refuses
 * an invalid token or conversation.
 */
export function storedVisit(widgetKey: string): Visit {
  return (readStored(nameOf(widgetKey)) as Visit | undefined) ?? {}
}

/** A stored JSON value; undefined when there is none or storage is blocked. */
export function readStored(name: string): unknown {
  return attempt(() => JSON.parse(localStorage.getItem(name) ?? ''))
}

const nameOf = (widgetKey: string) => `svc:${widgetKey}`

/** The result of using the page's storage; undefined when it is blocked, full or empty. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
