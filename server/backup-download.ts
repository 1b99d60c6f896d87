import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BACKED_UP_ELSEWHERE, type Config } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import type { Download } from './contract/operation.ts'
import { downloadsDir } from './data-folder.ts'
import { PRIVATE_FOLDERS } from './private-files.ts'
import { runBackup } from './run-backup.ts'

/**
 * Returns what makes a backup in a process of its own and gives it to be sent; afterwards, or when
 * the client has left, nothing of it is kept (docs/behaviour.md#the-state-of-the-service).
 */
export function createBackupDownload(config: Config): (signal: AbortSignal) => Promise<Download> {
  const folder = downloadsDir(config)
  let isBusy = false

  function leave(): void {
    rmSync(folder, { recursive: true, force: true })
    isBusy = false
  }

  async function* send(file: string): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(file)
    } finally {
      leave()
    }
  }

  return async (signal) => {
    if (config.database_url !== null) throw new ServiceError('conflict', BACKED_UP_ELSEWHERE)
    if (isBusy) throw new ServiceError('conflict', 'Another backup is being made.')
    isBusy = true
    try {
      // A process that ended in the middle of one left it.
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, PRIVATE_FOLDERS)
      const name = `svc-${new Date().toISOString().slice(0, 10)}.backup`
      const file = join(folder, name)
      await runBackup(config, { folder, args: [file] }, signal)
      return { name, stream: Readable.from(send(file)) }
    } catch (error) {
      leave()
      throw error
    }
  }
}
