import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { v7 as newId } from 'uuid'
import { onTestFinished } from 'vitest'
import { composeIngestion } from '../../server/compose-ingestion.ts'
import type { Credentials } from '../../server/contract/credentials.ts'
import type { Job } from '../../server/contract/job.ts'
import { originsIn, type SourceType } from '../../server/contract/source-types.ts'
import type { FetcherOptions } from '../../server/fetch/fetcher.ts'
import { sealCredentials } from '../../server/identity/source-credentials.ts'
import { createVaultWith } from '../../server/identity/vault.ts'
import type { Extractor } from '../../server/ingestion/parser/extractor.ts'
import { createExtractor } from '../../server/ingestion/parser/extractor.ts'
import { type Outcome, type RunNeeds, runJob } from '../../server/ingestion/run-job.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { openStore } from '../../server/open-store.ts'
import { emptyData } from '../support/data.ts'

const DIMENSIONS = 8
/** Opens the credentials of every test's sources. */
export const vault = createVaultWith('a key of the tests')
/** Tests wait for nobody. */
const UNHURRIED = { connections: 8, perSecond: 1e6, burst: 1e6 }

/** One process for all tests of a file: starting it takes longer than most of them. */
const extractor = createExtractor({ idleMs: 60_000 })

/** An empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ingestion-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function write(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** A scripted embedding model that counts its calls. */
export function scriptedEmbedding() {
  const model = {
    selector: 'test/eight',
    dimensions: DIMENSIONS,
    embedsWindows: false,
    coverage: () => 1,
    embedded: 0,
    failure: null as Error | null,
    async embed(texts: string[]) {
      if (model.failure) throw model.failure
      model.embedded += texts.length
      return texts.map(() =>
        Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === 0 ? 1 : 0)),
      )
    },
  }
  return model satisfies EmbeddingModel
}

/** A store with an organization, a collection and a source, by default one that reads `folder`. */
export async function startIngestion({
  type = 'folder',
  config,
  fetching = {},
  searchPath = process.env['PATH'],
  sourceRoots = null,
}: {
  type?: SourceType
  config?: Record<string, unknown>
  fetching?: Partial<FetcherOptions>
  /** By which git is found. */
  searchPath?: string | undefined
  /** Folders that sources may read; null: every one. */
  sourceRoots?: string[] | null
} = {}) {
  const folder = temporaryFolder()
  const data = temporaryFolder()
  const place = await emptyData(data)
  onTestFinished(place.drop)
  const store = await openStore(place, { synchronous: 'NORMAL' })
  onTestFinished(() => store.close())
  const clock = { now: '2026-01-02T03:04:05.000Z' }
  const now = () => clock.now
  const organization_id = newId()
  await store.organizations.create({
    id: organization_id,
    slug: 'acme',
    name: 'Acme',
    status: 'active',
    support_access: false,
    created_at: now(),
  })
  const collection = await store.collections.create(organization_id, {
    id: newId(),
    name: 'Handbook',
    description: '',
    embedding_model: 'test/eight',
    embedding_dimensions: DIMENSIONS,
    created_at: now(),
  })
  const source = await store.sources.create(organization_id, {
    id: newId(),
    collection_id: collection.id,
    name: 'docs',
    type,
    config: config ?? (type === 'folder' ? { path: folder } : {}),
    schedule: null,
    time_zone: 'UTC',
    created_at: now(),
  })
  if (!source) throw new Error('The source was not created.')
  const embedding = scriptedEmbedding()
  const reported: unknown[] = []
  const needs = composeIngestion({
    store,
    extractor,
    embeddingModel: () => embedding,
    files: store.files,
    git: { repositoriesDir: join(data, 'repositories'), searchPath },
    sourceRoots,
    vault,
    fetching: { access: 'all', userAgent: 'Test/1', pace: UNHURRIED, ...fetching },
    now,
    setTimer(callback, ms) {
      const timer = setTimeout(callback, Math.min(ms, 5))
      return () => clearTimeout(timer)
    },
    report: (error) => reported.push(error),
  })

  async function enqueue(trigger: Job['trigger'] = 'manual') {
    const joins = trigger === 'api' ? ('queued' as const) : ('active' as const)
    const job = { id: newId(), trigger, max_attempts: 3, joins }
    return store.jobs.enqueue(organization_id, source?.id ?? '', job, now())
  }

  /** Queues a job, claims it and runs it to its end, which is stored as the loop would. */
  async function sync(
    more: Partial<RunNeeds> = {},
    signal = new AbortController().signal,
    trigger: Job['trigger'] = 'manual',
  ): Promise<Outcome> {
    await enqueue(trigger)
    const claimed = await store.jobs.claim(now())
    if (!claimed) throw new Error('No job was due.')
    const outcome = await runJob(claimed, { ...needs, ...more }, signal)
    if (outcome.kind === 'ended') {
      const { kind: _, ...end } = outcome
      await store.jobs.finish(organization_id, claimed.job.id, end, now())
    }
    return outcome
  }

  async function setCredentials(credentials: Credentials): Promise<void> {
    const { id = '', config = {} } = source ?? {}
    const sealed = sealCredentials(vault, id, { credentials, origins: originsIn(type, config) })
    await store.sources.update(organization_id, id, { credentials: sealed }, now())
  }

  /** As `sync`, but asked for by the source's schedule. */
  function scheduledSync(more: Partial<RunNeeds> = {}): Promise<Outcome> {
    return sync(more, new AbortController().signal, 'scheduled')
  }

  async function documents() {
    const page = await store.documents.list(organization_id, source?.id ?? '', {}, { limit: 100 })
    return page?.data ?? []
  }

  async function passages(path: string) {
    const id = (await documents()).find((document) => document.path === path)?.id ?? ''
    return (await store.passages.list(organization_id, id, { limit: 100 }))?.data ?? []
  }

  onTestFinished(() => needs.closeFetcher())

  return {
    folder,
    data,
    change: place.change,
    store,
    clock,
    organization_id,
    collection,
    source,
    files: needs.files,
    embedding,
    needs,
    reported,
    setCredentials,
    enqueue,
    sync,
    scheduledSync,
    documents,
    passages,
  }
}

/** The counters of a run; null when it was stopped. */
export function counted(outcome: Outcome) {
  return outcome.kind === 'ended' ? outcome.counters : null
}

/** An extractor that answers when the test opens it. */
export function heldExtractor(extractor: Extractor) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const held: Extractor = {
    ...extractor,
    async extract(document, use) {
      reached.resolve()
      await gate.promise
      return extractor.extract(document, use).finally(() => setImmediate(answered.resolve))
    },
  }
  return {
    extractor: held,
    reached: reached.promise,
    /** Resolves after everything that waited for the answer. */
    answered: answered.promise,
    open: gate.resolve,
  }
}
