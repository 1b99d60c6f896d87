import type { CredentialsType } from '../../contract/credentials.ts'
import type { Page } from '../../contract/operation.ts'
import type { Source } from '../../contract/source.ts'
import type { Sealed } from '../../identity/vault.ts'
import type { Paging } from './paging.ts'

/** Credentials that only the holder of the key can read. */
export interface SealedCredentials extends Sealed {
  type: CredentialsType
  /** Where they may be sent. */
  origins: string[]
}

/** A source with a schedule (docs/behaviour.md#jobs). */
export interface ScheduledSource {
  organization_id: string
  id: string
  schedule: string
  time_zone: string
  updated_at: string
  /** null: the schedule was set or changed a moment ago, or before runs were planned. */
  next_due_at: string | null
}

/** The next run as it was read, and as it is to be. */
export interface PlannedRun {
  seen: string | null
  next: string
}

export interface Sources {
  /** null: no such collection. Throws `conflict` on a taken name and for an archived collection. */
  create(
    organization_id: string,
    source: Pick<
      Source,
      'id' | 'collection_id' | 'name' | 'type' | 'config' | 'schedule' | 'time_zone' | 'created_at'
    > & { credentials?: SealedCredentials | null },
  ): Promise<Source | null>
  update(
    organization_id: string,
    id: string,
    change: {
      name?: string
      config?: Record<string, unknown>
      schedule?: string | null
      time_zone?: string
      credentials?: SealedCredentials | null
    },
    now: string,
  ): Promise<Source | null>
  find(organization_id: string, id: string): Promise<Source | null>
  /** null: no such collection. */
  list(organization_id: string, collection_id: string, paging: Paging): Promise<Page<Source> | null>
  /** null: it has none. */
  sealedCredentials(organization_id: string, id: string): Promise<SealedCredentials | null>
  /**
   * Sources of uploads, in active collections, with passages that an earlier version than this one
   * has read.
   */
  outdatedUploads(organization_id: string, reading: number): Promise<string[]>
  /** Of active organizations, sources whose next run is due, or not planned yet. */
  due(now: string): Promise<ScheduledSource[]>
  /** When the next planned run of an active organization is due; null when there is none. */
  nextDueAt(): Promise<string | null>
  /** Moves the next run on, unless that was done since it was read. */
  plan(organization_id: string, id: string, planned: PlannedRun): Promise<void>
  /**
   * Allows folder sources of the organization to read this folder, in addition to SVC_SOURCE_ROOTS.
   */
  grantRoot(organization_id: string, path: string): Promise<void>
  grantedRoots(organization_id: string): Promise<string[]>
  /**
   * Removes the source, its jobs, uploads and documents; its passages leave every search at once.
   */
  delete(organization_id: string, id: string): Promise<boolean>
}
