import { v7 as newId } from 'uuid'
import { composeDeclarable } from '../compose.ts'
import { type Config, SettingError } from '../config.ts'
import { CreateAssistant } from '../contract/assistant.ts'
import { CreateCollection } from '../contract/collection.ts'
import { isOfDemo } from '../contract/demo.ts'
import type { Deployment } from '../contract/deployment.ts'
import { ServiceError } from '../contract/errors.ts'
import { CreateSource, type Source } from '../contract/source.ts'
import type { Caller } from '../identity/caller.ts'
import { declarableParts, openModels } from '../open.ts'
import { operator } from '../provisioning/apply.ts'
import { createRecordOperator } from '../resources/audit.ts'
import { everyPage } from '../resources/every-page.ts'
import type { NewOrganization } from '../storage/ports/organizations.ts'
import type { Store } from '../storage/store.ts'
import type { Target } from './target.ts'

/** Where things are found, or created or changed and then recorded in the audit log. */
interface To {
  resources: ReturnType<typeof composeDeclarable>
  caller: Caller
  recorded: Recorded
}

type Recorded = (action: string, target: { id: string }) => Promise<void>

export interface Prepared {
  organization: NewOrganization
  source: Source
  deployment: Deployment
}

/**
 * Finds or creates what an answer from the target needs: organization, collection, source,
 * assistant and deployment. What exists stays as it is, but for the settings that the target gives.
 * Throws `SettingError` or `ServiceError`.
 */
export async function prepare(
  target: Target,
  { store, config, into, org }: { store: Store; config: Config; into: string; org?: string },
): Promise<Prepared> {
  const parts = declarableParts({ config, store, models: openModels(config) })
  const resources = composeDeclarable({ ...parts, wakeJobs: () => {} })
  const recordOperator = createRecordOperator(parts)
  const { organization, isNew } = await organizationFor(store, org)
  const { id: organization_id } = organization
  const recorded: Recorded = async (action, { id }) => {
    const [type = ''] = action.split('.')
    await recordOperator({ organization_id, action, target: { type, id } })
  }
  if (isNew) await recorded('organization.created', organization)
  const to = { resources, caller: operator(organization_id), recorded }
  if (target.folder) await store.sources.grantRoot(organization_id, target.folder)
  const collection = await collectionFor(to, into)
  const source = await sourceFor(to, { collection_id: collection.id, target })
  const assistant_id = await assistantFor(to, { collection_id: collection.id, into })
  const origins = [new URL(config.public_url).origin, ...target.origins]
  const deployment = await deploymentFor(to, { assistant_id, into, origins })
  return { organization, source, deployment }
}

/** The one that is named; else the only one beside those of the demo, or a first one. */
async function organizationFor(
  store: Store,
  slug: string | undefined,
): Promise<{ organization: NewOrganization; isNew: boolean }> {
  const all = await store.organizations.list()
  if (slug !== undefined) {
    const named = all.find((organization) => organization.slug === slug)
    if (named) return { organization: named, isNew: false }
    throw new ServiceError('not_found', `There is no organization ${slug}.`)
  }
  const own = all.filter((organization) => !isOfDemo(organization.slug))
  if (own.length > 1) {
    const slugs = own.map((organization) => organization.slug).join(', ')
    throw new SettingError(`An organization is needed: --org with one of ${slugs}.`)
  }
  const [organization = await firstOrganization(store)] = own
  return { organization, isNew: own.length === 0 }
}

async function firstOrganization(store: Store): Promise<NewOrganization> {
  const organization: NewOrganization = {
    id: newId(),
    slug: 'main',
    name: 'Main',
    status: 'active',
    support_access: false,
    created_at: new Date().toISOString(),
  }
  await store.organizations.create(organization)
  return organization
}

async function collectionFor({ resources, caller, recorded }: To, name: string) {
  const { collections } = resources
  const inState = (archived: 'true' | 'false') =>
    everyPage((paging) => collections.list(caller, { ...paging, limit: 100, archived }))
  const found = [...(await inState('false')), ...(await inState('true'))].find(
    (collection) => collection.name === name,
  )
  if (found?.status === 'archived') {
    throw new ServiceError('conflict', `The collection ${name} is archived; restore it first.`)
  }
  if (found) return found
  const created = await collections.create(caller, CreateCollection.parse({ name }))
  await recorded('collection.created', created)
  return created
}

async function sourceFor(
  { resources, caller, recorded }: To,
  { collection_id, target }: { collection_id: string; target: Target },
): Promise<Source> {
  const { sources } = resources
  const all = await everyPage((paging) =>
    sources.list(caller, collection_id, { ...paging, limit: 100 }),
  )
  const { type, config, given } = target
  const found = all.find(target.isReadBy)
  if (!found) {
    const body = CreateSource.parse({ name: freeName(target.name, all), type, config })
    const created = await sources.create(caller, collection_id, body)
    await recorded('source.created', created)
    return created
  }
  if (Object.keys(given).length === 0) return found
  const updated = await sources.update(caller, found.id, { config: { ...found.config, ...given } })
  await recorded('source.updated', updated)
  return updated
}

async function assistantFor(
  { resources, caller, recorded }: To,
  { collection_id, into }: { collection_id: string; into: string },
): Promise<string> {
  const { assistants } = resources
  const all = await everyPage((paging) => assistants.list(caller, { ...paging, limit: 100 }))
  const found = all.find(
    ({ answerable, knowledge_base_ids }) =>
      answerable && knowledge_base_ids.includes(collection_id),
  )
  if (found) return found.id
  const body = { name: freeName(into, all), knowledge_base_ids: [collection_id] }
  const created = await assistants.create(caller, CreateAssistant.parse(body))
  await recorded('assistant.created', created)
  return created.id
}

async function deploymentFor(
  { resources, caller, recorded }: To,
  { assistant_id, into, origins }: { assistant_id: string; into: string; origins: string[] },
): Promise<Deployment> {
  const { deployments } = resources
  const all = await everyPage((paging) => deployments.list(caller, { ...paging, limit: 100 }))
  const found = all.find((one) => one.assistant_id === assistant_id && one.status === 'active')
  if (found) return found
  const created = await deployments.create(caller, {
    name: freeName(into, all),
    assistant_id,
    allowed_origins: [...new Set(origins)],
  })
  await recorded('deployment.created', created)
  return created
}

/** The name, with a number when another thing has it. */
function freeName(name: string, taken: { name: string }[]): string {
  const names = new Set(taken.map((item) => item.name))
  let free = name
  for (let number = 2; names.has(free); number++) free = `${name} ${number}`
  return free
}
