import { parseJson } from './json.ts'

/** What the page remembers of a visitor, so that a reload shows the conversation again. */
export interface Visit {
  visitor_token: string
  /** Null when the visitor's next question begins a conversation. */
  conversation_id: string | null
}

export interface VisitorMemory {
  read(): Visit | null
  write(visit: Visit): void
  clear(): void
}

/**
 * Keeps the visit in the page's own storage under the widget key, and in memory where storage is
 * refused (completions 16). `storage` is a function because merely touching it can throw.
 */
export function createVisitorMemory(widgetKey: string, storage: () => Storage): VisitorMemory {
  const name = `svc:${widgetKey}`
  let held: Visit | null = null
  return {
    read() {
      held ??= readVisit(attempt(() => storage().getItem(name)))
      return held
    },
    write(visit) {
      held = visit
      attempt(() => storage().setItem(name, JSON.stringify(visit)))
    },
    clear() {
      held = null
      attempt(() => storage().removeItem(name))
    },
  }
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined // Storage is refused or full: memory holds it.
  }
}

/** A conversation that is none is found to be gone when it is asked for. */
function readVisit(text: string | null | undefined): Visit | null {
  const visit = parseJson(text) as Visit | null
  return typeof visit?.visitor_token === 'string' ? visit : null
}
