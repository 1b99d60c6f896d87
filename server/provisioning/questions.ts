import { isDeepStrictEqual } from 'node:util'
import { createApplyDeclared } from '../ingestion/declared-questions.ts'
import { everyPage } from '../resources/every-page.ts'
import type { Readings } from '../resources/readings.ts'
import { givenFields } from '../resources/sent-fields.ts'
import type { Sources } from '../resources/sources.ts'
import type { Store } from '../storage/store.ts'
import type { ProvisionedOrganization } from './file.ts'
import { type Within, withPlace } from './record.ts'

type Declared = ProvisionedOrganization['collections'][number]

/** Brings how a collection comes to questions, and those of its owner, to what a file declares. */
export function createApplyQuestions({
  store,
  resources: { readings, sources },
  now,
  newId,
}: {
  store: Store
  resources: { readings: Readings; sources: Pick<Sources, 'list'> }
  now: () => string
  newId: () => string
}) {
  const applyDeclared = createApplyDeclared({ store, now, newId })

  /** Whether the collection was read otherwise before. */
  async function reading(
    { name, reading: declared }: Declared,
    id: string,
    { caller, at }: Within,
  ): Promise<boolean> {
    if (!declared) return false
    const current = await readings.get(caller, id)
    const wanted = { ...current, ...givenFields(declared) }
    if (isDeepStrictEqual(current, wanted)) return false
    await withPlace(`${at}.reading`, name, () => readings.save(caller, id, wanted))
    return true
  }

  /** Questions of documents that are not there yet wait for them. */
  async function questions(
    { questions: declared }: Declared,
    id: string,
    { caller, at, applied }: Within,
  ): Promise<void> {
    if (!declared) return
    const { organization_id } = caller
    const given = declared.map(({ section = null, ...question }) => ({ ...question, section }))
    await store.sectionQuestions.declare(organization_id, id, given)
    const present = new Set<string>()
    for (const source of await everyPage((paging) => sources.list(caller, id, paging))) {
      const found = await store.sectionQuestions.declaredOf(organization_id, source.id)
      for (const { path } of found) present.add(path)
      for (const { path, why } of await applyDeclared(organization_id, source.id)) {
        applied.untaken.push({ place: `${at}.questions`, path, why })
      }
    }
    for (const [index, { path }] of declared.entries()) {
      if (present.has(path)) continue
      applied.untaken.push({ place: `${at}.questions[${index}]`, path, why: 'no_document' })
    }
  }

  return { reading, questions }
}
