import type { Store } from '../store.ts'
import { watchChanges } from './changes.ts'
import { createCollections } from './collections.ts'
import { createConversations } from './conversations.ts'
import type { Database } from './database.ts'
import { createSpending } from './spending.ts'
import { createSynonyms } from './synonyms.ts'
import { createTraces } from './traces.ts'

/** The port over a database, or over one transaction of it (`joined`). */
export function createPostgresStore(db: Database): Partial<Store> {
  return {
    collections: createCollections(db),
    synonyms: createSynonyms(db),
    spending: createSpending(db),
    conversations: createConversations(db),
    traces: createTraces(db),

    watch: (listener) => watchChanges(db, listener),
    async ping() {
      await db.query('SELECT 1', [])
    },
  }
}
