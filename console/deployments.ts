import type { Deployment } from '../server/contract/deployment.ts'
import { refresh, send, write } from './cache.ts'
import { call } from './client.ts'

/** Websites that are added to those that may show a widget, and removed from them. */
export interface OriginChange {
  added?: string[]
  removed?: string[]
}

let latestChange: Promise<unknown> = Promise.resolve()

/**
 * Changes the websites that may show a widget. Changes run one after the other, each on those that
 * are stored by then. Returns the change that undoes it. Throws `Failure`.
 */
export function changeOrigins(
  { id }: Deployment,
  { added = [], removed = [] }: OriginChange,
): Promise<OriginChange> {
  const params = { deployment_id: id }
  const change = latestChange.then(async () => {
    const { allowed_origins: before } = await call('getDeployment', { params })
    const kept = before.filter((origin) => !removed.includes(origin))
    const body = { allowed_origins: [...new Set([...kept, ...added])] }
    write('getDeployment', await send('updateDeployment', { params, body }), { params })
    refreshDeployments()
    return {
      added: removed.filter((origin) => before.includes(origin)),
      removed: added.filter((origin) => !before.includes(origin)),
    }
  })
  latestChange = change.catch(() => {})
  return change
}

/** Shows what became of the widgets. */
export function refreshDeployments(): void {
  refresh('listDeployments')
  refresh('getDeployment')
  refresh('listDeploymentOrigins')
  refresh('listRefusals')
}
