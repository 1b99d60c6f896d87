import { ServiceError } from '../../contract/errors.ts'
import type { MovedTogether } from '../ports/embedding-moves.ts'

/** A collection of an assistant, with the embedding that it has or is moving to. */
export interface Combined {
  assistant_id: string
  assistant: string
  collection_id: string
  collection: string
  embedding: string
}

/**
 * Throws `conflict` when an assistant would combine collections that move with one that has another
 * embedding (docs/behaviour.md#moving-to-another-embedding).
 */
export function requireCombinable(combined: Combined[], moved: string[], embedding: string): void {
  const ids = new Set(moved)
  for (const own of Map.groupBy(combined, ({ assistant_id }) => assistant_id).values()) {
    const inside = own.find(({ collection_id }) => ids.has(collection_id))
    const other = own.find((each) => !ids.has(each.collection_id) && each.embedding !== embedding)
    if (!inside || !other) continue
    throw new ServiceError(
      'conflict',
      `The assistant "${inside.assistant}" combines "${inside.collection}" with "${other.collection}": name both in collection_ids.`,
    )
  }
}

/** A collection of an assistant, or of none. */
export interface Attached {
  organization_id: string
  collection_id: string
  assistant_id: string | null
}

/** Collections, those together that assistants combine, over any number of assistants. */
export function togetherBy(attached: Attached[]): MovedTogether[] {
  const groups = new Map<string, Set<string>>()
  const byAssistant = Map.groupBy(attached, ({ assistant_id, collection_id }) => {
    return assistant_id ?? collection_id
  })
  for (const own of byAssistant.values()) {
    const group = new Set(own.flatMap(({ collection_id: id }) => [...(groups.get(id) ?? [id])]))
    for (const id of group) groups.set(id, group)
  }
  const owners = new Map(attached.map((each) => [each.collection_id, each.organization_id]))
  return [...new Set(groups.values())].map((group) => {
    const collection_ids = [...group]
    return { organization_id: owners.get(collection_ids[0] ?? '') ?? '', collection_ids }
  })
}
