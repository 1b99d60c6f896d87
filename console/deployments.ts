import type { Deployment } from '../server/contract/deployment.ts'
import { refresh, send } from './cache.ts'

/** Replaces the websites that may show a widget. Throws `Failure`. */
export async function setOrigins({ id }: Deployment, allowed_origins: string[]): Promise<void> {
  await send('updateDeployment', { params: { deployment_id: id }, body: { allowed_origins } })
  refreshDeployments()
}

/** Shows what became of the widgets. */
export function refreshDeployments(): void {
  refresh('listDeployments')
  refresh('getDeployment')
  refresh('listDeploymentOrigins')
  refresh('listRefusals')
}
