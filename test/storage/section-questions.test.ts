import { describe, expect, test } from 'vitest'
import type { OwnQuestion } from '../../server/storage/ports/section-questions.ts'
import type { Store } from '../../server/storage/store.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import {
  addCollection,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  readAll,
} from './backends.ts'

const all = { without: [] }

/** A document with the sections `Paying › Cards` and `Opening`, and a passage above them. */
async function addGuide(store: Store, organization_id: string) {
  const collection = await addCollection(store, organization_id)
  const source = await addSource(store, organization_id, collection.id)
  const document = documentOf(source.id)
  const passages = [
    passage(0, 'About us.'),
    passage(1, 'We take cards.', { headings: ['Paying', 'Cards'] }),
    passage(2, 'Nine to five.', { headings: ['Opening'] }),
  ]
  const staged = [{ document_id: document.id, passages }]
  await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
  return { collection, source, document }
}

describe.each(backends)('questions of sections on %s', (_, open) => {
  async function opened() {
    const { store, a, b } = await openWithOrganizations(open)
    const guide = await addGuide(store, a)
    const questionOf = (text: string, section: string | null = null, minute = 0): OwnQuestion => ({
      id: newId(),
      document_id: guide.document.id,
      section,
      text,
      read: readSectionQuestion(text),
      created_at: at(minute),
    })
    const make = (text: string, section: string | null = null, minute = 0) =>
      store.sectionQuestions.create(a, questionOf(text, section, minute))
    return { store, a, b, ...guide, questionOf, make }
  }

  test('are of the section that has the anchor or the heading, or of the document', async () => {
    const { make, collection, document } = await opened()

    const made = [
      await make('Do you take Visa?', 'Paying › Cards'),
      await make('Is plastic fine?', 'Cards'),
      await make('Who are you?'),
    ]

    expect(made.map((question) => question?.section)).toEqual([
      'Paying › Cards',
      'Paying › Cards',
      null,
    ])
    expect(made[0]).toMatchObject({
      collection_id: collection.id,
      document_id: document.id,
      text: 'Do you take Visa?',
      language: 'english',
      origin: 'owner',
      asked_count: 0,
      needs_look: false,
      created_at: at(0),
    })
    await expect(make('Where is it?', 'Directions')).rejects.toMatchObject({
      code: 'validation_error',
    })
  })

  test('of the same words there is one in a section', async () => {
    const { store, a, make } = await opened()
    const first = await make('Do you take cards?', 'Cards')

    const again = make('Cards: taking them?', 'Cards')
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    expect(await make('Cards: taking them?', 'Opening')).not.toBeNull()
    const other = await make('Do you take cash?', 'Cards')
    const text = 'Do you take a card?'
    const written = { text, read: readSectionQuestion(text) }
    const rewriting = store.sectionQuestions.rewrite(a, other?.id ?? '', written)
    await expect(rewriting).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.sectionQuestions.rewrite(a, first?.id ?? '', written)).toMatchObject({
      text,
      origin: 'owner',
    })
  })

  test('are read by their own organization alone', async () => {
    const { store, a, b, document, collection, questionOf, make } = await opened()
    const made = await make('Who are you?')
    const id = made?.id ?? ''
    const written = { text: 'Who?', read: readSectionQuestion('Who?') }

    expect(await store.sectionQuestions.create(b, questionOf('Who is it?'))).toBeNull()
    expect(await store.sectionQuestions.rewrite(b, id, written)).toBeNull()
    expect(await store.sectionQuestions.delete(b, id)).toBe(false)
    const sections = [{ document_id: document.id, section: null }]
    expect(await store.sectionQuestions.ofSections(b, sections)).toEqual([])
    const paging = { limit: 5 }
    const listOf = (filter: object) => store.sectionQuestions.list(b, { ...all, ...filter }, paging)
    expect(await listOf({})).toMatchObject({ data: [] })
    expect(await listOf({ document_id: document.id })).toBeNull()
    expect(await listOf({ collection_id: collection.id })).toBeNull()
    expect(await store.sectionQuestions.list(a, all, paging)).toMatchObject({ data: [made] })
  })

  test('are looked up by the passages of their documents', async () => {
    const { store, a, b, source, collection, document, make } = await opened()
    const other = documentOf(source.id, { path: 'other.md' })
    const staged = [{ document_id: other.id, passages: [passage(0, 'Elsewhere.')] }]
    await store.documents.ingest(a, collection.id, { staged, published: [other] })
    expect(await store.sectionQuestions.areIn(a, [collection.id])).toBe(false)
    await make('Do you take Visa?', 'Cards')

    const listed = await Promise.all(
      [document, other].map(({ id }) => store.passages.list(a, id, { limit: 9 })),
    )
    const ids = listed.flatMap((page) => (page?.data ?? []).map(({ source_id }) => source_id))
    const found = await Promise.all(ids.map((id) => store.passages.find(a, id)))
    const keys = found.map((each) => each?.key ?? 0)
    const places = await store.sectionQuestions.placesOf(a, keys)

    expect(places.map(({ section }) => section).sort()).toEqual(['Opening', 'Paying › Cards', null])
    expect(new Set(places.map(({ document_id }) => document_id))).toEqual(new Set([document.id]))
    expect(await store.sectionQuestions.placesOf(b, keys)).toEqual([])
    expect(await store.sectionQuestions.areIn(a, [newId(), collection.id])).toBe(true)
    expect(await store.sectionQuestions.areIn(a, [])).toBe(false)
    expect(await store.sectionQuestions.areIn(b, [collection.id])).toBe(false)
  })

  test('of an owner lead to the first passage of their section, or of the document', async () => {
    const { store, a, b, collection, document, make } = await opened()
    await make('Do you take Visa?', 'Cards')
    const { words } = readSectionQuestion('Visa: taking it?')
    const pointedBy = (organization: string, id: string) =>
      store.sectionQuestions.pointedBy(organization, [id], words)

    const place = await pointedBy(a, collection.id)

    expect(place).toEqual({ document_id: document.id, section: 'Paying › Cards' })
    expect(await pointedBy(a, newId())).toBeNull()
    expect(await pointedBy(b, collection.id)).toBeNull()
    const whole = { document_id: document.id, section: null }
    const texts = await Promise.all(
      [place ?? whole, whole, { ...whole, section: 'Gone' }].map((each) =>
        store.passages.firstOf(a, each),
      ),
    )
    expect(texts.map((each) => each?.text ?? null)).toEqual(['We take cards.', 'About us.', null])
    expect(await store.passages.firstOf(b, whole)).toBeNull()
  })

  test('are listed newest first, page by page, as filters say', async () => {
    const { store, a, collection, document, make } = await opened()
    for (const minute of [2, 1, 3]) await make(`Question ${minute}?`, null, minute)

    const listed = await readAll(2, async (paging) => {
      const filter = { ...all, collection_id: collection.id }
      const page = await store.sectionQuestions.list(a, filter, paging)
      if (!page) throw new Error('There is no such collection.')
      return page
    })

    expect(listed.map(({ created_at }) => created_at)).toEqual([at(3), at(2), at(1)])
    const count = async (filter: object) =>
      (await store.sectionQuestions.list(a, { ...all, ...filter }, { limit: 9 }))?.data.length
    expect(await count({ document_id: document.id, origin: 'owner' })).toBe(3)
    expect(await count({ origin: 'visitors' })).toBe(0)
    expect(await count({ needs_look: true })).toBe(0)
    expect(await count({ needs_look: false })).toBe(3)
    expect(await count({ without: ['owner'] })).toBe(0)
  })

  test('a section has those of its document beside its own, at most forty', async () => {
    const { store, a, document, make } = await opened()
    await make('Who are you?')
    await make('Do you take Visa?', 'Cards')
    for (let n = 0; n < 45; n += 1) await make(`May I come at ${n} o’clock?`, 'Opening')

    const places = ['Paying › Cards', 'Opening', null].map((section) => {
      return { document_id: document.id, section }
    })
    const found = await store.sectionQuestions.ofSections(a, places)

    const counted = places.map(
      ({ section }) => found.filter((question) => question.section === section).length,
    )
    expect(counted).toEqual([2, 40, 1])
    const about = found.find(({ section }) => section === null)
    expect(about).toMatchObject({ document_id: document.id, vector: null })
    expect(about?.terms).toEqual(readSectionQuestion('Who are you?').terms)
  })

  test('have a vector of the set that is searched', async () => {
    const { store, a, document, make } = await opened()
    const made = await make('Who are you?')
    const [waiting, ...others] = await store.sectionQuestions.unembedded(5)
    expect(others).toEqual([])
    expect(waiting).toEqual({
      organization_id: a,
      id: made?.id,
      text: 'Who are you?',
      embedding_model: 'builtin/meaning-1',
      dimensions: 3,
      set_number: 1,
    })
    if (!waiting) return

    await store.sectionQuestions.embed([{ ...waiting, vector: Int8Array.of(127, -127, 0) }])

    expect(await store.sectionQuestions.unembedded(5)).toEqual([])
    const sections = [{ document_id: document.id, section: null }]
    const compared = () => store.sectionQuestions.ofSections(a, sections)
    expect(await compared()).toMatchObject([{ vector: Int8Array.of(127, -127, 0) }])

    const text = 'Who is there?'
    await store.sectionQuestions.rewrite(a, waiting.id, { text, read: readSectionQuestion(text) })
    expect(await compared()).toMatchObject([{ vector: null }])
    await store.sectionQuestions.embed([{ ...waiting, vector: Int8Array.of(1, 1, 1) }])
    expect(await store.sectionQuestions.unembedded(5)).toMatchObject([{ text }])
  })

  test('are gone with their document', async () => {
    const { store, a, document, make } = await opened()
    await make('Who are you?')

    await store.documents.delete(a, document.id)

    expect(await store.sectionQuestions.list(a, all, { limit: 5 })).toMatchObject({ data: [] })
  })

  test('what a file declares waits for its document, and stays deleted', async () => {
    const { store, a, b, collection, source, questionOf } = await opened()
    const { sectionQuestions } = store
    const [here, away] = [
      { path: 'guide.md', section: 'Cards', text: 'Do you take Visa?' },
      { path: 'other.md', section: null, text: 'Who are you?' },
    ]
    await sectionQuestions.declare(a, collection.id, [{ ...here, text: 'Old?' }])
    await sectionQuestions.declare(a, collection.id, [here, away])

    expect(await sectionQuestions.declaredOf(b, source.id)).toEqual([])
    expect(await sectionQuestions.declaredOf(a, source.id)).toMatchObject([here])
    const apply = (section = 'Cards') =>
      sectionQuestions.applyDeclared(a, questionOf(here.text, section))
    expect(await apply('Directions')).toBe('no_section')
    expect(await apply()).toBe('made')
    expect(await apply()).toBe('known')

    const [made] = (await sectionQuestions.list(a, all, { limit: 5 }))?.data ?? []
    expect(made).toMatchObject({ text: here.text, section: 'Paying › Cards', origin: 'owner' })
    await sectionQuestions.delete(a, made?.id ?? '')
    expect(await apply()).toBe('forgotten')
    await sectionQuestions.create(a, questionOf(here.text))
    expect(await apply()).toBe('made')
  })

  test('how a collection comes to them is saved at its revision', async () => {
    const { store, a, b, collection } = await opened()
    const { readings } = store
    const first = { revision: 0, question_model: null, learn_from_visitors: true }
    expect(await readings.find(a, collection.id)).toEqual(first)
    expect(await readings.find(b, collection.id)).toBeNull()
    expect(await readings.save(b, collection.id, first)).toBeNull()

    const wanted = { revision: 0, question_model: 'x/y', learn_from_visitors: false }
    const saved = { ...wanted, revision: 1 }
    expect(await readings.save(a, collection.id, wanted)).toEqual(saved)
    expect(await readings.find(a, collection.id)).toEqual(saved)
    await expect(readings.save(a, collection.id, wanted)).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
