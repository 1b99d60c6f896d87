import type { Database } from 'better-sqlite3'
import type { ChangeKind } from '../../contract/change.ts'
import { createGathered } from '../gathered-changes.ts'
import type { StoredChange } from '../ports/changes.ts'

/** The rows of a table that tell of a change; `row` stands for the row in each expression. */
interface Watched {
  table: string
  kind: ChangeKind
  id: string
  /** Updates of other columns change nothing that is shown: its lease. All columns by default. */
  shown?: string
}

const WATCHED: Watched[] = [
  { table: 'collections', kind: 'collection', id: 'row.id' },
  { table: 'sources', kind: 'source', id: 'row.id' },
]

const GATHER_MS = 250

export type Changes = ReturnType<typeof createChanges>

/**
 * The changes that are stored over this connection: those that steps tell of, and of some tables
 * those that triggers of the connection itself notice, which write nothing.
 */
export function createChanges(db: Database) {
  const gathered = createGathered()
  let hear: ((changes: StoredChange[]) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    timer = undefined
    hear?.(gathered.take())
  }

  function tell(change: StoredChange): void {
    if (!hear) return
    gathered.add(change)
    // Passed on later, when the transaction has ended.
    timer ??= setTimeout(pass, GATHER_MS).unref()
  }

  return {
    tell,

    /** Calls the listener with what is stored from now on. Returns a function that ends it. */
    watch(listener: (changes: StoredChange[]) => void): () => void {
      hear = listener
      db.function('tell_change', { varargs: true }, (...values) => {
        const [organization_id, kind, id, revision] = values as [string | null, ...unknown[]]
        // The thing that the row belonged to is deleted in the same step, and told by its own row.
        if (organization_id !== null) tell({ organization_id, kind, id, revision } as StoredChange)
        return null
      })
      for (const watched of WATCHED) db.exec(triggersOf(watched))
      return () => {
        hear = undefined
        clearTimeout(timer)
        for (const { table } of WATCHED) {
          for (const { event } of EVENTS) db.exec(`DROP TRIGGER temp.${nameOf(table, event)}`)
        }
      }
    },
  }
}

const EVENTS = [
  { event: 'INSERT', row: 'NEW' },
  { event: 'UPDATE', row: 'NEW' },
  { event: 'DELETE', row: 'OLD' },
]

function triggersOf({ table, kind, id, shown }: Watched): string {
  const values = ['row.organization_id', `'${kind}'`, id, 'NULL']
  return EVENTS.map(({ event, row }) => {
    const told = values.map((value) => value.replaceAll('row.', `${row}.`))
    const ofShown = shown && event === 'UPDATE' ? `OF ${shown}` : ''
    return `
      CREATE TEMP TRIGGER ${nameOf(table, event)} AFTER ${event} ${ofShown} ON main.${table}
      BEGIN
        SELECT tell_change(${told.join(', ')});
      END;
    `
  }).join('')
}

function nameOf(table: string, event: string): string {
  return `tell_${table}_${event.toLowerCase()}`
}
