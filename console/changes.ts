import { computed, effect } from '@preact/signals'
import type { Change, ChangeKind } from '../server/contract/change.ts'
import { refresh } from './cache.ts'
import { type OperationName, operationAddress } from './client.ts'
import { session } from './session.ts'

/** What is read again when a thing of a kind changes. */
const readsOf: Record<ChangeKind, OperationName[]> = {
  api_key: ['listApiKeys', 'listProblems'],
  assistant: ['listAssistants', 'getAssistant', 'getBehaviour'],
  branding: ['getBranding'],
  collection: [
    'listCollections',
    'getCollection',
    'getSynonyms',
    'getReading',
    'listEmbeddingMoves',
  ],
  conversation: [
    'listConversations',
    'openConversation',
    'listMessages',
    'getUsage',
    'getTokenBudget',
    'listUnanswered',
  ],
  curated_answer: ['listCuratedAnswers', 'getCuratedAnswer'],
  deployment: [
    'listDeployments',
    'getDeployment',
    'getAppearance',
    'listDeploymentOrigins',
    'listProblems',
  ],
  document: ['listDocuments', 'getDocument', 'listPassages', 'listPages'],
  gap: ['listGaps', 'listProblems'],
  job: [
    'listSources',
    'getSource',
    'listJobs',
    'listCollections',
    'listProblems',
    'suggestQuestions',
  ],
  member: ['listMembers'],
  organization: ['getOrganization', 'getTokenBudget', 'getSession'],
  question: ['listSectionQuestions'],
  source: ['listSources', 'getSource'],
  support_access: ['getSupportAccess'],
  test_question: ['listTestQuestions'],
  test_run: ['getLatestTestRun'],
  webhook: ['getWebhook', 'listDeliveries'],
}

/** Changes that follow each other fast are read together, well below the person's budget. */
const PAUSE_MS = 2500
const RETRY_MS = 30_000

/** Who follows changes, and where; nobody without an organization. */
const listener = computed(() => {
  const { user, organization } = session.value ?? {}
  return user && organization && `${user.id} ${organization.id}`
})

/**
 * Keeps what is shown up to date while the page is seen: the service tells what changed
 * (docs/behaviour.md#changes).
 */
export function followChanges(): void {
  effect(() => {
    if (listener.value) return whileSeen(listen)
  })
}

/** Begins something when the page is seen, and ends it when it is not. */
function whileSeen(begin: () => () => void): () => void {
  let end: (() => void) | undefined
  function update() {
    end?.()
    end = document.hidden ? undefined : begin()
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    end?.()
  }
}

/** Whether changes may have been missed while the page was hidden. */
let hasListened = false

function listen(): () => void {
  const queue = createQueue()
  let retry: ReturnType<typeof setTimeout>
  let source: EventSource

  function open() {
    source = new EventSource(operationAddress('followChanges'))
    source.addEventListener('changed', ({ data }) => {
      const { kind } = JSON.parse(data) as Change
      queue.add(readsOf[kind] ?? [])
    })
    source.addEventListener('reset', () => queue.add(everything))
    source.addEventListener('error', () => {
      // The browser connects again by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS)
    })
  }

  open()
  if (hasListened) queue.add(everything)
  hasListened = true
  return () => {
    clearTimeout(retry)
    source.close()
    queue.clear()
  }
}

const everything = Object.values(readsOf).flat()

/** Reads the first change at once, and those that follow after a pause, each once. */
function createQueue() {
  const names = new Set<OperationName>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    for (const name of names) refresh(name)
    timer = names.size > 0 ? setTimeout(flush, PAUSE_MS) : undefined
    names.clear()
  }

  return {
    add(added: OperationName[]) {
      for (const name of added) names.add(name)
      if (!timer) flush()
    },
    clear: () => clearTimeout(timer),
  }
}
