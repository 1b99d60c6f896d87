import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, SettingError } from '../config.ts'
import { MAX_UPLOAD_FILE_BYTES } from '../contract/document.ts'
import { makeDataFolder } from '../data-folder.ts'
import { openModels } from '../open.ts'
import { openStore } from '../open-store.ts'
import type { OpenedStore } from '../storage/opened-store.ts'
import type { Store } from '../storage/store.ts'
import { BadArchive } from './bad-archive.ts'
import { type Imported, importRows } from './import-rows.ts'
import { NotEmpty } from './not-empty.ts'
import { type Unpacked, unpack } from './unpack.ts'

const USAGE = 'svc import FILE --org SLUG'
const INVITATION_DAYS = 7
/** The folder of an import in the data folder begins so. */
const UNPACKED = '.import-'
const DAY_MS = 24 * 60 * 60 * 1000
const GROUPED_AT_ONCE = 200

/**
 * Reads the export of an organization into an empty one, whole or not at all
 * (docs/behaviour.md#export-and-import). Throws `SettingError` for a file that is no export, and
 * `NotEmpty`.
 */
export async function importOrganization(args: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { org: { type: 'string' } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0 || !values.org) throw new SettingError(`Usage: ${USAGE}`)
  makeDataFolder(config)
  const store = await openStore(config)
  try {
    await importInto({ store, slug: values.org, config }, file)
  } finally {
    await store.close()
  }
}

async function importInto(into: Omit<Into, 'organization_id'>, file: string): Promise<void> {
  const { store, slug, config } = into
  const organization_id = await emptyOrganization(store, slug)
  await removeLeftovers(config)
  const folder = await mkdtemp(join(config.data_dir, UNPACKED))
  try {
    const unpacked = await unpack(resolve(file), folder)
    await saveFiles(unpacked, store)
    const imported = await apply(unpacked, { ...into, organization_id })
    tell(unpacked, imported, into)
  } catch (error) {
    throw asSettingError(error, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What an import left that was killed; another one may run beside this one. */
async function removeLeftovers({ data_dir }: Config): Promise<void> {
  for (const name of await readdir(data_dir)) {
    if (!name.startsWith(UNPACKED)) continue
    const folder = join(data_dir, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true })
  }
}

async function emptyOrganization(store: Store, slug: string): Promise<string> {
  const organization = await store.organizations.findBySlug(slug)
  if (!organization) throw new SettingError(`There is no organization ${slug}.`)
  if (!(await store.archive.isEmpty(organization.id))) throw notEmpty(slug)
  return organization.id
}

function notEmpty(slug: string): NotEmpty {
  return new NotEmpty(`${slug} is not empty; an export is read into an empty organization only.`)
}

/** Files that nothing names in the end are swept away by the service. */
async function saveFiles(
  { manifest, fileOf }: Unpacked,
  { files }: Pick<OpenedStore, 'files'>,
): Promise<void> {
  for (const { name } of manifest.parts) {
    if (!name.startsWith('files/')) continue
    await files.save(await readFile(fileOf(name)), { maxBytes: MAX_UPLOAD_FILE_BYTES })
  }
}

interface Into {
  store: OpenedStore
  organization_id: string
  slug: string
  config: Config
}

function apply(unpacked: Unpacked, into: Into): Promise<Imported> {
  const { organization_id, slug, config } = into
  const models = openModels(config)
  return into.store.inOneStep(async (store) => {
    if (!(await store.archive.isEmpty(organization_id))) throw notEmpty(slug)
    const imported = await importRows(unpacked, {
      store,
      organization_id,
      embeddingModel: models.embedding,
      now: new Date().toISOString(),
      invitationDays: INVITATION_DAYS,
    })
    while ((await store.gaps.catchUp(GROUPED_AT_ONCE)) === GROUPED_AT_ONCE);
    return imported
  })
}

function tell(
  { manifest }: Unpacked,
  { invitations }: Imported,
  { slug, config }: Pick<Into, 'slug' | 'config'>,
): void {
  for (const { email, token } of invitations) {
    console.log(`${email}\t${config.public_url}/svc/console/invite#${token}`)
  }
  const counts = Object.entries(manifest.counts)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => `${count} ${part.replace('_', ' ')}`)
  console.log(`Imported into ${slug}: ${counts.join(', ')}.`)
}

function asSettingError(error: unknown, file: string): unknown {
  if (error instanceof BadArchive) {
    return new SettingError(`${file} cannot be imported: ${error.message.replace(/\.$/, '')}.`, {
      cause: error,
    })
  }
  const { code, path } = error as NodeJS.ErrnoException
  const isUnreadable = path === resolve(file)
  return isUnreadable ? new SettingError(`${file} cannot be read (${code}).`) : error
}
