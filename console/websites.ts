import { useRef } from 'preact/hooks'
import type { Deployment } from '../server/contract/deployment.ts'
import { useRead } from './cache.ts'
import { place } from './location.ts'

export interface Websites {
  all: Deployment[]
  /** null where there is none, or none that is wanted. */
  shown: Deployment | null
}

/**
 * The organization's widgets, and the one that is looked at: the one in the address, else the one
 * before, else the newest that works. undefined until they are known.
 */
export function useWebsites(): Websites | undefined {
  const all = useRead('listDeployments', { query: { limit: '100' } }).value.value?.data
  const before = useRef<string>(undefined)
  if (!all) return undefined
  const named = place.value.query['widget']
  const working = all.filter(({ status }) => status === 'active')
  const found = named
    ? all.find(({ id }) => id === named)
    : (working.find(({ id }) => id === before.current) ?? working[0] ?? all[0])
  before.current = found?.id
  return { all, shown: found ?? null }
}
