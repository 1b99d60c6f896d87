import { isDeepStrictEqual } from 'node:util'
import type { SentAppearance } from '../contract/appearance.ts'
import { type Assistant, updateAssistant } from '../contract/assistant.ts'
import type { DeclaredBehaviour } from '../contract/behaviour.ts'
import { type Collection, type CreateCollection, updateCollection } from '../contract/collection.ts'
import type { Page } from '../contract/operation.ts'
import type { CreateSource, Source } from '../contract/source.ts'
import { pathIn } from '../contract/source-types.ts'
import { setSupportAccess } from '../contract/support-access.ts'
import type { SynonymGroups } from '../contract/synonyms.ts'
import type { Caller } from '../identity/caller.ts'
import { permissionsOf } from '../identity/permissions.ts'
import { renewed } from '../models/builtin/lexical.ts'
import type { Assistants, LanguageModels } from '../resources/assistants.ts'
import { changedValues, createRecordOperator } from '../resources/audit.ts'
import type { Collections } from '../resources/collections.ts'
import type { CuratedAnswers } from '../resources/curated-answers.ts'
import type { Deployments } from '../resources/deployments.ts'
import type { Jobs } from '../resources/jobs.ts'
import type { Readings } from '../resources/readings.ts'
import type { Sources } from '../resources/sources.ts'
import type { NewOrganization } from '../storage/ports/organizations.ts'
import type { Paging } from '../storage/ports/paging.ts'
import type { Store } from '../storage/store.ts'
import { createAccess, type ReadyPasswords } from './access.ts'
import { createApplyCuratedAnswers } from './curated-answers.ts'
import type { ProvisionedOrganization, Provisioning } from './file.ts'
import { createApplyQuestions } from './questions.ts'
import {
  type Applied,
  type Applying,
  differing,
  recordCreated,
  recordEntry,
  recordUpdated,
  refusal,
  type Thing,
  type Within,
  withPlace,
} from './record.ts'

interface Needs {
  store: Store
  models: LanguageModels
  resources: {
    assistants: Assistants
    collections: Collections
    sources: Sources
    deployments: Deployments
    curatedAnswers: CuratedAnswers
    jobs: Jobs
    readings: Readings
  }
  passwords: ReadyPasswords
  now: () => string
  newId: () => string
}

/**
 * Brings the service to what a provisioning declares (docs/behaviour.md#provisioning): created when
 * missing, updated when different, never deleted. Throws `SettingError` with the place in the file
 * of what the API would refuse as well; some of the rest is written by then.
 */
