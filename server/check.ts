import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { checkEmbeddings, checkLocalModels } from './check-models.ts'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import type { Source } from './contract/source.ts'
import { lastBackupFile } from './data-folder.ts'
import type { Vault } from './identity/vault.ts'
import { reach } from './models/reach.ts'
import type { Models } from './models/registry.ts'
import { readProviders } from './models/registry.ts'
import { openModels } from './open.ts'
import { describePlace, openStore } from './open-store.ts'
import { sentenceForOperator } from './operator-errors.ts'
import { everyPage } from './resources/every-page.ts'
import { openVault } from './secret-key.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import type { Store } from './storage/store.ts'

/** Bytes of free disk space below which, or below the size of the database, `svc check` warns. */
const LITTLE_ROOM = 1e9

/**
 * `svc check`: prints the settings and the state that an operator looks for, and throws
 * `internal_error` with a sentence for each fault (docs/behaviour.md#integrity-check). Damaged data
 * never ends it with a stack trace. Throws `SettingError` for a bad setting.
 */
export async function check(config: Config): Promise<void> {
  tell('public URL', config.public_url)
  tell('widget origins', [config.widget_origins].flat().join(', '))
  tell('trusted proxies', String(config.trust_proxy))
  const models = openModels(config)
  tell('models', models.languageModels.join(', '))
  tell('embedding models', models.embeddingModels.join(', '))
  const problems = [
    ...(await checkLocalModels(config)),
    ...(await checkData(config, models)),
    ...(await checkProviders(config)),
  ]
  if (problems.length > 0) throw new ServiceError('internal_error', problems.join('\n'))
}

function tell(what: string, state: string): void {
  console.log(`${what}: ${state}`)
}

async function checkData(config: Config, models: Models): Promise<string[]> {
  const database = describePlace(config)
  try {
    database.require()
    tellRoom(config, database.bytes())
    tell('last backup', describeLastBackup(config))
    const store = await openStore(config, { readonly: true })
    try {
      return [...(await checkStore(store, config)), ...(await checkEmbeddings(store, models))]
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof SettingError) throw error
    tell('database', 'damaged')
    if (error instanceof ServiceError) return [sentenceForOperator(error)]
    // Damage inside a row, which SQLite cannot detect, can make any statement fail.
    return [
      `The database ${database.name} cannot be read: ${(error as Error).message}. Restore a backup.`,
    ]
  }
}

function tellRoom(config: Config, bytes: number | null): void {
  // Of a database at an address it holds nothing before the first start.
  if (!existsSync(config.data_dir)) return
  const { bavail, bsize } = statfsSync(config.data_dir)
  const free = bavail * bsize
  const warning =
    free < LITTLE_ROOM || free < (bytes ?? 0)
      ? '; warning: disk space is low, and an upgrade copies the database'
      : ''
  const database = bytes === null ? '' : ` database ${inMegabytes(bytes)},`
  tell(
    'data folder',
    `${config.data_dir},${database} free on its disk ${inMegabytes(free)}${warning}`,
  )
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function describeLastBackup(config: Config): string {
  if (config.database_url !== null) return 'made by the tools of the database, if any was'
  const file = lastBackupFile(config)
  if (!existsSync(file)) return 'none was made of this data folder'
  try {
    const backup = JSON.parse(readFileSync(file, 'utf8'))
    return `${backup.time} to ${backup.file}`
  } catch {
    return `unknown, because ${file} cannot be read`
  }
}

async function checkStore(store: OpenedStore, config: Config): Promise<string[]> {
  const damage = await store.check()
  tell('database', damage.length > 0 ? 'damaged' : 'ok')
  if (damage.length > 0) {
    const { name, remedy } = describePlace(config)
    return [`The database ${name} is damaged:`, ...damage, remedy]
  }
  if (store.shared) tell('nearest vectors', await store.shared.vectorSearch())
  const undigested = await store.documents.countUndigested()
  if (undigested > 0) {
    tell(
      'passages',
      `${undigested} documents were indexed by an earlier version and cannot be checked; "svc reindex" changes that`,
    )
  }
  const problems = await checkUploads(store)
  await tellOrganizations(store, openVault(config))
  return problems
}

async function checkUploads({ files, ...store }: OpenedStore): Promise<string[]> {
  const hashes = await store.uploads.hashes()
  const problems: string[] = []
  for (const hash of hashes) {
    const problem = await files.check(hash)
    // The document may have been deleted since the hashes were read.
    const path = problem && (await store.uploads.pathOf(hash))
    if (!path) continue
    problems.push(
      `The uploaded file ${files.nameOf(hash)} (${path}) is ${problem}: upload it again, delete its document, or restore a backup.`,
    )
  }
  tell(
    'uploads',
    problems.length > 0 ? `${problems.length} of ${hashes.size} damaged` : `${hashes.size} ok`,
  )
  return problems
}

/** The last sync of each source, and the origins of each widget. */
async function tellOrganizations(store: Store, vault: Vault): Promise<void> {
  const now = new Date().toISOString()
  for (const { id, slug } of await store.organizations.list()) {
    const collections = await Promise.all(
      (['active', 'archived'] as const).map((status) =>
        everyPage((paging) => store.collections.list(id, { status }, paging)),
      ),
    )
    for (const collection of collections.flat()) {
      const sources = await everyPage(async (paging) => {
        const page = await store.sources.list(id, collection.id, paging)
        return page ?? { data: [], has_more: false, next_cursor: null }
      })
      for (const source of sources) {
        const needsCredentials = source.credentials && !(await isReadable(store, vault, id, source))
        const again = needsCredentials ? '; its credentials must be entered again' : ''
        tell(`source ${slug} / ${collection.name} / ${source.name}`, describeSync(source) + again)
      }
    }
    for (const { name, status, allowed_origins } of await everyPage((paging) =>
      store.deployments.list(id, paging, now),
    )) {
      tell(`widget ${slug} / ${name}`, `${status}, ${allowed_origins.join(', ')}`)
    }
  }
}

/** Whether the stored credentials of a source can be read with the key of this service. */
async function isReadable(
  store: Store,
  vault: Vault,
  organization_id: string,
  { id }: Source,
): Promise<boolean> {
  const sealed = await store.sources.sealedCredentials(organization_id, id)
  return sealed === null || vault.hasKeyOf(sealed)
}

function describeSync({ latest_job }: Source): string {
  if (!latest_job) return 'never synced'
  const { status, finished_at, queued_at, counters, error_message } = latest_job
  const { documents_discovered: found, documents_failed: failed } = counters
  const when = finished_at ?? `queued ${queued_at}`
  const why = error_message ? `; ${error_message}` : ''
  return `${status} ${when}, ${found} documents, ${failed} failed${why}`
}

async function checkProviders(config: Config): Promise<string[]> {
  const problems: string[] = []
  for (const [name, provider] of Object.entries(readProviders(config))) {
    const problem = await reach(provider)
    tell(`provider ${name}`, problem ?? 'ok')
    if (problem) problems.push(`A provider fails: ${name} ${problem}.`)
  }
  return problems
}
