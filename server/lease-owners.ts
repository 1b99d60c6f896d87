import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import type { Config } from './config.ts'
import { leaseOwnersFile } from './data-folder.ts'
import { PRIVATE_FILE } from './private-files.ts'

export type LeaseOwners = ReturnType<typeof createLeaseOwners>

/**
 * Notes in the data folder which owners of leases its process is, for the next one. The folder is
 * locked, so no owner that the last process was lives any more (docs/architecture.md#leases).
 */
export function createLeaseOwners(config: Pick<Config, 'data_dir'>) {
  const file = leaseOwnersFile(config)
  return {
    /** The owners that the last process was, as far as it could note them. */
    left(): string[] {
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    },
    /** Forgets them, once their leases are ended. */
    forget(): void {
      rmSync(file, { force: true })
    },
    note(owner: string): void {
      try {
        appendFileSync(file, `${owner}\n`, { mode: PRIVATE_FILE })
      } catch {
        // The disk is full, for instance: the next process waits until the leases end.
      }
    },
  }
}
