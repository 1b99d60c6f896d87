import type { RateCounters } from './ports/counters.ts'
import type { UploadFiles } from './ports/files.ts'
import type { WidgetVersions } from './ports/widget-versions.ts'
import type { Store } from './store.ts'

/** An opened adapter: the store, and what concerns all of its data at once. */
export interface OpenedStore extends Store {
  files: UploadFiles
  /** null where only one process can have the data (docs/architecture.md#leases). */
  shared: Shared | null
  /** Keeps the database's log short; null where the database does so by itself. */
  checkpoint: (() => Promise<void>) | null
  /**
   * Runs `work` in one transaction, over a store that is valid until `work` ends: everything that
   * it writes is stored when it resolves, nothing when it rejects or the process dies meanwhile.
   * `work` should await nothing but that store, since it may keep all others from writing, and may
   * be run again from its beginning.
   */
  inOneStep<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
  /**
   * Writes all data into one file, also while the service runs. The key of the sources' credentials
   * is in it only `withKey` (docs/behaviour.md#backup-and-restore).
   */
  backUp(options: { file: string; withKey: boolean }): Promise<BackupContents>
}

/** What all processes that share the data have together, in place of something of their own. */
export interface Shared {
  counters: RateCounters
  /** A key to sign links with. */
  signingKey(): Promise<string>
  widgetVersions: WidgetVersions
  /** How the nearest vectors are found, for an operator. */
  vectorSearch(): Promise<string>
  /** How many steps of this thread wait for a connection. */
  waiting(): number
}

/** Contents of a backup, for the operator to compare with the expected ones. */
export interface BackupContents {
  organizations: number
  documents: number
  files: number
  bytes: number
}
