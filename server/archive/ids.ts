import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { ArchiveIds } from '../contract/archive.ts'

/**
 * Gives every id of an archive a new one, the same wherever it is named, so that nothing of another
 * organization can be named or replaced.
 */
export function createIds(): ArchiveIds {
  const made = new Map<string, string>()
  const owned = new Set<string>()

  function mapped(id: string): string {
    const known = made.get(id) ?? newId()
    made.set(id, known)
    return known
  }

  return {
    own: (kind) =>
      z.uuid().transform((id, context) => {
        if (owned.has(`${kind} ${id}`)) {
          context.addIssue(`must be the only ${kind} of its id`)
          return z.NEVER
        }
        owned.add(`${kind} ${id}`)
        return mapped(id)
      }),
    ref: (kind) =>
      z.uuid().transform((id, context) => {
        if (owned.has(`${kind} ${id}`)) return mapped(id)
        context.addIssue(`must be the id of a ${kind} in the archive`)
        return z.NEVER
      }),
    loose: () => z.uuid().transform(mapped),
  }
}
