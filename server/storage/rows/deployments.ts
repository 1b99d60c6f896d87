import type { DeploymentOrigin } from '../../contract/deployment.ts'
import type { PresentedDeployment, StoredDeployment } from '../ports/deployments.ts'
import { statusAt } from '../rules/deployments.ts'

/** The start of a list of refusals, the last one first. */
export const LATEST = { last_at: '~', origin: '', reason: '' }

/** `allowed_origins` is JSON text; the status is derived from the times. */
export type DeploymentRow = Omit<StoredDeployment, 'allowed_origins' | 'status'> & {
  allowed_origins: string
}

/** `appearance` is JSON text. */
export type PresentedRow = DeploymentRow &
  Pick<PresentedDeployment, 'organization_id' | 'organization_status'> & { appearance: string }

/** A deployment as it is written first, its origins apart. */
export type NewDeploymentRow = Omit<
  DeploymentRow,
  'allowed_origins' | 'revoked_at' | 'last_used_at'
> & { organization_id: string; appearance: string }

export type OriginRow = Omit<DeploymentOrigin, 'allowed'> & { allowed: 0 | 1 }

export function toDeployment(row: DeploymentRow, now: string): StoredDeployment {
  return {
    ...row,
    status: statusAt(row, now),
    allowed_origins: JSON.parse(row.allowed_origins) as string[],
  }
}

export function toPresented(row: PresentedRow, now: string): PresentedDeployment {
  const { organization_id, organization_status, appearance, ...deployment } = row
  return {
    ...toDeployment(deployment, now),
    organization_id,
    organization_status,
    appearance: JSON.parse(appearance),
  }
}

export function toOrigin({ allowed, ...row }: OriginRow): DeploymentOrigin {
  return { ...row, allowed: allowed === 1 }
}
