import { computed } from '@preact/signals'
import type { Assistant } from '../server/contract/assistant.ts'
import type { Collection } from '../server/contract/collection.ts'
import type { Deployment } from '../server/contract/deployment.ts'
import { type Entry, together, useRead } from './cache.ts'
import type { OperationName } from './client.ts'

/** The way from nothing to an assistant that answers on a website. */
export const steps = ['name', 'knowledge', 'questions', 'tag', 'visit'] as const
export type Step = (typeof steps)[number]

/** How far an organization has come; it follows from what exists and is not stored. */
export interface Setup {
  assistant: Assistant | undefined
  collections: Collection[]
  /** The latest one that works. */
  deployment: Deployment | undefined
  done: Record<Step, boolean>
  /** The first step that is not done; null at the end. */
  next: Step | null
}

/** What `useSetup` reads. */
export const setupReads: OperationName[] = [
  'listAssistants',
  'listCollections',
  'listDeployments',
  'getUsage',
]

/** Reads how far the organization has come. */
export function useSetup(): Entry<Setup> {
  const read = together(
    useRead('listAssistants', { query: { status: 'active', limit: '100' } }),
    useRead('listCollections', { query: { limit: '100' } }),
    useRead('listDeployments', { query: { limit: '100' } }),
    useRead('getUsage'),
  )
  const value = computed(() => {
    const [assistants, collections, deployments, usage] = read.value.value ?? []
    if (!assistants || !collections || !deployments || !usage) return undefined
    return setupOf(assistants.data, collections.data, deployments.data, usage.totals.questions)
  })
  return { value, failure: read.failure }
}

function setupOf(
  assistants: Assistant[],
  collections: Collection[],
  deployments: Deployment[],
  questions: number,
): Setup {
  const active = deployments.filter(({ status }) => status === 'active')
  const done = {
    name: assistants.length > 0,
    knowledge: collections.some(({ passage_count }) => passage_count > 0),
    questions: questions > 0,
    tag: active.length > 0,
    visit: active.some(({ last_used_at }) => last_used_at !== null),
  }
  const next = steps.find((step) => !done[step]) ?? null
  return { assistant: assistants.at(-1), collections, deployment: active[0], done, next }
}