export function createApply({ store, models, resources, passwords, now, newId }: Needs) {
  const applyCuratedAnswers = createApplyCuratedAnswers(resources)
  const asked = createApplyQuestions({ store, resources, now, newId })
  const access = createAccess({ store, passwords, now, newId })
  const recordOperator = createRecordOperator({ store, now, newId })

  async function organization(
    wanted: ProvisionedOrganization,
    at: string,
    applied: Applying,
  ): Promise<void> {
    const { id, slug } = await organizationRow(wanted, at, applied)
    const within = { caller: operator(id), slug, at, applied }
    await access.users(wanted.users, within)
    await access.apiKeys(wanted.api_keys, within)
    const collectionIds = await collections(wanted.collections, within)
    const assistantIds = await assistants(wanted.assistants, collectionIds, within)
    await deployments(wanted.widget_deployments, assistantIds, within)
    await applyCuratedAnswers(wanted.curated_answers, assistantIds, within)
    await branding(wanted.branding, within)
  }

  async function organizationRow(
    wanted: ProvisionedOrganization,
    place: string,
    applied: Applying,
  ): Promise<NewOrganization> {
    const { slug, name, status, support_access, retention_days, daily_model_tokens } = wanted
    const limits = given({ retention_days, daily_model_tokens })
    const existing = await store.organizations.findBySlug(slug)
    if (existing) {
      const fields = differing(existing, { name, status, support_access, ...limits })
      const change = { name, ...(status && { status }), ...limits }
      if (fields.length > 0) await store.organizations.update(existing.id, change)
      if (support_access !== undefined && fields.includes('support_access')) {
        await store.supportSessions.allow(existing.id, support_access, now())
      }
      const values = [
        ...changedValues(['status'], existing, { status }),
        ...changedValues(
          setSupportAccess.audit.told,
          { allowed: existing.support_access },
          { allowed: support_access },
        ),
      ]
      recordUpdated(applied, thingOf(existing.id, place, slug), fields, values)
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
    await store.organizations.update(created.id, limits)
    recordCreated(applied, thingOf(created.id, place, slug))
    return created
  }

  async function collections(
    declared: ProvisionedOrganization['collections'],
    within: Within,
  ): Promise<Map<string, string>> {
    const { caller, at, applied } = within
    const existing = byName([
      ...(await all((paging) => resources.collections.list(caller, paging))),
      ...(await all((paging) =>
        resources.collections.list(caller, { ...paging, archived: 'true' }),
      )),
    ])
    const ids = new Map<string, string>()
    for (const [index, declaredOne] of declared.entries()) {
      const { sources: wantedSources, archived, synonyms, reading: _, ...others } = declaredOne
      const { questions: __, ...wanted } = others
      const { name, description } = wanted
      const place = `${at}.collections[${index}]`
      const collection =
        existing.get(name) ??
        (await withPlace(place, name, () =>
          resources.collections.create(caller, { ...wanted, description: description ?? '' }),
        ))
      const thing = { ...of(within, 'collection', collection), place }
      if (!existing.has(name)) recordCreated(applied, thing)
      recordOtherEmbedding(applied, place, collection, wanted)
      ids.set(name, collection.id)

      const isArchived = collection.status === 'archived'
      // Only an active collection takes new sources.
      const restored = isArchived && archived === false
      if (restored) await resources.collections.update(caller, collection.id, { archived })
      await sources(wantedSources, collection, { ...within, at: place })
      const change = given({ description, archived: restored ? undefined : archived })
      const fields = differing({ ...collection, archived: isArchived }, change)
      if (fields.length > 0) await resources.collections.update(caller, collection.id, change)
      recordUpdated(
        applied,
        thing,
        restored ? ['archived', ...fields] : fields,
        changedValues(updateCollection.audit.told, { archived: isArchived }, { archived }),
      )
      const renewed = await setSynonyms(caller, collection.id, synonyms)
      recordUpdated(applied, thing, renewed && existing.has(name) ? ['synonyms'] : [])
      const placed = { ...within, at: place }
      const isRead = await asked.reading(declaredOne, collection.id, placed)
      recordUpdated(applied, thing, isRead && existing.has(name) ? ['reading'] : [])
      await asked.questions(declaredOne, collection.id, placed)
    }
    return ids
  }

  /** Whether they were others before. */
  async function setSynonyms(
    caller: Caller,
    id: string,
    groups: SynonymGroups | undefined,
  ): Promise<boolean> {
    if (!groups) return false
    const current = await resources.collections.synonyms(caller, id)
    if (isDeepStrictEqual(current.groups, groups)) return false
    await resources.collections.saveSynonyms(caller, id, { ...current, groups })
    return true
  }

  async function sources(
    declared: ProvisionedOrganization['collections'][number]['sources'],
    collection: Collection,
    within: Within,
  ): Promise<void> {
    const { caller, at, applied } = within
    const existing = byName(
      await all((paging) => resources.sources.list(caller, collection.id, paging)),
    )
    for (const [index, { sync, ...wanted }] of declared.entries()) {
      const place = `${at}.sources[${index}]`
      const path = pathIn(wanted.type, wanted.config)
      if (path !== null) await store.sources.grantRoot(caller.organization_id, path)
      const known = existing.get(wanted.name)
      const source = await withPlace(place, wanted.name, () =>
        known
          ? updateSource(known, wanted, { ...within, at: place })
          : resources.sources.create(caller, collection.id, wanted),
      )
      if (!known) recordCreated(applied, { ...of(within, 'source', source), place })
      if (sync && !source.latest_job) await resources.jobs.sync(caller, source.id)
    }
  }

  async function updateSource(
    source: Source,
    wanted: Pick<
      CreateSource,
      'name' | 'type' | 'config' | 'schedule' | 'time_zone' | 'credentials'
    >,
    within: Within,
  ): Promise<Source> {
    const { caller, at: place, applied } = within
    const { schedule, time_zone, credentials } = wanted
    refuseChange(place, source, { type: wanted.type })
    const config = { ...source.config, ...wanted.config }
    const isOther =
      credentials && !(await resources.sources.hasCredentials(caller, source.id, credentials))
    const fields: string[] = differing(source, { config, schedule, time_zone })
    if (isOther) fields.push('credentials')
    if (fields.length === 0) return source
    recordUpdated(applied, of(within, 'source', source), fields)
    const change = {
      config: wanted.config,
      schedule,
      time_zone,
      ...(credentials && { credentials }),
    }
    return resources.sources.update(caller, source.id, change)
  }

  async function assistants(
    declared: ProvisionedOrganization['assistants'],
    collectionIds: Map<string, string>,
    within: Within,
  ): Promise<Map<string, string>> {
    const { caller, at, applied } = within
    const existing = byName(await all((paging) => resources.assistants.list(caller, paging)))
    const ids = new Map<string, string>()
    for (const [index, { collections, status, behaviour, ...fields }] of declared.entries()) {
      const place = `${at}.assistants[${index}]`
      const { name, description, model, instruction } = fields
      const knowledge_base_ids = collections.flatMap((name) => collectionIds.get(name) ?? [])
      await withPlace(place, name, () => models.language(model))
      const assistant =
        existing.get(name) ??
        (await withPlace(place, name, () =>
          resources.assistants.create(caller, {
            name,
            description: description ?? '',
            model,
            instruction: instruction ?? null,
            knowledge_base_ids,
          }),
        ))
      const thing = { ...of(within, 'assistant', assistant), place }
      if (!existing.has(name)) recordCreated(applied, thing)
      ids.set(name, assistant.id)
      const behaved = await behaveAs(behaviour, assistant, caller)
      recordUpdated(applied, thing, behaved && existing.has(name) ? ['behaviour'] : [])
      const { id, revision } = assistant
      const change = given({
        description,
        instruction,
        model: model || undefined,
        status,
        knowledge_base_ids,
      })
      const different = differing(assistant, change)
      if (different.length === 0) continue
      await withPlace(place, name, () =>
        resources.assistants.update(caller, id, { revision, ...change }),
      )
      const values = changedValues(updateAssistant.audit.told, { status: assistant.status }, change)
      recordUpdated(applied, thing, different, values)
    }
    return ids
  }

  /** Whether the behaviour was another before. */
  async function behaveAs(
    declared: DeclaredBehaviour | undefined,
    { id }: Assistant,
    caller: Caller,
  ): Promise<boolean> {
    if (!declared) return false
    const current = await resources.assistants.behaviour(caller, id)
    const { texts = {}, ...fields } = declared
    const wanted = {
      ...current,
      ...given(fields),
      texts: { ...current.texts, ...given(texts) },
    }
    if (isDeepStrictEqual(current, wanted)) return false
    await resources.assistants.saveBehaviour(caller, id, wanted)
    return true
  }

  async function setAppearance(
    caller: Caller,
    id: string,
    appearance: SentAppearance,
    { thing, applied }: { thing: Thing; applied: Applying },
  ): Promise<void> {
    const current = await resources.deployments.appearance(caller, id)
    const unset = Object.fromEntries(Object.keys(current).map((field) => [field, null]))
    const fields = differing(current, { ...unset, ...appearance })
    recordUpdated(applied, thing, fields)
    if (fields.length > 0) await resources.deployments.replaceAppearance(caller, id, appearance)
  }

  async function deployments(
    declared: ProvisionedOrganization['widget_deployments'],
    assistantIds: Map<string, string>,
    within: Within,
  ): Promise<void> {
    const { caller, slug, at, applied } = within
    const existing = byName(await all((paging) => resources.deployments.list(caller, paging)))
    for (const [index, { assistant, widget_key, ...wanted }] of declared.entries()) {
      const place = `${at}.widget_deployments[${index}]`
      const { name, allowed_origins, expires_at, appearance } = wanted
      const assistant_id = assistantIds.get(assistant) ?? ''
      const deployment = existing.get(name)
      if (deployment) {
        const fixed = { ...deployment, assistant: deployment.assistant_id }
        refuseChange(place, fixed, { assistant: assistant_id, widget_key })
        const change = given({ allowed_origins, expires_at })
        const fields = differing(deployment, change)
        const thing = { ...of(within, 'deployment', deployment), place }
        recordUpdated(applied, thing, fields)
        // Not through the resource, which never changes an expiry; the operator may.
        if (fields.length > 0)
          await store.deployments.update(caller.organization_id, deployment.id, change, now())
        if (appearance) await setAppearance(caller, deployment.id, appearance, { thing, applied })
        continue
      }
      if (widget_key && (await store.deployments.findByKey(widget_key, now()))) {
        throw refusal(place, name, 'widget_key is already used by another deployment.')
      }
      const created = await withPlace(place, name, () =>
        resources.deployments.create(caller, { ...wanted, assistant_id }, widget_key),
      )
      recordCreated(applied, { ...of(within, 'deployment', created), place })
      if (widget_key) continue
      const secret = created.widget_key
      applied.made.push({ organization: slug, what: 'widget_key', of: name, secret })
    }
  }

  async function branding(
    wanted: ProvisionedOrganization['branding'],
    { caller, at, applied }: Within,
  ): Promise<void> {
    if (!wanted) return
    const { organization_id } = caller
    const { layer, revision } = await store.brandings.find(organization_id)
    if (isDeepStrictEqual(layer, wanted)) return
    await store.brandings.save(organization_id, revision, wanted, null, now())
    applied.changes.push({ place: at, name: null, kind: 'updated', fields: ['branding'] })
    const thing = { organization_id, type: 'branding', id: organization_id }
    recordEntry(applied, 'updated', thing, Object.keys(wanted), [])
  }

  return async function apply({ organizations, staff }: Provisioning): Promise<Applied> {
    const applied: Applying = {
      made: [],
      changes: [],
      weak: [],
      untaken: [],
      keptEmbeddings: [],
      entries: [],
    }
    for (const [index, wanted] of organizations.entries()) {
      await organization(wanted, `organizations[${index}]`, applied)
    }
    await access.staff(staff, applied)
    const { entries, ...told } = applied
    for (const entry of entries) await recordOperator(entry)
    return told
  }
}

function thingOf(organization_id: string, place: string, slug: string): Thing {
  return { place, name: slug, organization_id, type: 'organization', id: organization_id }
}

/** A thing of the organization that is being provisioned, at the place of that. */
function of(
  { caller, at }: Within,
  type: string,
  { id, name }: { id: string; name: string },
): Thing {
  return { place: at, name, organization_id: caller.organization_id, type, id }
}

/** The operator, who may do in an organization whatever its owner may. */
export function operator(organization_id: string): Caller {
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

/** The fields that the file gives. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Given<Fields>
}

/**
 * A collection that is there keeps its embedding, which a move may have given it. The built-in one
 * of earlier versions is that of today, in the file and in what is stored.
 */
function recordOtherEmbedding(
  applied: Applying,
  place: string,
  { name, embedding_model, embedding_dimensions }: Collection,
  wanted: Pick<CreateCollection, 'embedding_model' | 'embedding_dimensions'>,
): void {
  const own = renewed({ selector: embedding_model, dimensions: embedding_dimensions })
  const { selector, dimensions } = renewed({
    selector: wanted.embedding_model || own.selector,
    dimensions: wanted.embedding_dimensions,
  })
  if (selector === own.selector && (dimensions ?? own.dimensions) === own.dimensions) return
  applied.keptEmbeddings.push({ place, name, embedding_model, embedding_dimensions })
}

/** Throws when the file changes a field that is fixed at creation. */
function refuseChange(place: string, current: { name: string }, wanted: object): void {
  const [field] = differing(current, wanted)
  if (field === undefined) return
  throw refusal(place, current.name, `${field} cannot be changed; declare it under another name.`)
}

function byName<Item extends { name: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.name, item]))
}
