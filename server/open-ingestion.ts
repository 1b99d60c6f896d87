import { composeIngestion } from './compose-ingestion.ts'
import type { Config } from './config.ts'
import { repositoriesDir } from './data-folder.ts'
import { createJobLoop, type JobLoop } from './ingestion/jobs.ts'
import { createExtractor } from './ingestion/parser/extractor.ts'
import { type RunNeeds, runJob } from './ingestion/run-job.ts'
import { logRun } from './ingestion/sync-log.ts'
import type { Log } from './log.ts'
import type { Models } from './models/registry.ts'
import { openVault } from './secret-key.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import { version } from './version.ts'

/**
 * Starts to run the jobs of the data folder, which only one process at a time may do. `stop` puts
 * the running ones back in the queue.
 */
export function openIngestion({
  config,
  log,
  store,
  models,
}: {
  config: Config
  log: Log
  store: OpenedStore
  models: Pick<Models, 'embedding'>
}): { jobs: JobLoop; needs: RunNeeds; stop(): Promise<void> } {
  const extractor = createExtractor()
  const ingestion = composeIngestion({
    store,
    extractor,
    embeddingModel: models.embedding,
    files: store.files,
    git: { repositoriesDir: repositoriesDir(config), searchPath: config.environment['PATH'] },
    sourceRoots: config.source_roots,
    vault: openVault(config),
    fetching: {
      access: config.fetch_private,
      userAgent: `KnowledgeAssistant/${version} (+${config.public_url})`,
    },
    report: (err) => log.error({ err }, 'ingestion failed'),
  })
  const run = logRun(runJob, log)
  const jobs = createJobLoop({
    ...ingestion,
    random: Math.random,
    slots: config.jobs,
    run: (claimed, signal) => run(claimed, ingestion, signal),
  })
  return {
    jobs,
    needs: ingestion,
    async stop() {
      await jobs.stop()
      await extractor.close()
      await ingestion.closeFetcher()
    },
  }
}
