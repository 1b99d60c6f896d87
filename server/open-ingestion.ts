import { composeIngestion } from './compose-ingestion.ts'
import type { Config, Environment } from './config.ts'
import { repositoriesDir } from './data-folder.ts'
import { UNTAKEN } from './ingestion/declared-questions.ts'
import { readApart } from './ingestion/discovery/apart.ts'
import { createMoveRunner, type MoveRunner } from './ingestion/embedding-moves.ts'
import { createJobLoop, type JobLoop } from './ingestion/jobs.ts'
import { createExtractor } from './ingestion/parser/extractor.ts'
import { type RunNeeds, runJob } from './ingestion/run-job.ts'
import { sources } from './ingestion/sources.ts'
import { logRun } from './ingestion/sync-log.ts'
import type { Log } from './log.ts'
import { LEXICAL_EMBEDDING } from './models/builtin/lexical.ts'
import { MEANING_DIMENSIONS, MEANING_EMBEDDING } from './models/builtin/meaning.ts'
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
  models: Pick<Models, 'embedding' | 'localEmbeddings'>
}): { jobs: JobLoop; moves: MoveRunner; needs: RunNeeds; stop(): Promise<void> } {
  const extractor = createExtractor()
  const fetching = {
    access: config.fetch_private,
    userAgent: `KnowledgeAssistant/${version} (+${config.public_url})`,
  }
  const ingestion = composeIngestion({
    store,
    extractor,
    embeddingModel: models.embedding,
    files: store.files,
    git: { repositoriesDir: repositoriesDir(config), searchPath: config.environment['PATH'] },
    sourceRoots: config.source_roots,
    vault: openVault(config),
    sources: readApart(sources, { fetching, environment: needed(config.environment) }),
    fetching,
    report: (err) => log.error({ err }, 'ingestion failed'),
    tellUntaken: ({ why, ...question }) => log.warn(question, UNTAKEN[why]),
  })
  const run = logRun(runJob, log)
  const jobs = createJobLoop({
    ...ingestion,
    random: Math.random,
    slots: config.jobs,
    run: (claimed, signal) => run(claimed, ingestion, signal),
  })
  const moves = createMoveRunner({
    ...ingestion,
    random: Math.random,
    renewal: RENEWAL,
    localEmbeddings: models.localEmbeddings,
    report: (err) => log.error({ err }, 'a collection could not be moved to another embedding'),
  })
  return {
    jobs,
    moves,
    needs: ingestion,
    async stop() {
      await Promise.all([jobs.stop(), moves.stop()])
      await extractor.close()
      await ingestion.closeFetcher()
    },
  }
}

/** Collections of the built-in embedding of earlier versions move to that of today. */
const RENEWAL = {
  from: LEXICAL_EMBEDDING,
  to: { embedding_model: MEANING_EMBEDDING, embedding_dimensions: MEANING_DIMENSIONS },
}

/**
 * By which Node finds certificates and names, and Windows its libraries; no settings, which hold
 * secrets.
 */
const NEEDED =
  /^(NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(FILE|DIR)|RES_OPTIONS|LOCALDOMAIN|SystemRoot|windir|TE?MP|TMPDIR)$/i

function needed(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => NEEDED.test(name)))
}
