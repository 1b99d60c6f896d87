import { join } from 'node:path'
import { MAX_UPLOAD_FILE_BYTES } from './contract/document.ts'
import { programDir } from './data-folder.ts'
import type { AddressRules } from './fetch/address-rules.ts'
import { type AppOptions, createApp } from './http/app.ts'
import { createRateCounters } from './identity/rate-counters.ts'
import { createRateLimits, type Rates } from './identity/rate-limits.ts'
import type { Vault } from './identity/vault.ts'
import { measureQuestions } from './metrics/measure.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createAssistants, type LanguageModels } from './resources/assistants.ts'
import { createAudit } from './resources/audit.ts'
import { createBranding } from './resources/branding.ts'
import { type ChangeFeed, createChanges } from './resources/changes.ts'
import { createCollections, type EmbeddingModels } from './resources/collections.ts'
import { createConversations } from './resources/conversations.ts'
import { createCuratedAnswers, createMatchQuestion } from './resources/curated-answers.ts'
import { createDeployments } from './resources/deployments.ts'
import { createDocuments, type SaveUpload } from './resources/documents.ts'
import { createEmbeddingMoves } from './resources/embedding-moves.ts'
import { createExport } from './resources/export.ts'
import { createInbox } from './resources/inbox.ts'
import { createJobs } from './resources/jobs.ts'
import { createModelList, type ModelListNeeds } from './resources/models.ts'
import { createOrganizations } from './resources/organization.ts'
import { createPassageLinks } from './resources/passage-links.ts'
import { createPeople } from './resources/people.ts'
import { createProblems } from './resources/problems.ts'
import type { Questions } from './resources/questions.ts'
import { createReadings } from './resources/readings.ts'
import { createSearch } from './resources/search.ts'
import { createSectionQuestions } from './resources/section-questions.ts'
import { createServiceStates, type Machine } from './resources/service-state.ts'
import { createSources, type Probe } from './resources/sources.ts'
import { createTestQuestions } from './resources/test-questions.ts'
import { createTrials } from './resources/trials.ts'
import { createUsageReports } from './resources/usage.ts'
import { createVisitors } from './resources/visitors.ts'
import { createWebhooks, type TestWebhook } from './resources/webhook.ts'
import { createWidgetConversations } from './resources/widget-conversations.ts'
import type { MatchCurated } from './retrieval/curated.ts'
import type { Retrieve } from './retrieval/retrieval.ts'
import type { RateCounters } from './storage/ports/counters.ts'
import type { UploadFiles } from './storage/ports/files.ts'
import type { Store } from './storage/store.ts'

/** The parts of the resources that a provisioning file can declare. */
export interface DeclarableParts {
  store: Store
  models: LanguageModels & EmbeddingModels & ModelListNeeds['models']
  now: () => string
  newId: () => string
  /** `base_url`, without a slash at its end. */
  publicUrl: string
  /** Folders that the folder sources of every organization may read. */
  sourceRoots: string[]
  /** Which addresses may be saved. */
  addressRules: AddressRules
  /** Tries an address of a source. */
  probe: Probe
  /** Seals the credentials of sources. */
  vault: Vault
  /** Called when a job was queued or cancelled. */
  wakeJobs: () => void
}

type MadeHere =
  | 'resources'
  | 'rateLimits'
  | 'saveUpload'
  | 'behaviourFile'
  | 'manualDir'
  | 'metrics'

/** The parts of the app: what differs between the service, a test and a measurement. */
export interface Parts extends DeclarableParts, Omit<AppOptions, MadeHere> {
  questions: Questions
  tryModel: ModelListNeeds['tryModel']
  retrieve: Retrieve
  matchCurated: MatchCurated
  machine: Machine
  /** Called when a run of test questions was queued. */
  wakeTestRuns: () => void
  files: UploadFiles
  testWebhook: TestWebhook
  /** What is stored. */
  feed: ChangeFeed
  rates: Rates
  /** null: requests are counted in this process alone. */
  counters: RateCounters | null
  /** A clock in milliseconds that never goes back; the rate limits follow it. */
  monotonicMs: () => number
  /** null: nothing is measured. */
  metrics: Metrics | null
}

/** The resources that a provisioning file can declare. */
export function composeDeclarable(parts: DeclarableParts) {
  return {
    assistants: createAssistants(parts),
    collections: createCollections(parts),
    curatedAnswers: createCuratedAnswers(parts),
    deployments: createDeployments(parts),
    jobs: createJobs(parts),
    readings: createReadings(parts),
    sources: createSources(parts),
  }
}

/** Makes the app and every resource; no other module lists the resources. */
export function compose(parts: Parts) {
  const { metrics } = parts
  const counters = parts.counters ?? createRateCounters(parts)
  const questions = metrics ? measureQuestions(parts.questions, metrics) : parts.questions
  const saveUpload: SaveUpload = (bytes) =>
    parts.files.save(bytes, { maxBytes: MAX_UPLOAD_FILE_BYTES })
  const { version } = parts.readiness
  const declarable = composeDeclarable(parts)
  const documents = createDocuments({ ...parts, jobs: declarable.jobs, saveUpload })
  return createApp({
    ...parts,
    saveUpload,
    rateLimits: createRateLimits({ rates: parts.rates, counters }),
    behaviourFile: join(programDir, 'docs/behaviour.md'),
    manualDir: join(programDir, 'demo-site/knowledge'),
    resources: {
      ...declarable,
      ...createPeople({ ...parts, counters, version }),
      audit: createAudit(parts),
      branding: createBranding(parts),
      changes: createChanges(parts),
      conversations: createConversations({ ...parts, questions }),
      matchQuestion: createMatchQuestion(parts),
      documents,
      embeddingMoves: createEmbeddingMoves(parts),
      exportOrganization: createExport({ ...parts, readUpload: parts.files.read, version }),
      inbox: createInbox(parts),
      models: createModelList(parts),
      organization: createOrganizations(parts),
      problems: createProblems(parts),
      passageLinks: createPassageLinks(parts),
      questions,
      serviceStates: createServiceStates({ ...parts, version }),
      search: createSearch(parts),
      sectionQuestions: createSectionQuestions(parts),
      testQuestions: createTestQuestions(parts),
      trials: createTrials({ ...parts, questions }),
      usage: createUsageReports(parts),
      visitors: createVisitors({ ...parts, questions }),
      webhook: createWebhooks(parts),
      widgetConversations: createWidgetConversations({ ...parts, documents, questions }),
    },
  })
}
