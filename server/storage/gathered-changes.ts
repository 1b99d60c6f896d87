import type { StoredChange } from './ports/changes.ts'

/** Of more things of a kind, the kind alone is told. */
const MAX_NAMED = 20

/**
 * Changes of a moment: each thing once, and more than `MAX_NAMED` of a kind as one without id
 * (docs/behaviour.md#changes).
 */
export function createGathered() {
  const byKind = new Map<string, Map<string | null, StoredChange>>()
  return {
    add(change: StoredChange): void {
      const key = `${change.organization_id} ${change.kind}`
      const things = byKind.get(key) ?? new Map<string | null, StoredChange>()
      byKind.set(key, things)
      if (things.size <= MAX_NAMED) things.set(change.id, change)
    },
    /** What was added since the last time. */
    take(): StoredChange[] {
      const taken = [...byKind.values()].flatMap((things) => {
        const changes = [...things.values()]
        if (things.size <= MAX_NAMED) return changes
        return changes.slice(0, 1).map((change) => ({ ...change, id: null, revision: null }))
      })
      byKind.clear()
      return taken
    },
  }
}
