import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Cron } from 'croner'
import type { ScheduledBackup } from './backup-setting.ts'
import type { Config } from './config.ts'
import { lastBackupFile, programDir } from './data-folder.ts'
import type { Log } from './log.ts'

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
      log.info({ output: await backUp(config, backup, ending.signal) }, 'backup made')
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
      return failedAt ? `failed ${failedAt}` : `ok ${timeOfLast(config) ?? '(none yet)'}`
    },
    /** Also ends a backup that is being made, which leaves nothing. */
    async stop(): Promise<void> {
      job.stop()
      ending.abort()
      await running
    },
  }
}

/** Returns what `svc backup` prints. Throws an `Error` with it when the backup fails. */
async function backUp(
  { environment }: Config,
  { folder, keep }: ScheduledBackup,
  signal: AbortSignal,
): Promise<string> {
  const args = ['backup', '--to', folder, '--keep', String(keep)]
  const child = spawn(process.execPath, [join(programDir, 'server/svc.mjs'), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal.addEventListener('abort', () => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return output.trim()
  removeUnfinished(folder, child.pid)
  throw new Error(output.trim() || 'The process was ended.')
}

/** What a backup process left that was killed. */
function removeUnfinished(folder: string, pid: number | undefined): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const left = readdirSync(folder).filter((name) => name.includes(`.backup.${pid}.unfinished`))
  for (const name of left) rmSync(join(folder, name), { force: true })
}

function timeOfLast(config: Config): string | null {
  const file = lastBackupFile(config)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { time: string }).time : null
}

export type Backups = ReturnType<typeof scheduleBackups>
