import { NotEmpty } from './archive/not-empty.ts'
import { describeSettings, readConfig, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { ModelTaken } from './model-usage.ts'
import { operatorCommands } from './operator.ts'
import { isDamage, sentenceForOperator } from './operator-errors.ts'
import { version } from './version.ts'

const HELP = `Knowledge Assistant ${version}

Usage: svc [COMMAND] [--help]

  serve                          start the service (default)
  provision FILE                 create or update what a provisioning file declares
  backup FILE                    write a consistent copy of all data, also while serving
  backup --to FOLDER --keep N    the same under the time's name, and keep the newest N
  restore FILE                   bring a backup back into an empty data folder
  check                          check data, settings and model providers, and show their state
  check --live                   ask the running service whether it is ready
  ingest URL-or-folder --into NAME
                                 read a website or a folder, and make it answer
  import FILE --org SLUG         read the export of an organization into an empty one
  copy --from URL --to URL       move everything between sqlite:DATA_DIR and postgres://…, offline
  reindex                        read and index every document again
  model add|list|remove          embedding models of your own
  org list|create|suspend|activate
  user list|create|password
  key list|create|revoke

Settings come from the environment (default in parentheses):

${describeSettings()}

Exit codes: 0 done, 1 failed, 2 wrong usage or settings, or a damaged file: another try does
not help; 3 an organization is not empty, or a model is there already or in use.`

/** Runs one command of `svc`; a failure ends the process with its exit code. */
export async function run(args: string[]): Promise<void> {
  const [name = 'serve', ...rest] = args
  try {
    if (name === '--help' || name === '-h' || name === 'help') console.log(HELP)
    else if (name === '--version') console.log(version)
    else if (name !== 'serve') await operate(name, rest)
    else if (asksForHelp(rest)) console.log(HELP)
    else if (rest.length > 0)
      throw new SettingError('Usage: svc serve; its settings come from the environment.')
    else {
      const { serve } = await import('./serve.ts')
      await serve(readConfig())
    }
  } catch (error) {
    // Anything already started (a thread, a listening port) would keep the process alive.
    process.exit(explain(error))
  }
}

async function operate(name: string, args: string[]): Promise<void> {
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined
  if (!command) throw new SettingError(`${name} is not a command; "svc --help" lists them.`)
  if (asksForHelp(args)) {
    console.log(`Usage: ${command.usage}`)
    return
  }
  await command.run(args, readConfig())
}

function asksForHelp(args: string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** Prints a failure and returns its exit code. Only a bug is printed with its stack. */
function explain(error: unknown): number {
  if (error instanceof SettingError || isUsageError(error)) {
    console.error((error as Error).message)
    return 2
  }
  if (error instanceof NotEmpty || error instanceof ModelTaken) {
    console.error(error.message)
    return 3
  }
  if (error instanceof ServiceError) {
    console.error(sentenceForOperator(error))
    return isDamage(error) ? 2 : 1
  }
  console.error(isSystemError(error) ? error.message : error)
  return 1
}

/** A file or a connection that fails is no bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function isUsageError(error: unknown): boolean {
  return String((error as { code?: unknown }).code ?? '').startsWith('ERR_PARSE_ARGS')
}
