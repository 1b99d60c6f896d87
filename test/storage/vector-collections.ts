import { expect } from 'vitest'
import { quantize } from '../../server/quantize.ts'
import type { Store } from '../../server/storage/store.ts'
import { addCollection, addSource, documentOf, newId, passage } from './backends.ts'
import { cosine, createRandom } from './random-vectors.ts'

export const DIMENSIONS = 16

const random = createRandom()
export const anyVector = () => quantize(Float32Array.from({ length: DIMENSIONS }, random))
const vectorNear = (other: Int8Array) =>
  quantize(Float32Array.from(other, (component) => component / 254 + random() / 2))

/** A collection and the vectors of its passages by text. */
export async function addVectors(store: Store, organization_id: string, documents: number) {
  const collection = await addCollection(store, organization_id, { dimensions: DIMENSIONS })
  const source = await addSource(store, organization_id, collection.id)
  const expected = new Map<string, Map<string, Int8Array>>()

  async function write(id: string, count = 250): Promise<void> {
    const subjects = Array.from({ length: 5 }, anyVector)
    const vectors = new Map(
      Array.from({ length: count }, (_, at) => [
        newId(),
        vectorNear(subjects[at % 5] as Int8Array),
      ]),
    )
    const passages = [...vectors].map(([text, vector], at) => passage(at, text, { vector }))
    const document = documentOf(source.id, { id, path: id, passage_count: count })
    const staged = [{ document_id: id, passages }]
    await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
    expected.set(id, vectors)
  }

  for (let at = 0; at < documents; at += 1) await write(newId())
  return {
    organization_id,
    id: collection.id,
    expected,
    write,
    async remove(id: string): Promise<void> {
      await store.documents.delete(organization_id, id)
      expected.delete(id)
    },
  }
}

type Collection = Awaited<ReturnType<typeof addVectors>>

function allOf(collections: Collection[]): [text: string, Int8Array][] {
  return collections.flatMap(({ expected }) => [...expected.values()].flatMap((own) => [...own]))
}

/** A vector near some passage. */
function question(collections: Collection[]): Int8Array {
  const all = allOf(collections)
  const [, vector] = all[Math.floor((random() + 0.5) * all.length)] ?? []
  return vectorNear(vector ?? anyVector())
}

/** Texts and scores of the ten nearest passages, as the store finds them and as they are. */
export async function ask(store: Store, collections: Collection[]) {
  const vector = question(collections)
  const { organization_id = '' } = collections[0] ?? {}
  const searched = { organization_id, collection_ids: collections.map(({ id }) => id) }
  while (await store.searchIndex.loadVectors(searched));
  const hits = await store.searchIndex.nearest(searched, vector, 10)
  const passages = await store.passages.load(
    organization_id,
    hits.map(({ key }) => key),
  )
  const found = passages.map(({ text }, at) => ({ text, score: hits[at]?.score ?? 0 }))
  const expected = allOf(collections)
    .map(([text, own]) => ({ text, score: cosine(own, vector) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 10)
  return { found, expected }
}

/** Expects the ten nearest of each question with their scores, but for one in a hundred. */
export async function expectNearest(store: Store, searches: Collection[][]): Promise<void> {
  let [asked, missed] = [0, 0]
  for (const collections of searches) {
    const { found, expected } = await ask(store, collections)
    const scores = new Map(found.map(({ text, score }) => [text, score]))
    for (const { text, score } of expected) {
      asked += 1
      if (scores.has(text)) expect(scores.get(text)).toBeCloseTo(score, 5)
      else missed += 1
    }
    expect(found.length).toBe(expected.length)
  }
  expect(missed).toBeLessThanOrEqual(asked / 100)
}
