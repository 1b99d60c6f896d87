import type { Deployment } from '../server/contract/deployment.ts'
import { refresh, send, write } from './cache.ts'

/**
 * Replaces the websites that may show a widget. The next change starts from the reply, not from
 * what a list may show earlier. Throws `Failure`.
 */
export async function setOrigins({ id }: Deployment, allowed_origins: string[]): Promise<void> {
  const params = { deployment_id: id }
  write('getDeployment', await send('updateDeployment', { params, body: { allowed_origins } }), {
    params,
  })
  refreshDeployments()
}

/** Shows what became of the widgets. */
export function refreshDeployments(): void {
  refresh('listDeployments')
  refresh('getDeployment')
  refresh('listDeploymentOrigins')
  refresh('listRefusals')
}
