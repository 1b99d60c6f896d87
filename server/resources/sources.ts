import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Cron } from 'croner'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import {
  type CreateSource,
  FolderConfig,
  type Source,
  type SourceType,
  sourceConfigs,
  type UpdateSource,
} from '../contract/source.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'

export type Sources = ReturnType<typeof createSources>

/**
 * Completions 8. `sourceRoots` are the folders that `folder` sources may read, as absolute paths; an
 * organization may also read those that its provisioning declares.
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

    /** A source keeps its type; `config` replaces the whole of it. */
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

    /** Its documents and passages go with it. */
    async delete(caller: Caller, id: string): Promise<void> {
      found((await store.sources.delete(caller.organization_id, id)) || null, 'Source')
    },
  }
}

/** The configuration that a source of this type takes, with defaults filled in. Throws `validation_error`. */
function checkConfig(
  type: SourceType,
  config: Record<string, unknown>,
  sourceRoots: string[],
): Record<string, unknown> {
  if (type !== 'folder') return parse(sourceConfigs[type], config, { at: ['config'] })
  const folder = parse(FolderConfig, config, { at: ['config'] })
  if (!isAbsolute(folder.path) || !sourceRoots.some((root) => contains(root, folder.path))) {
    throw new ServiceError(
      'validation_error',
      'config.path must be an absolute path inside a folder that SVC_SOURCE_ROOTS names.',
    )
  }
  return { ...folder, path: resolve(folder.path) }
}

/** By name only: where links lead is checked when the folder is read. */
function contains(root: string, path: string): boolean {
  const way = relative(root, resolve(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Five cron fields in UTC that come due some day. Throws `validation_error`. */
function checkSchedule(schedule: string | null): void {
  if (schedule === null || comesDue(schedule)) return
  throw new ServiceError(
    'validation_error',
    'schedule must be a cron expression of five fields, in UTC, that comes due.',
  )
}

function comesDue(schedule: string): boolean {
  try {
    return new Cron(schedule, { paused: true, timezone: 'UTC', mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}
