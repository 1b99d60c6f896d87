import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BACKED_UP_ELSEWHERE, type Config, SettingError } from './config.ts'
import { lastBackupFile } from './data-folder.ts'
import { PRIVATE_FOLDERS, writePrivateFile } from './private-files.ts'
import type { BackupContents, OpenedStore } from './storage/opened-store.ts'

export const BACKUP_USAGE = 'svc backup FILE | --to FOLDER [--keep N] [--with-key]'

/** Names of backups in a folder, which sort by their time. */
const NAME = /^svc-\d{8}T\d{9}Z\.backup$/

/**
 * `svc backup`: into a file, or under the time's name into a folder that keeps the newest N
 * (docs/behaviour.md#backup-and-restore). Throws `SettingError` for wrong usage.
 */
export function backupCommand(
  args: string[],
  config: Config,
): (store: OpenedStore) => Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      'with-key': { type: 'boolean', default: false },
    },
  })
  if (config.database_url !== null) throw new SettingError(BACKED_UP_ELSEWHERE)
  const [file, ...more] = positionals
  const { to, keep, 'with-key': withKey } = values
  if (more.length > 0 || (file === undefined) === (to === undefined) || (keep && file)) {
    throw new SettingError(`Usage: ${BACKUP_USAGE}`)
  }
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) {
    throw new SettingError('--keep must be a number of backups, at least 1.')
  }
  if (withKey && config.secret_key !== null) {
    throw new SettingError('The key is SVC_SECRET_KEY, which is not in the data folder.')
  }
  const kept = keep === undefined ? null : Number(keep)
  return (store) =>
    to === undefined
      ? backUpTo(store, config, { file: resolve(file ?? ''), withKey })
      : backUpInto(store, config, { folder: resolve(to), kept, withKey })
}

interface Into {
  folder: string
  /** How many backups stay in the folder; null: all. */
  kept: number | null
  withKey: boolean
}

/** Earlier backups are deleted only once the new one is whole. */
async function backUpInto(store: OpenedStore, config: Config, { folder, kept, withKey }: Into) {
  if (!existsSync(folder)) mkdirSync(folder, PRIVATE_FOLDERS)
  const name = `svc-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.backup`
  await backUpTo(store, config, { file: join(folder, name), withKey })
  if (kept === null) return
  const earlier = readdirSync(folder).filter((name) => NAME.test(name))
  for (const name of earlier.toSorted().slice(0, -kept)) {
    rmSync(join(folder, name))
    console.log(`Deleted ${join(folder, name)}.`)
  }
}

async function backUpTo(
  store: OpenedStore,
  config: Config,
  { file, withKey }: { file: string; withKey: boolean },
): Promise<void> {
  const time = new Date().toISOString()
  const contents = await store.backUp({ file, withKey })
  // Read by `svc check`.
  writePrivateFile(lastBackupFile(config), JSON.stringify({ time, file }))
  console.log(`Backed up to ${file} and checked: ${describeBackup(contents)}.`)
}

/** The contents of a backup in words. */
export function describeBackup({ organizations, documents, files, bytes }: BackupContents): string {
  const megabytes = (bytes / 1e6).toFixed(1)
  return `${organizations} organizations, ${documents} documents, ${files} files, ${megabytes} MB`
}
