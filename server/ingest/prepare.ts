import { v7 as newId } from 'uuid'
import { composeDeclarable } from '../compose.ts'
import { type Config, SettingError } from '../config.ts'
import { CreateAssistant } from '../contract/assistant.ts'
import { CreateCollection } from '../contract/collection.ts'
import type { Deployment } from '../contract/deployment.ts'
import { ServiceError } from '../contract/errors.ts'
import { CreateSource, type Source } from '../contract/source.ts'
import type { Caller } from '../identity/caller.ts'
import { declarableParts, openModels } from '../open.ts'
import { operator } from '../provisioning/apply.ts'
import { everyPage } from '../resources/every-page.ts'
import type { NewOrganization } from '../storage/ports/organizations.ts'
import type { Store } from '../storage/store.ts'
import type { Target } from './target.ts'

type Resources = ReturnType<typeof composeDeclarable>

export interface Prepared {
  organization: NewOrganization
  source: Source
  deployment: Deployment
}

/**
 * Finds or creates what an answer from the target needs: organization, collection, source,
 * assistant and deployment. What exists stays as it is. Throws `SettingError` or `ServiceError`.
 */
export async function prepare(
  target: Target,
  { store, config, into, org }: { store: Store; config: Config; into: string; org?: string },
): Promise<Prepared> {
  const parts = declarableParts({ config, store, models: openModels(config) })
  const resources = composeDeclarable({ ...parts, wakeJobs: () => {} })
  const organization = await organizationFor(store, org)
  const caller = operator(organization.id)
  if (target.folder) await store.sources.grantRoot(organization.id, target.folder)
  const collection = await collectionFor(resources, caller, into)
  const source = await sourceFor(resources, caller, { collection_id: collection.id, target })
  const assistant_id = await assistantFor(resources, caller, { collection_id: collection.id, into })
  const origins = [new URL(config.public_url).origin, ...target.origins]
  const deployment = await deploymentFor(resources, caller, { assistant_id, into, origins })
  return { organization, source, deployment }
}

/** The one that is named; else the only one beside those of the demo, or a first one. */
async function organizationFor(store: Store, slug: string | undefined): Promise<NewOrganization> {
  const all = await store.organizations.list()
  if (slug !== undefined) {
    const named = all.find((organization) => organization.slug === slug)
    if (named) return named
    throw new ServiceError('not_found', `There is no organization ${slug}.`)
  }
  const own = all.filter((organization) => !/^demo(?:-|$)/.test(organization.slug))
  if (own.length > 1) {
    const slugs = own.map((organization) => organization.slug).join(', ')
    throw new SettingError(`An organization is needed: --org with one of ${slugs}.`)
  }
  return own[0] ?? firstOrganization(store)
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

async function collectionFor({ collections }: Resources, caller: Caller, name: string) {
  const inState = (archived: 'true' | 'false') =>
    everyPage((paging) => collections.list(caller, { ...paging, limit: 100, archived }))
  const found = [...(await inState('false')), ...(await inState('true'))].find(
    (collection) => collection.name === name,
  )
  if (found?.status === 'archived') {
    throw new ServiceError('conflict', `The collection ${name} is archived; restore it first.`)
  }
  return found ?? collections.create(caller, CreateCollection.parse({ name }))
}

async function sourceFor(
  { sources }: Resources,
  caller: Caller,
  { collection_id, target }: { collection_id: string; target: Target },
): Promise<Source> {
  const all = await everyPage((paging) =>
    sources.list(caller, collection_id, { ...paging, limit: 100 }),
  )
  const { type, config } = target
  const found = all.find(target.isReadBy)
  const name = freeName(target.name, all)
  return found ?? sources.create(caller, collection_id, CreateSource.parse({ name, type, config }))
}

async function assistantFor(
  { assistants }: Resources,
  caller: Caller,
  { collection_id, into }: { collection_id: string; into: string },
): Promise<string> {
  const all = await everyPage((paging) => assistants.list(caller, { ...paging, limit: 100 }))
  const found = all.find(
    ({ answerable, knowledge_base_ids }) =>
      answerable && knowledge_base_ids.includes(collection_id),
  )
  if (found) return found.id
  const body = { name: freeName(into, all), knowledge_base_ids: [collection_id] }
  return (await assistants.create(caller, CreateAssistant.parse(body))).id
}

async function deploymentFor(
  { deployments }: Resources,
  caller: Caller,
  { assistant_id, into, origins }: { assistant_id: string; into: string; origins: string[] },
): Promise<Deployment> {
  const all = await everyPage((paging) => deployments.list(caller, { ...paging, limit: 100 }))
  const found = all.find((one) => one.assistant_id === assistant_id && one.status === 'active')
  if (found) return found
  return deployments.create(caller, {
    name: freeName(into, all),
    assistant_id,
    allowed_origins: [...new Set(origins)],
  })
}

/** The name, with a number when another thing has it. */
function freeName(name: string, taken: { name: string }[]): string {
  const names = new Set(taken.map((item) => item.name))
  let free = name
  for (let number = 2; names.has(free); number++) free = `${name} ${number}`
  return free
}
