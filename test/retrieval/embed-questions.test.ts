import { describe, expect, test } from 'vitest'
import { createQuestionEmbedder } from '../../server/retrieval/embed-questions.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import {
  addCollection,
  addKnowledge,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
} from '../storage/backends.ts'

describe.each(backends)('the vectors of questions of sections on %s', (_, open) => {
  async function opened({ isEmpty = false, failing = '' } = {}) {
    const { store, a } = await openWithOrganizations(open)
    const { document } = await addKnowledge(store, a, ['We take cards.'])
    const reported: unknown[] = []
    const model = { isEmpty, failing, texts: [] as string[] }
    const embedder = createQuestionEmbedder({
      store,
      embeddings: (selector, dimensions) => ({
        selector,
        dimensions,
        embedsWindows: false,
        coverage: () => 1,
        async embed(texts) {
          if (selector === model.failing) throw new Error('away')
          if (model.isEmpty) return []
          model.texts.push(...texts)
          return texts.map(() => Float32Array.of(0, 0.5, -1))
        },
      }),
      giveWay: async () => undefined,
      report: (error) => reported.push(error),
    })
    const ask = (document_id: string, text: string) =>
      store.sectionQuestions.create(a, {
        id: newId(),
        document_id,
        section: null,
        text,
        read: readSectionQuestion(text),
        created_at: at(0),
      })
    for (const text of ['Is Visa fine?', 'May I pay by plastic?']) await ask(document.id, text)
    const vectors = async () => {
      const sections = [{ document_id: document.id, section: null }]
      const found = await store.sectionQuestions.ofSections(a, sections)
      return found.map(({ vector }) => vector)
    }
    return { store, a, embedder, model, reported, vectors, ask }
  }

  test('are made of all that have none, once', async () => {
    const { embedder, model, vectors } = await opened()

    await embedder.wake()
    await embedder.wake()

    const vector = Int8Array.of(0, 64, -127)
    expect(await vectors()).toEqual([vector, vector])
    expect(model.texts.toSorted()).toEqual(['Is Visa fine?', 'May I pay by plastic?'])
  })

  test('are made again after a model has failed', async () => {
    const { embedder, model, vectors, reported } = await opened({ failing: 'builtin/meaning-1' })

    await embedder.wake()
    expect(reported).toHaveLength(1)
    expect(await vectors()).toEqual([null, null])
    model.failing = ''
    await embedder.wake()

    expect((await vectors()).every((vector) => vector !== null)).toBe(true)
  })

  test('of one collection do not wait for the model of another', async () => {
    const { store, a, embedder, model, vectors, ask } = await opened({
      failing: 'builtin/meaning-1',
    })
    const collection = await addCollection(store, a, { model: 'builtin/other' })
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id)
    await store.documents.publish(a, collection.id, document)
    for (let n = 0; n < 40; n += 1) await ask(document.id, `May I come at ${n}?`)

    await embedder.wake()

    expect(await vectors()).toEqual([null, null])
    expect(model.texts).toHaveLength(40)
    expect(await store.sectionQuestions.unembedded(100)).toHaveLength(2)
  })

  test('are none of a model that gives none', async () => {
    const { store, embedder, model, vectors } = await opened({ isEmpty: true })

    await embedder.wake()

    expect(model.texts).toEqual([])
    expect(await vectors()).toEqual([null, null])
    expect(await store.sectionQuestions.unembedded(5)).toEqual([])
  })
})
