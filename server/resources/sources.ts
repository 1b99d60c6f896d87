import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Cron } from 'croner'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import type { CreateSource, Source, UpdateSource } from '../contract/source.ts'
import type { PageOutcome, SourcePage } from '../contract/source-page.ts'
import { pathIn, type SourceType, sourceTypes, withPath } from '../contract/source-types.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'

export type Sources = ReturnType<typeof createSources>

/**
 * Sources of a collection (docs/behaviour.md#sources). `sourceRoots` are absolute paths of the
 * folders that `folder` sources may read, besides those that the provisioning of an organization
 * declares.
 */
export function createSources({
  store,
  sourceRoots,
  now,
  newId,
}: {
  store: Store
  sourceRoots: string[]
  now: () => string
  newId: () => string
}) {
  async function get(caller: Caller, id: string): Promise<Source> {
    return found(await store.sources.find(caller.organization_id, id), 'Source')
  }

  async function checked(caller: Caller, type: SourceType, config: Record<string, unknown>) {
    const granted = await store.sources.grantedRoots(caller.organization_id)
    return checkConfig(type, config, [...sourceRoots, ...granted])
  }

  return {
    get,

    async list(caller: Caller, collection_id: string, paging: ListQuery): Promise<Page<Source>> {
      const page = await store.sources.list(caller.organization_id, collection_id, paging)
      return found(page, 'Collection')
    },

    /** A taken name and an archived collection are a `conflict`. */
    async create(caller: Caller, collection_id: string, body: CreateSource): Promise<Source> {
      checkSchedule(body.schedule)
      const created = await store.sources.create(caller.organization_id, {
        ...body,
        id: newId(),
        collection_id,
        config: await checked(caller, body.type, body.config),
        created_at: now(),
      })
      return found(created, 'Collection')
    },

    /** The type cannot be changed; `config` replaces the whole configuration. */
    async update(
      caller: Caller,
      id: string,
      { name, config, schedule }: UpdateSource,
    ): Promise<Source> {
      checkSchedule(schedule ?? null)
      const { type } = await get(caller, id)
      const change = {
        ...sentFields({ name, config: config && (await checked(caller, type, config)) }),
        ...(schedule !== undefined && { schedule }),
      }
      return found(await store.sources.update(caller.organization_id, id, change, now()), 'Source')
    },

    /** Of a website, what became of each address; of other types none. */
    async pages(
      caller: Caller,
      id: string,
      { outcome, ...paging }: ListQuery & { outcome?: PageOutcome | undefined },
    ): Promise<Page<SourcePage>> {
      const { organization_id } = caller
      return found(await store.pages.list(organization_id, id, { outcome }, paging), 'Source')
    },

    /** Also deletes its documents and passages. */
    async delete(caller: Caller, id: string): Promise<void> {
      found((await store.sources.delete(caller.organization_id, id)) || null, 'Source')
    },
  }
}

/** The validated configuration with defaults filled in. Throws `validation_error`. */
function checkConfig(
  type: SourceType,
  config: Record<string, unknown>,
  sourceRoots: string[],
): Record<string, unknown> {
  const { Config, pathField } = sourceTypes[type]
  const checked: Record<string, unknown> = parse(Config, config, { at: ['config'] })
  const path = pathIn(type, checked)
  if (path === null) return checked
  if (!isAbsolute(path) || !sourceRoots.some((root) => contains(root, path))) {
    throw new ServiceError(
      'validation_error',
      `config.${pathField} must be an absolute path inside a folder of SVC_SOURCE_ROOTS.`,
    )
  }
  return withPath(type, checked, resolve(path))
}

/** Compares paths only; symbolic links are checked when the folder is read. */
function contains(root: string, path: string): boolean {
  const way = relative(root, resolve(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Accepts five cron fields in UTC that occur at some time. Throws `validation_error`. */
function checkSchedule(schedule: string | null): void {
  if (schedule === null || occurs(schedule)) return
  throw new ServiceError(
    'validation_error',
    'schedule must be a cron expression of five fields in UTC with a next occurrence.',
  )
}

function occurs(schedule: string): boolean {
  try {
    return new Cron(schedule, { paused: true, timezone: 'UTC', mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}
