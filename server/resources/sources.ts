import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Credentials } from '../contract/credentials.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { parse } from '../contract/parse.ts'
import type { CreateSource, Source, UpdateSource } from '../contract/source.ts'
import type { PageOutcome, SourcePage, TestedPage } from '../contract/source-page.ts'
import {
  originsIn,
  pathIn,
  type SourceType,
  sourceTypes,
  withPath,
} from '../contract/source-types.ts'
import type { AddressRules } from '../fetch/address-rules.ts'
import type { Caller } from '../identity/caller.ts'
import { openCredentials, sealCredentials } from '../identity/source-credentials.ts'
import type { Vault } from '../identity/vault.ts'
import type { ProbeRequest } from '../ingestion/probe.ts'
import { occurs } from '../schedules.ts'
import type { SealedCredentials } from '../storage/ports/sources.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { PORTS } from './ports.ts'
import { checkSelectors } from './selectors.ts'
import { sentFields } from './sent-fields.ts'
import { checkStartAddresses } from './start-addresses.ts'
import { visibleCollections } from './visible-collections.ts'

/** Tries an address of a source, where the jobs run. */
export interface Probe {
  (request: ProbeRequest, signal: AbortSignal): Promise<TestedPage>
}

export type Sources = ReturnType<typeof createSources>

/**
 * Sources of a collection (docs/behaviour.md#sources). `sourceRoots` are absolute paths of the
 * folders that `folder` sources may read, besides those that the provisioning of an organization
 * declares.
 */
