/** State of a visitor that is kept in the page's storage to restore the conversation. */
export interface Visit {
  visitor_token?: string | undefined
  /** Absent when the next question begins a new conversation. */
  conversation_id?: string
  /** When messages were last added; its change tells other tabs (`storage` events). */
  changed?: number
}

export interface VisitorMemory {
  /** The token of all the visitor's tabs, and the conversation that this tab shows. */
  read(): Visit
  /** Stores the visit; without an argument, removes it. */
  write(visit?: Visit): void
  /** Turns to the conversation that another tab stored. Returns whether that is another one. */
  adopt(): boolean
}

/**
 * Keeps the visit in `localStorage` under the widget key, and in memory where storage is blocked.
 */
export function createVisitorMemory(widgetKey: string): VisitorMemory {
  let held: Visit | undefined
  let { conversation_id: shown } = storedVisit(widgetKey)
  return {
    read() {
      // The stored visit is read again each time, since other tabs write it too.
      const { conversation_id: _, ...visit } = held ?? storedVisit(widgetKey)
      return shown ? { ...visit, conversation_id: shown } : visit
    },
    write(visit) {
      shown = visit?.conversation_id
      const isStored = attempt(() => {
        if (visit) localStorage.setItem(visitName(widgetKey), JSON.stringify(visit))
        else localStorage.removeItem(visitName(widgetKey))
        return true
      })
      held = isStored ? undefined : visit
    },
    adopt() {
      const before = shown
      shown = (held ?? storedVisit(widgetKey)).conversation_id
      return shown !== before
    },
  }
}

/**
 * The visit that an earlier page stored, or an empty one. It is not validated: the service refuses
 * an invalid token or conversation.
 */
export function storedVisit(widgetKey: string): Visit {
  return (readStored(visitName(widgetKey)) as Visit | undefined) ?? {}
}

/** A stored JSON value; undefined when there is none or storage is blocked. */
export function readStored(name: string): unknown {
  return attempt(() => JSON.parse(localStorage.getItem(name) ?? ''))
}

/** Name of the visit in the page's storage. */
export const visitName = (widgetKey: string) => `svc:${widgetKey}`

/** The result of using the page's storage; undefined when it is blocked, full or empty. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
