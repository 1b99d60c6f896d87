import type { SparseAppearance } from '../../contract/appearance.ts'
import type {
  Deployment,
  DeploymentOrigin,
  Refusal,
  RefusalReason,
} from '../../contract/deployment.ts'
import type { Page } from '../../contract/operation.ts'
import type { Organization } from './organizations.ts'
import type { Paging } from './paging.ts'

/** `snippet` names the server's address, which storage does not know. */
export type StoredDeployment = Omit<Deployment, 'snippet'>

/** A deployment as a widget request needs it. */
export interface PresentedDeployment extends StoredDeployment {
  appearance: SparseAppearance
  organization_id: string
  organization_status: Organization['status']
}

export interface Deployments {
  /** null: no such assistant. Throws `conflict` on a taken name. */
  create(
    organization_id: string,
    deployment: Pick<
      StoredDeployment,
      | 'id'
      | 'name'
      | 'widget_key'
      | 'assistant_id'
      | 'allowed_origins'
      | 'created_at'
      | 'created_by'
      | 'expires_at'
    > & { appearance: SparseAppearance },
  ): Promise<StoredDeployment | null>
  /** Throws `conflict` on a taken name. */
  update(
    organization_id: string,
    id: string,
    change: { name?: string; allowed_origins?: string[]; expires_at?: string | null },
    now: string,
  ): Promise<StoredDeployment | null>
  /** active → revoked; a revoked one is returned unchanged. */
  revoke(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  find(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  list(organization_id: string, paging: Paging, now: string): Promise<Page<StoredDeployment>>
  /** null: no such deployment. */
  appearance(organization_id: string, id: string): Promise<SparseAppearance | null>
  /** Replaces it whole. false: no such deployment. */
  setAppearance(organization_id: string, id: string, appearance: SparseAppearance): Promise<boolean>
  /** By its public key, in any status. */
  findByKey(widget_key: string, now: string): Promise<PresentedDeployment | null>
  /** Writes only when `last_used_at` is at least a minute old. */
  touch(
    organization_id: string,
    deployment: Pick<StoredDeployment, 'id' | 'last_used_at'>,
    now: string,
  ): Promise<void>
  /**
   * Makes `successor` with the origins, assistant, name and appearance of a deployment, which gets
   * another name and expires at `expires_at`, or is revoked now. null: no such deployment. Throws
   * `conflict` when it is not active.
   */
  rotate(
    organization_id: string,
    id: string,
    successor: Pick<StoredDeployment, 'id' | 'widget_key' | 'created_at' | 'created_by'>,
    expires_at: string | null,
  ): Promise<StoredDeployment | null>
  /** Records a page that shows the widget, at most once a minute. */
  see(
    organization_id: string,
    id: string,
    origin: string,
    widget_version: string | null,
    now: string,
  ): Promise<void>
  /** By origin. null: no such deployment. */
  origins(
    organization_id: string,
    id: string,
    paging: Paging,
  ): Promise<Page<DeploymentOrigin> | null>
  refuse(
    organization_id: string,
    id: string,
    origin: string,
    reason: RefusalReason,
    now: string,
  ): Promise<void>
  /** The refusals of the last 24 hours. null: no such deployment. */
  refusals(
    organization_id: string,
    id: string,
    paging: Paging,
    now: string,
  ): Promise<Page<Refusal> | null>
}
