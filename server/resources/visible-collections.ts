import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'

/**
 * The collections of the assistants that an API key is limited to (docs/behaviour.md#api-keys);
 * null: the caller sees all.
 */
export async function visibleCollections(
  { assistants }: Pick<Store, 'assistants'>,
  { organization_id, assistant_ids }: Caller,
): Promise<Set<string> | null> {
  if (!assistant_ids) return null
  const found = await Promise.all(assistant_ids.map((id) => assistants.find(organization_id, id)))
  return new Set(found.flatMap((assistant) => assistant?.knowledge_base_ids ?? []))
}
