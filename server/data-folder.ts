import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'

/** Where things lie in the data folder. */
export function databaseFile({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'svc.db')
}
export function uploadsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'uploads')
}
export function widgetVersionsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'widget')
}

/** The folder of the program itself: this module lies in `server/` of a checkout or in `dist/server/`. */
export const programDir = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url),
)
