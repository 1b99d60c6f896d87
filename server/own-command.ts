import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config, Environment } from './config.ts'
import { programDir } from './data-folder.ts'

/** The command that starts the service with these settings, as one types it into a shell. */
export function startCommand(config: Config): string {
  const isCheckout = existsSync(join(programDir, 'server/main.ts'))
  const program = isCheckout ? 'npm start' : `${installedCommand(config.environment)} serve`
  return `${placeSetting(config, isCheckout)}${program}`
}

/** Says to a command where the data are; of an address, which may hold a password, its name. */
function placeSetting({ data_dir, database_url }: Config, isCheckout: boolean): string {
  if (database_url !== null) return 'SVC_DATABASE_URL="$SVC_DATABASE_URL" '
  const usual = isCheckout ? join(programDir, 'data') : resolve('data')
  return data_dir === usual ? '' : `SVC_DATA_DIR=${quoted(data_dir)} `
}

/** The command as one types it: launchers of packages name it, and what npx runs is on no path. */
function installedCommand({ KNOWLEDGE_ASSISTANT_COMMAND, npm_command }: Environment): string {
  if (KNOWLEDGE_ASSISTANT_COMMAND) return KNOWLEDGE_ASSISTANT_COMMAND
  return npm_command === 'exec' ? quoted(process.argv[1] ?? 'svc') : 'svc'
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
