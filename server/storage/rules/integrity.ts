/** Sentences of the integrity check (docs/behaviour.md#integrity-check). */

export function tellReference(table: string, parent: string): string {
  return `A row of ${table} refers to no row of ${parent}.`
}

/** A document whose live passages have another digest than its row. */
export function tellChangedPassages(document: { id: string; path: string; source: string }) {
  const { id, path, source } = document
  return `The passages of the document ${path} (${id}, source ${source}) are not as they were indexed: run "svc reindex", or restore a backup.`
}

export function tellStrayPassages(count: number): string[] {
  return count === 0 ? [] : [`${count} passages belong to no document: restore a backup.`]
}

export function tellStrayVectors(table: string, count: number): string[] {
  return count === 0 ? [] : [`${table} holds ${count} vectors of no passage.`]
}

export function tellUnreadable(message: string): string {
  return `The database cannot be read: ${message}.`
}

/** A collection or source that counts other documents or passages than it holds. */
export function tellMiscounted(count: {
  owner: string
  id: string
  name: string
  of: string
  counted: number
  held: number
}): string {
  const { owner, id, name, of, counted, held } = count
  return `The ${owner} ${name} (${id}) counts ${counted} ${of} and holds ${held}.`
}
