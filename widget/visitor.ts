/** What the page remembers of a visitor, so that a reload shows the conversation again. */
export interface Visit {
  visitor_token?: string | undefined
  /** Missing where the visitor's next question begins a conversation. */
  conversation_id?: string
}

export interface VisitorMemory {
  read(): Visit
  /** Forgets the visitor when there is no visit. */
  write(visit?: Visit): void
}

/**
 * Keeps the visit in the page's own storage under the widget key, and in memory where storage is
 * refused (completions 16). What stands there is taken as it is: a token or a conversation that is
 * none is found to be gone when it is used.
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

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined // Storage is refused, full or empty: memory holds it.
  }
}
