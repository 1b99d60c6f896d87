import { describe, expect, test } from 'vitest'
import type { NewPassage } from '../../server/storage/ports/documents.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addCollection,
  addConversation,
  addSource,
  at,
  backends,
  documentOf,
  ending,
  openWithOrganizations,
  passage,
  question,
} from './backends.ts'

describe.each(backends)('the structure of passages on %s', (_, open) => {
  async function start() {
    const { store, a, b } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    const document = documentOf(source.id, { known: false, reading: 3 })

    async function publish(passages: NewPassage[], given: Partial<typeof document> = {}) {
      const version = { ...document, ...given, passage_count: passages.length }
      const staged = [{ document_id: document.id, passages }]
      await store.documents.ingest(a, collection.id, { staged, published: [version] })
    }

    return { store, a, b, collection, source, document, publish }
  }

  const STRUCTURE = {
    section: 'one',
    headings: ['Install', 'On "Linux" › here'],
    page: 2,
    role: 'procedure',
    blocks: [
      { kind: 'heading', start: 0, end: 6, fragment: 'linux', role: 'procedure' },
      { kind: 'code', start: 8, end: 20, language: 'sh', cut: 'after' },
      { kind: 'paragraph', start: 22, end: 30, admonition: 'note', title: 'Mind' },
    ],
  } satisfies Partial<NewPassage>

  test('is read as it was stored, with the anchor that is made of it', async () => {
    const { store, a, document, publish } = await start()
    const section_id = `${document.id}.one`
    const { section: _section, ...structure } = STRUCTURE
    const stored = passage(0, '## Linux', STRUCTURE)
    await publish([stored, passage(1, 'More')])

    const found = await store.passages.find(a, stored.id)

    expect(found).toMatchObject({
      ...structure,
      section_id,
      anchor: 'Page 2 › Install › On "Linux" › here',
    })
    expect(found?.next).toMatchObject({ headings: [], page: null, anchor: null })
    expect(await store.passages.load(a, [found?.key ?? 0])).toMatchObject([structure])
    expect(await store.check()).toEqual([])
  })

  test('gives a section in reading order, without those of others', async () => {
    const { store, a, b, document, publish } = await start()
    await publish([
      passage(0, 'Before', { section: 'zero' }),
      passage(1, 'First', { section: 'one' }),
      passage(2, 'Second', { section: 'one' }),
    ])

    expect(await textsOf(store, a, `${document.id}.one`)).toEqual(['First', 'Second'])
    expect(await textsOf(store, b, `${document.id}.one`)).toEqual([])
    expect(await store.passages.section(a, 'none')).toEqual([])
  })

  test('of a new version replaces that of the earlier one, under the same ids', async () => {
    const { store, a, document, publish } = await start()
    const kept = passage(0, 'Kept', { section: 'one', headings: ['Old name'] })
    await publish([kept])
    await publish([passage(0, 'New', { section: 'two' }), { ...kept, position: 1, headings: [] }])

    expect(await store.passages.find(a, kept.id)).toMatchObject({ text: 'Kept', headings: [] })
    expect(await textsOf(store, a, `${document.id}.one`)).toEqual(['Kept'])
    expect(await store.check()).toEqual([])
  })

  test('tells the passages that an earlier version has read', async () => {
    const { store, a, b, source, publish } = await start()
    await publish([passage(0, 'One'), passage(1, 'Two')])
    const problems = (organization_id: string, reading: number) =>
      store.problems.list(organization_id, {
        refusedSince: at(0),
        expiring: { from: at(0), to: at(0) },
        gapsSince: at(0),
        reading,
      })

    expect(await problems(a, 3)).toEqual([])
    expect(await problems(a, 4)).toMatchObject([{ kind: 'passages_outdated', count: 2 }])
    expect(await problems(b, 4)).toEqual([])
    expect(await store.sources.outdatedUploads(a, 3)).toEqual([])
    expect(await store.sources.outdatedUploads(a, 4)).toEqual([source.id])
    expect(await store.sources.outdatedUploads(b, 4)).toEqual([])
  })

  test('keeps what a document says that it is about', async () => {
    const { store, a, document, publish } = await start()
    await publish([passage(0, 'One')], { description: 'About one.' })
    expect(await store.documents.find(a, document.id)).toMatchObject({ description: 'About one.' })

    await publish([passage(0, 'One')])
    expect(await store.documents.find(a, document.id)).toMatchObject({ description: null })
  })

  describe('a cited passage (docs/behaviour.md#citations)', () => {
    async function startCited() {
      const started = await start()
      const { store, a, publish } = started
      const cited = passage(0, 'As cited', { headings: ['Fees'], url: 'https://acme.test/a#fees' })
      await publish([cited, passage(1, 'Not cited')])
      const { asker, conversation } = await addConversation(store, a)
      const asked = question()
      await store.turns.begin(asker, conversation.id, asked, at(1))
      const { id, url, text } = cited
      const place = { title: 'Guide', url, anchor: 'Fees', snippet: text, score: 1, quotes: [] }
      const citations = [{ ...place, source_id: id, ordinal: 1 }]
      await store.turns.end(a, asked.answer_id, ending({ citations }), at(2))
      return { ...started, cited, conversation }
    }

    const PAST = { text: 'As cited', anchor: 'Fees', url: 'https://acme.test/a#fees' }

    test('goes on being found when its document says something else', async () => {
      const { store, a, b, cited, publish } = await startCited()
      await publish([passage(0, 'Other')])
      const past = { ...PAST, title: 'Guide', current: false, previous: null, next: null }

      expect(await store.passages.find(a, cited.id)).toMatchObject(past)
      while (await store.documents.sweep(100));
      expect(await store.passages.find(a, cited.id)).toMatchObject(past)
      expect(await store.passages.find(b, cited.id)).toBeNull()
      await publish([cited])
      expect(await store.passages.find(a, cited.id)).toMatchObject({ ...PAST, current: true })
    })

    test('goes on being found when its document is gone from the source', async () => {
      const { store, a, cited, source, document } = await startCited()
      await store.documents.remove(a, source.id, [document.id])
      while (await store.documents.sweep(100));

      expect(await store.passages.find(a, cited.id)).toMatchObject({ ...PAST, current: false })
    })

    test('is erased with the last conversation that cites it', async () => {
      const { store, a, cited, publish, conversation } = await startCited()
      await publish([passage(0, 'Other')])
      expect(await store.passages.find(a, cited.id)).not.toBeNull()

      await store.conversations.erase(a, conversation.id)

      expect(await store.passages.find(a, cited.id)).toBeNull()
    })

    test.each([
      ['the document', 'document' as const],
      ['the source', 'source' as const],
    ])('is erased with %s by a person', async (_name, what) => {
      const { store, a, cited, source, document, publish } = await startCited()
      await publish([passage(0, 'Other')])
      await (what === 'document'
        ? store.documents.delete(a, document.id)
        : store.sources.delete(a, source.id))

      expect(await store.passages.find(a, cited.id)).toBeNull()
    })
  })

  test('of a passage that nobody cites is gone with it', async () => {
    const { store, a, publish } = await start()
    const gone = passage(0, 'Gone')
    await publish([gone])
    await publish([passage(0, 'Other')])

    expect(await store.passages.find(a, gone.id)).toBeNull()
  })
})

async function textsOf(store: Store, organization_id: string, section_id: string) {
  const section = await store.passages.section(organization_id, section_id)
  return section.map(({ text }) => text)
}
