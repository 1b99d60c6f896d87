import type { Store } from '../storage/store.ts'
import { everyPage } from './every-page.ts'

/** The collections of all organizations by their embedding, as `organization / collection`. */
export async function embeddingsInUse(store: Store): Promise<Map<string, string[]>> {
  const used = new Map<string, string[]>()
  for (const { id, slug } of await store.organizations.list()) {
    for (const status of ['active', 'archived'] as const) {
      const collections = await everyPage((paging) =>
        store.collections.list(id, { status }, paging),
      )
      for (const { name, embedding_model: selector } of collections) {
        used.set(selector, [...(used.get(selector) ?? []), `${slug} / ${name}`])
      }
    }
  }
  return used
}
