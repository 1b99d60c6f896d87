import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NotEmpty } from './archive/not-empty.ts'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { type CopyPlace, openCopyEnd, openStore } from './open-store.ts'
import { CopyFault, copyAll, type Progress } from './storage/copy/copy.ts'
import { COPIED } from './storage/copy/tables.ts'
import { analyzePassage } from './text/passage.ts'

const COPY_USAGE = 'svc copy --from sqlite:DATA_DIR --to postgres://… (or the other way round)'

const FOLDER = 'sqlite:'

/**
 * Moves a whole installation between a data folder and a PostgreSQL database, whole or not at all
 * (docs/behaviour.md#copying-to-another-store). Throws `SettingError`, `NotEmpty` or `ServiceError`
 * with one sentence.
 */
export async function copyInstallation(args: string[], config: Config): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  })
  const from = placeOf(values.from, config)
  const to = placeOf(values.to, config)
  if ((from.database_url === null) === (to.database_url === null)) {
    throw new SettingError(`Usage: ${COPY_USAGE}`)
  }
  await copyBetween(from, to, config).catch((error: unknown) => {
    if (!(error instanceof CopyFault)) throw error
    throw new ServiceError('service_unavailable', error.message, { cause: error })
  })
  console.log('Counts and checksums are the same at both ends. Building the index of words …')
  await buildIndex(to)
  console.log('Copied.')
  console.log(
    'Credentials stay encrypted: set SVC_SECRET_KEY to the key of the source, or copy its secret.key.',
  )
}

function placeOf(given: string | undefined, { data_dir }: Config): CopyPlace {
  if (given?.startsWith(FOLDER) && given !== FOLDER) {
    return { data_dir: resolve(given.slice(FOLDER.length)), database_url: null }
  }
  const isAddress = /^postgres(?:ql)?:\/\//.test(given ?? '') && URL.canParse(given ?? '')
  if (!given || !isAddress) throw new SettingError(`Usage: ${COPY_USAGE}`)
  return { data_dir, database_url: given }
}

async function copyBetween(
  fromPlace: CopyPlace,
  toPlace: CopyPlace,
  { files }: Config,
): Promise<void> {
  const from = await openCopyEnd(fromPlace, { files, mustExist: true })
  try {
    const to = await openCopyEnd(toPlace, { files, mustExist: false })
    try {
      if (!(await to.isEmpty()))
        throw new NotEmpty(`${to.name} is not empty: copy into an empty folder or database.`)
      await copyAll(from, to, printed)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/** Builds the index of words from the passages, as a service that starts there would. */
async function buildIndex(place: CopyPlace): Promise<void> {
  const store = await openStore(place)
  try {
    while (await store.searchIndex.rebuild(analyzePassage));
  } finally {
    await store.close()
  }
}

const printed: Progress = {
  files: (count) => printRow('files', count),
  table: ({ table, rows, checksum }) => printRow(table, rows, checksum),
}

function printRow(what: string, count: number, checksum = ''): void {
  const width = Math.max(...COPIED.map((table) => table.length))
  console.log(`${what.padEnd(width)}  ${String(count).padStart(9)}  ${checksum}`.trimEnd())
}