export function createSources({
  store,
  sourceRoots,
  addressRules,
  vault,
  probe,
  now,
  newId,
}: {
  store: Store
  sourceRoots: string[]
  addressRules: AddressRules
  vault: Vault
  probe: Probe
  now: () => string
  newId: () => string
}) {
  async function get(caller: Caller, id: string): Promise<Source> {
    return shown(caller, found(await store.sources.find(caller.organization_id, id), 'Source'))
  }

  /** Credentials that no key opens must be entered again. */
  async function shown(caller: Caller, source: Source): Promise<Source> {
    if (!source.credentials) return source
    const sealed = await store.sources.sealedCredentials(caller.organization_id, source.id)
    if (!sealed || vault.hasKeyOf(sealed)) return source
    return { ...source, credentials: { ...source.credentials, set: false } }
  }

  function sealed(
    { id, type, config }: Pick<Source, 'id' | 'type' | 'config'>,
    credentials: Credentials,
  ): SealedCredentials {
    const kinds = sourceTypes[type].credentials
    if (!kinds.includes(credentials.type)) throw wrongCredentials(type)
    return sealCredentials(vault, id, { credentials, origins: originsIn(type, config) })
  }

  async function checked(caller: Caller, type: SourceType, config: Record<string, unknown>) {
    const granted = await store.sources.grantedRoots(caller.organization_id)
    const valid = checkConfig(type, config, [...sourceRoots, ...granted])
    checkAddresses(type, valid, addressRules)
    checkStartAddresses(valid)
    await checkSelectors(valid)
    return valid
  }

  /** Stored credentials are sent nowhere else than where they were meant for. */
  async function refuseNewOrigins(
    caller: Caller,
    { id, type, config }: Pick<Source, 'id' | 'type' | 'config'>,
  ): Promise<void> {
    const stored = await store.sources.sealedCredentials(caller.organization_id, id)
    const origin = originsIn(type, config).find((name) => !stored?.origins.includes(name))
    if (!stored || origin === undefined) return
    throw new ServiceError(
      'validation_error',
      `credentials must be sent again, because config names ${origin}, for which they were not entered.`,
    )
  }

  return {
    get,

    /** Whether these are the stored credentials of a source. */
    async hasCredentials(caller: Caller, id: string, credentials: Credentials): Promise<boolean> {
      const stored = await store.sources.sealedCredentials(caller.organization_id, id)
      const opened = stored && openCredentials(vault, id, stored)
      return isDeepStrictEqual(opened, credentials)
    },

    async list(caller: Caller, collection_id: string, paging: ListQuery): Promise<Page<Source>> {
      const visible = await visibleCollections(store, caller)
      const isHidden = visible !== null && !visible.has(collection_id)
      const page = isHidden
        ? null
        : await store.sources.list(caller.organization_id, collection_id, paging)
      const { data, ...rest } = found(page, 'Collection')
      return { ...rest, data: await Promise.all(data.map((source) => shown(caller, source))) }
    },

    /** A taken name and an archived collection are a `conflict`. */
    async create(caller: Caller, collection_id: string, body: CreateSource): Promise<Source> {
      checkSchedule(body.schedule)
      const { credentials, ...fields } = body
      const config = await checked(caller, body.type, body.config)
      const id = newId()
      const created = await store.sources.create(caller.organization_id, {
        ...fields,
        id,
        collection_id,
        config,
        credentials: credentials ? sealed({ id, type: body.type, config }, credentials) : null,
        created_at: now(),
      })
      return shown(caller, found(created, 'Collection'))
    },

    /** The type cannot be changed; `config` replaces the whole configuration. */
    async update(
      caller: Caller,
      id: string,
      { name, config, schedule, time_zone, credentials }: UpdateSource,
    ): Promise<Source> {
      checkSchedule(schedule ?? null)
      const source = await get(caller, id)
      const { type } = source
      const sent = sentFields({ name, config: config && (await checked(caller, type, config)) })
      const next = { id, type, config: sent.config ?? source.config }
      if (credentials === undefined) await refuseNewOrigins(caller, next)
      const change = {
        ...sent,
        ...(time_zone !== undefined && { time_zone }),
        ...(schedule !== undefined && { schedule }),
        ...(credentials !== undefined && { credentials: credentials && sealed(next, credentials) }),
      }
      const updated = await store.sources.update(caller.organization_id, id, change, now())
      return shown(caller, found(updated, 'Source'))
    },

    /** What a run would make of one address; a type without addresses is a `validation_error`. */
    async test(
      caller: Caller,
      id: string,
      { url = null }: { url?: string | null | undefined },
      signal: AbortSignal,
    ): Promise<TestedPage> {
      const { type, config } = await get(caller, id)
      if (!sourceTypes[type].isTestable) {
        throw new ServiceError('validation_error', `A source of type ${type} cannot be tested.`)
      }
      const { organization_id } = caller
      const credentials = await store.sources.sealedCredentials(organization_id, id)
      return probe({ organization_id, source: { id, type, config, credentials }, url }, signal)
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

function wrongCredentials(type: SourceType): ServiceError {
  const kinds = sourceTypes[type].credentials
  const expected = kinds.length > 0 ? `must have a type of ${kinds.join(', ')}` : 'must be absent'
  return new ServiceError(
    'validation_error',
    `credentials ${expected} for a source of type ${type}.`,
  )
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

/** Throws `validation_error` for an address that no run could read, wherever its name leads. */
function checkAddresses(
  type: SourceType,
  config: Record<string, unknown>,
  { isPortAllowed, isPlainAllowed }: AddressRules,
): void {
  const { addressesIn, mustBeEncrypted } = sourceTypes[type]
  for (const [field, address] of Object.entries(addressesIn(config))) {
    const url = new URL(address)
    if (!isPortAllowed(url)) throw new ServiceError('validation_error', `config.${field} ${PORTS}`)
    if (mustBeEncrypted && url.protocol === 'http:' && !isPlainAllowed(url)) {
      throw new ServiceError(
        'validation_error',
        `config.${field} must be https, because SVC_FETCH_PRIVATE does not name ${url.hostname}.`,
      )
    }
  }
}

/** Compares paths only; symbolic links are checked when the folder is read. */
function contains(root: string, path: string): boolean {
  const way = relative(root, resolve(path))
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Accepts five cron fields that occur at some time. Throws `validation_error`. */
function checkSchedule(schedule: string | null): void {
  if (schedule === null || occurs(schedule)) return
  throw new ServiceError(
    'validation_error',
    'schedule must be a cron expression of five fields with a next occurrence.',
  )
}
