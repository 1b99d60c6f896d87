import { existsSync, readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { lastBackupFile } from './data-folder.ts'

/** The time of the newest backup; null where none was made, or its record cannot be read. */
export function timeOfLastBackup(config: Pick<Config, 'data_dir'>): string | null {
  const file = lastBackupFile(config)
  if (!existsSync(file)) return null
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { time: string }).time
  } catch {
    return null
  }
}
