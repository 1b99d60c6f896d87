import { isDeepStrictEqual } from 'node:util'
import { SettingError } from '../config.ts'
import type { Collection } from '../contract/collection.ts'
import type { Page } from '../contract/operation.ts'
import type { Source } from '../contract/source.ts'
import type { Caller } from '../identity/caller.ts'
import { permissionsOf } from '../identity/permissions.ts'
import type { Assistants } from '../resources/assistants.ts'
import type { Collections } from '../resources/collections.ts'
import type { Deployments } from '../resources/deployments.ts'
import type { Jobs } from '../resources/jobs.ts'
import type { Sources } from '../resources/sources.ts'
import type { Organization, Paging, Store } from '../storage/store.ts'
import { about, createAccess, type Made, type NewSecret } from './access.ts'
import type { ProvisionedOrganization, Provisioning } from './file.ts'

export type Apply = ReturnType<typeof createApply>

interface Needs {
  store: Store
  resources: {
    assistants: Assistants
    collections: Collections
    sources: Sources
    deployments: Deployments
    jobs: Jobs
  }
  now: () => string
  newId: () => string
}

/**
 * Brings the service to what a provisioning declares (completions 1): created when missing, updated
 * when different, never deleted. Returns the secrets it had to make up. Throws `SettingError`
 * for a name that leads nowhere and for what the API would refuse as well.
 */
