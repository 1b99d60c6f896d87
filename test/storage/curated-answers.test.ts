import { describe, expect, test } from 'vitest'
import type { CuratedFields } from '../../server/storage/ports/curated-answers.ts'
import { addAssistant, at, backends, newId, openWithOrganizations, readAll } from './backends.ts'

const fields: CuratedFields = {
  questions: ['How do I pay?'],
  text: 'By card.',
  links: [{ title: 'Prices', url: 'https://shop.test/prices' }],
  assistant_ids: null,
  valid_until: null,
  enabled: true,
}

describe.each(backends)('curated answers on %s (docs/behaviour.md#curated-answers)', (_, open) => {
  async function opened() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const make = (given: Partial<CuratedFields> = {}, organization_id = a, minute = 0) =>
      store.curatedAnswers.create(organization_id, {
        ...fields,
        ...given,
        id: newId(),
        created_at: at(minute),
      })
    return { store, a, b, another, make }
  }

  test('is read as it was written, by its own organization', async () => {
    const { store, a, b, make } = await opened()
    const made = await make()

    const stamps = { revision: 1, created_at: at(0), updated_at: at(0) }
    expect(made).toMatchObject({ ...fields, ...stamps, used_count: 0, last_used_at: null })
    expect(await store.curatedAnswers.find(a, made.id)).toEqual(made)
    expect(await store.curatedAnswers.find(b, made.id)).toBeNull()
    expect(await store.curatedAnswers.update(b, made.id, { revision: 1 }, at(1))).toBeNull()
    expect(await store.curatedAnswers.delete(b, made.id)).toBe(false)
    expect(await store.curatedAnswers.list(b, { limit: 5 })).toMatchObject({ data: [] })
    expect(await store.curatedAnswers.delete(a, made.id)).toBe(true)
    expect(await store.curatedAnswers.find(a, made.id)).toBeNull()
  })

  test('are listed newest first, page by page', async () => {
    const { store, a, b, make } = await opened()
    for (const minute of [2, 1, 3]) await make({}, a, minute)
    await make({}, b, 4)

    const listed = await readAll(2, (paging) => store.curatedAnswers.list(a, paging))

    expect(listed.map(({ created_at }) => created_at)).toEqual([at(3), at(2), at(1)])
  })

  test('of changes at the same revision one is stored', async () => {
    const { store, a, another, make } = await opened()
    const { id } = await make()
    const stores = [store, await another(), store]

    const changes = await Promise.allSettled(
      stores.map((each, n) =>
        each.curatedAnswers.update(a, id, { revision: 1, text: `Text ${n}` }, at(1)),
      ),
    )

    const stored = changes.flatMap((change) => (change.status === 'fulfilled' ? change.value : []))
    const refused = changes.flatMap((change) => (change.status === 'rejected' ? change.reason : []))
    expect(stored).toMatchObject([{ revision: 2, updated_at: at(1), questions: fields.questions }])
    expect(refused).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }])
    expect(await store.curatedAnswers.find(a, id)).toEqual(stored[0])
  })

  test('its assistants are its organization’s, and nothing is stored otherwise', async () => {
    const { store, a, b, make } = await opened()
    const own = await addAssistant(store, a)
    const foreign = await addAssistant(store, b)

    const made = make({ assistant_ids: [own.id, foreign.id] })
    await expect(made).rejects.toMatchObject({ code: 'validation_error' })
    expect(await store.curatedAnswers.list(a, { limit: 5 })).toMatchObject({ data: [] })

    const { id } = await make({ assistant_ids: [own.id] })
    const change = { revision: 1, text: 'Other', assistant_ids: [foreign.id] }
    const changed = store.curatedAnswers.update(a, id, change, at(1))
    await expect(changed).rejects.toMatchObject({ code: 'validation_error' })
    expect(await store.curatedAnswers.find(a, id)).toMatchObject({ revision: 1, text: 'By card.' })
  })

  test('an assistant gives those that are enabled, still valid and meant for it', async () => {
    const { store, a, b, make } = await opened()
    const [one, other] = [await addAssistant(store, a), await addAssistant(store, a)]
    const all = await make()
    const ofOne = await make({ assistant_ids: [one.id], valid_until: at(10) })
    await make({ enabled: false })
    const offered = async (assistant_id: string, now: string) =>
      (await store.curatedAnswers.offered(a, assistant_id, now)).map(({ id }) => id)

    expect(await offered(one.id, at(9))).toEqual([all.id, ofOne.id])
    expect(await offered(one.id, at(10))).toEqual([all.id])
    expect(await offered(other.id, at(9))).toEqual([all.id])
    expect(await store.curatedAnswers.offered(b, one.id, at(9))).toEqual([])
    await store.curatedAnswers.delete(a, all.id)
    expect(await store.curatedAnswers.anyOffered(a, one.id, at(9))).toBe(true)
    expect(await store.curatedAnswers.anyOffered(a, other.id, at(9))).toBe(false)
  })

  test('uses at once are all counted', async () => {
    const { store, a, b, another, make } = await opened()
    const { id } = await make()
    const stores = [store, await another()]

    const uses = [0, 1, 0, 1, 0, 1].map((n) => stores[n]?.curatedAnswers.recordUse(a, id, at(5)))
    await Promise.all(uses)
    await store.curatedAnswers.recordUse(b, id, at(6))

    expect(await store.curatedAnswers.find(a, id)).toMatchObject({
      used_count: 6,
      last_used_at: at(5),
      revision: 1,
    })
  })
})
