import { Cron } from 'croner'
import type { ScheduledBackup } from './backup-setting.ts'
import type { Config } from './config.ts'
import { timeOfLastBackup } from './last-backup.ts'
import type { Log } from './log.ts'
import { runBackup } from './run-backup.ts'

/**
 * Makes a backup at each time of SVC_BACKUP (docs/behaviour.md#backup-and-restore), in a process of
 * its own: reading a large backup back takes seconds, in which this one would answer nobody.
 */
export function scheduleBackups(config: Config, backup: ScheduledBackup, log: Log) {
  let failedAt: string | null = null
  const ending = new AbortController()

  async function run(): Promise<void> {
    log.info({ folder: backup.folder }, 'backup begins')
    try {
      log.info({ output: await runBackup(config, into(backup), ending.signal) }, 'backup made')
      failedAt = null
    } catch (error) {
      if (ending.signal.aborted) return
      failedAt = new Date().toISOString()
      log.error({ reason: (error as Error).message }, 'backup failed')
    }
  }

  let running = Promise.resolve()
  const options = { timezone: 'UTC', protect: true }
  const job = new Cron(backup.schedule, options, () => {
    running = run()
    return running
  })
  return {
    /** The time of the last backup, for `/ready`; a backup that fails does not make it 503. */
    async state(): Promise<string> {
      return failedAt ? `failed ${failedAt}` : `ok ${timeOfLastBackup(config) ?? '(none yet)'}`
    },
    /** Also ends a backup that is being made, which leaves nothing. */
    async stop(): Promise<void> {
      job.stop()
      ending.abort()
      await running
    },
  }
}

function into({ folder, keep }: ScheduledBackup) {
  return { folder, args: ['--to', folder, '--keep', String(keep)] }
}

export type Backups = ReturnType<typeof scheduleBackups>
