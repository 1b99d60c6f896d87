import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { composeIngestion } from '../../server/compose-ingestion.ts'
import { createVaultWith } from '../../server/identity/vault.ts'
import { createExtractor } from '../../server/ingestion/parser/extractor.ts'
import { type Outcome, runJob } from '../../server/ingestion/run-job.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { openStore } from '../../server/open-store.ts'
import { everyPage } from '../../server/resources/every-page.ts'

/** Ranks nothing, as the built-in model. */
const NO_VECTORS: EmbeddingModel = {
  selector: 'proof/none',
  dimensions: 8,
  embedsWindows: false,
  coverage: () => 0,
  embed: async () => [],
}
const UNHURRIED = { connections: 8, perSecond: 1e6, burst: 1e6 }

/** A store with one website source, crawled without politeness. */
export async function createCrawl(config: Record<string, unknown>) {
  const dir = mkdtempSync(join(tmpdir(), 'proof-crawl-'))
  const store = await openStore({ data_dir: dir }, { synchronous: 'NORMAL' })
  const extractor = createExtractor()
  const needs = composeIngestion({
    store,
    extractor,
    embeddingModel: () => NO_VECTORS,
    files: store.files,
    git: { repositoriesDir: join(dir, 'repositories'), searchPath: undefined },
    sourceRoots: [],
    vault: createVaultWith('not used'),
    fetching: { access: 'all', userAgent: 'KnowledgeAssistant/proof', pace: UNHURRIED },
    report: (error) => process.stderr.write(`${error}\n`),
  })
  const organization_id = newId()
  const created_at = needs.now()
  await store.organizations.create({
    id: organization_id,
    slug: 'proof',
    name: 'Proof',
    status: 'active',
    support_access: false,
    created_at,
  })
  const collection = await store.collections.create(organization_id, {
    id: newId(),
    name: 'Website',
    description: '',
    embedding_model: NO_VECTORS.selector,
    embedding_dimensions: NO_VECTORS.dimensions,
    created_at,
  })
  const source = await store.sources.create(organization_id, {
    id: newId(),
    collection_id: collection.id,
    name: 'Website',
    type: 'website',
    config,
    schedule: null,
    time_zone: 'UTC',
    created_at,
  })
  const source_id = source?.id ?? ''

  return {
    async sync(): Promise<{ outcome: Outcome; seconds: number }> {
      const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
      await store.jobs.enqueue(organization_id, source_id, job, needs.now())
      const claimed = await store.jobs.claim(needs.now())
      if (!claimed) throw new Error('No job was due.')
      const start = performance.now()
      const outcome = await runJob(claimed, needs, new AbortController().signal)
      const seconds = (performance.now() - start) / 1000
      if (outcome.kind === 'ended') {
        const { kind: _, ...end } = outcome
        await store.jobs.finish(organization_id, job.id, end, needs.now())
      }
      return { outcome, seconds }
    },

    pages: () =>
      everyPage(async (paging) => {
        const page = await store.pages.list(organization_id, source_id, {}, paging)
        return page ?? { data: [], has_more: false, next_cursor: null }
      }),

    passagesOf: (document_id: string) =>
      everyPage(async (paging) => {
        const page = await store.passages.list(organization_id, document_id, paging)
        return page ?? { data: [], has_more: false, next_cursor: null }
      }),

    async [Symbol.asyncDispose]() {
      await extractor.close()
      await needs.closeFetcher()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