export function createApply({ store, resources, now, newId }: Needs) {
  const access = createAccess({ store, now, newId })

  async function organization(wanted: ProvisionedOrganization): Promise<NewSecret[]> {
    const { id } = await organizationRow(wanted)
    const caller = operator(id)
    const made = [...(await access.users(id, wanted)), ...(await access.apiKeys(id, wanted))]
    const collectionIds = await collections(caller, wanted)
    const assistantIds = await assistants(caller, wanted, collectionIds)
    made.push(...(await deployments(caller, wanted, assistantIds)))
    await branding(id, wanted)
    return made.map((secret) => ({ ...secret, organization: wanted.slug }))
  }

  async function organizationRow(wanted: ProvisionedOrganization): Promise<Organization> {
    const { slug, name, status, support_access } = wanted
    const existing = await store.organizations.findBySlug(slug)
    if (existing) {
      await store.organizations.update(existing.id, { name, ...(status && { status }) })
      if (support_access !== undefined) {
        await store.supportSessions.allow(existing.id, support_access, now())
      }
      return existing
    }
    const created = {
      id: newId(),
      slug,
      name,
      status: status ?? 'active',
      support_access: support_access ?? false,
      created_at: now(),
    }
    await store.organizations.create(created)
    return created
  }

  async function collections(
    caller: Caller,
    { collections }: ProvisionedOrganization,
  ): Promise<Map<string, string>> {
    const existing = byName([
      ...(await all((paging) => resources.collections.list(caller, paging))),
      ...(await all((paging) =>
        resources.collections.list(caller, { ...paging, archived: 'true' }),
      )),
    ])
    const ids = new Map<string, string>()
    for (const { sources: wantedSources, archived, ...wanted } of collections) {
      const { description = '' } = wanted
      const collection =
        existing.get(wanted.name) ??
        (await about(
          `collection "${wanted.name}"`,
          resources.collections.create(caller, { ...wanted, description }),
        ))
      refuseChange(`collection "${wanted.name}"`, collection, {
        embedding_model: wanted.embedding_model || undefined,
        embedding_dimensions: wanted.embedding_dimensions,
      })
      ids.set(wanted.name, collection.id)
      await sources(caller, collection, wantedSources)
      const current = { ...collection, archived: collection.status === 'archived' }
      const change = given({ description: wanted.description, archived })
      if (differs(current, change))
        await resources.collections.update(caller, collection.id, change)
    }
    return ids
  }

  async function sources(
    caller: Caller,
    collection: Collection,
    wantedSources: ProvisionedOrganization['collections'][number]['sources'],
  ): Promise<void> {
    const existing = byName(
      await all((paging) => resources.sources.list(caller, collection.id, paging)),
    )
    for (const { sync, ...wanted } of wantedSources) {
      const { path } = wanted.config
      if (typeof path === 'string') await store.sources.grantRoot(caller.organization_id, path)
      const source = await about(
        `source "${wanted.name}"`,
        upToDate(caller, collection, existing.get(wanted.name), wanted),
      )
      if (sync && !source.latest_job) await resources.jobs.sync(caller, source.id)
    }
  }

  async function upToDate(
    caller: Caller,
    collection: Collection,
    existing: Source | undefined,
    wanted: Pick<Source, 'name' | 'type' | 'config' | 'schedule'>,
  ): Promise<Source> {
    if (!existing) return resources.sources.create(caller, collection.id, wanted)
    if (existing.type !== wanted.type) {
      throw new SettingError(
        `The source "${wanted.name}" is of the type ${existing.type}, which cannot become ${wanted.type}.`,
      )
    }
    const { config, schedule } = wanted
    const sameConfig = isDeepStrictEqual(existing.config, { ...existing.config, ...config })
    if (sameConfig && existing.schedule === schedule) return existing
    return resources.sources.update(caller, existing.id, { config, schedule })
  }

  async function assistants(
    caller: Caller,
    wanted: ProvisionedOrganization,
    collectionIds: Map<string, string>,
  ): Promise<Map<string, string>> {
    const existing = byName(await all((paging) => resources.assistants.list(caller, paging)))
    const ids = new Map<string, string>()
    for (const { collections, status, ...fields } of wanted.assistants) {
      const knowledge_base_ids = collections.map((name) => {
        const id = collectionIds.get(name)
        if (!id)
          throw new SettingError(
            `The assistant "${fields.name}" names no collection of the file: "${name}".`,
          )
        return id
      })
      const { name, description = '', model, instruction = null } = fields
      const assistant =
        existing.get(name) ??
        (await about(
          `assistant "${name}"`,
          resources.assistants.create(caller, {
            name,
            description,
            model,
            instruction,
            knowledge_base_ids,
          }),
        ))
      ids.set(name, assistant.id)
      const { revision, ...current } = assistant
      const change = given({
        description: fields.description,
        instruction: fields.instruction,
        model: model || undefined,
        status,
        knowledge_base_ids,
      })
      if (differs(current, change)) {
        const updated = resources.assistants.update(caller, assistant.id, { revision, ...change })
        await about(`assistant "${name}"`, updated)
      }
    }
    return ids
  }

  async function deployments(
    caller: Caller,
    { widget_deployments }: ProvisionedOrganization,
    assistantIds: Map<string, string>,
  ): Promise<Made[]> {
    const existing = byName(await all((paging) => resources.deployments.list(caller, paging)))
    const made: Made[] = []
    for (const { assistant, widget_key, ...wanted } of widget_deployments) {
      const deployment = existing.get(wanted.name)
      const assistant_id = assistantIds.get(assistant)
      if (!assistant_id) {
        throw new SettingError(
          `The widget deployment "${wanted.name}" names no assistant of the file: "${assistant}".`,
        )
      }
      if (deployment) {
        refuseChange(`widget deployment "${wanted.name}"`, deployment, { assistant_id, widget_key })
        const { allowed_origins, expires_at } = wanted
        const change = given({ allowed_origins, expires_at })
        // Past the resource, which keeps an expiry for good: here the operator decides (completions 1).
        if (differs(deployment, change))
          await store.deployments.update(caller.organization_id, deployment.id, change, now())
        continue
      }
      if (widget_key && (await store.deployments.findByKey(widget_key, now()))) {
        throw new SettingError(
          `The widget deployment "${wanted.name}": widget_key is already used by another deployment.`,
        )
      }
      const created = await about(
        `widget deployment "${wanted.name}"`,
        resources.deployments.create(caller, { ...wanted, assistant_id }, widget_key),
      )
      if (!widget_key) {
        made.push({ what: 'widget_key', of: wanted.name, secret: created.widget_key })
      }
    }
    return made
  }

  async function branding(id: string, { branding }: ProvisionedOrganization): Promise<void> {
    if (!branding) return
    const { layer, revision } = await store.brandings.find(id)
    if (!isDeepStrictEqual(layer, branding)) {
      await store.brandings.save(id, revision, branding, null, now())
    }
  }

  return {
    organization,

    async all({ organizations, staff }: Provisioning): Promise<NewSecret[]> {
      const made: NewSecret[] = []
      for (const wanted of organizations) made.push(...(await organization(wanted)))
      for (const wanted of staff) {
        const { password } = await access.person({ ...wanted, staff: true })
        if (password) {
          made.push({ organization: '', what: 'password', of: wanted.email, secret: password })
        }
      }
      return made
    },
  }
}

/** The operator, who may do in an organization whatever its owner may. */
function operator(organization_id: string): Caller {
  return {
    organization_id,
    owner: { type: 'service', id: organization_id },
    visitor_id: null,
    channel: 'api',
    role: 'owner',
    permissions: permissionsOf.owner,
  }
}

async function all<Item>(list: (paging: Paging) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page: Page<Item> = await list({ limit: 100, cursor })
    items.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}

type Given<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> }

/** What the file says, without what it leaves out. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Given<Fields>
}

/** Throws for a field that the contract fixes for good, and that the file wants otherwise. */
function refuseChange(what: string, current: object, wanted: object): void {
  for (const [field, value] of Object.entries(given(wanted))) {
    if (!differs(current, { [field]: value })) continue
    throw new SettingError(`The ${what} keeps its ${field} for good: name it anew to have another.`)
  }
}

function differs(current: object, change: object): boolean {
  return !isDeepStrictEqual({ ...current, ...change }, current)
}

function byName<Item extends { name: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.name, item]))
}
