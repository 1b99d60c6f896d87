import { describe, expect, test } from 'vitest'
import { quantize } from '../../server/quantize.ts'
import { createVectorCodeCache } from '../../server/storage/index/vector-code-cache.ts'
import { createVectorCodes } from '../../server/storage/index/vector-codes.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addCollection,
  addSource,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
} from './backends.ts'
import { cosine, createRandom } from './random-vectors.ts'

const DIMENSIONS = 400
const DOCUMENT_PASSAGES = 250
/** Enough passages that not all of their vectors are compared exactly. */
const DOCUMENTS = 21

const random = createRandom()
const anyFloats = () => Float32Array.from({ length: DIMENSIONS }, random)
const anyVector = () => quantize(anyFloats())
/** A vector near another: cosines are about 0.7. */
const vectorNear = (other: Int8Array) =>
  quantize(Float32Array.from(other, (component) => component / 254 + random()))

/** A collection of so many documents, and the vectors of its passages by text. */
async function addVectors(store: Store, organization_id: string, documents: number) {
  const collection = await addCollection(store, organization_id, { dimensions: DIMENSIONS })
  const source = await addSource(store, organization_id, collection.id)
  const ids = Array.from({ length: documents }, newId)
  const expected = new Map<string, Map<string, Int8Array>>()

  async function write(id: string): Promise<void> {
    const subject = anyVector()
    const vectors = new Map(
      Array.from({ length: DOCUMENT_PASSAGES }, () => [newId(), vectorNear(subject)] as const),
    )
    const passages = [...vectors].map(([text, vector], at) => passage(at, text, { vector }))
    const document = documentOf(source.id, { id, path: id, passage_count: DOCUMENT_PASSAGES })
    const staged = [{ document_id: id, passages }]
    await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
    expected.set(id, vectors)
  }

  async function remove(id: string): Promise<void> {
    await store.documents.delete(organization_id, id)
    expected.delete(id)
  }

  /** A vector near some passages. */
  function question(): Int8Array {
    const vectors = [...expected.values()].flatMap((vectors) => [...vectors.values()])
    return vectorNear(vectors[Math.floor((random() + 0.5) * vectors.length)] ?? anyVector())
  }

  for (const id of ids) await write(id)
  return { organization_id, id: collection.id, ids, expected, write, remove, question }
}

type Large = Awaited<ReturnType<typeof addVectors>>

/** The texts of the nearest passages that the store finds, and their cosines. */
async function nearest(store: Store, collections: Large[], vector: Int8Array) {
  const { organization_id = '' } = collections[0] ?? {}
  const searched = { organization_id, collection_ids: collections.map(({ id }) => id) }
  const hits = await store.searchIndex.nearest(searched, vector, 10)
  const found = await store.passages.load(
    organization_id,
    hits.map(({ key }) => key),
  )
  return found.map(({ text }, at) => ({ text, score: hits[at]?.score ?? 0 }))
}

/** The same of all passages that the collections show, nearest first. */
function exact(collections: Large[], vector: Int8Array) {
  return collections
    .flatMap(({ expected }) => [...expected.values()].flatMap((vectors) => [...vectors]))
    .map(([text, own]) => ({ text, score: cosine(own, vector) }))
    .toSorted((a, b) => b.score - a.score)
}

describe.each(backends)('the nearest vectors of a large collection on %s', (_, open) => {
  test('are 99 of 100 of an exact comparison, with their cosines, while documents change and are deleted', async () => {
    const { store, a, b, another } = await openWithOrganizations(open)
    const [large, other] = [await addVectors(store, a, DOCUMENTS), await addVectors(store, a, 4)]
    const collection_ids = [large.id, other.id]
    let [asked, missed] = [0, 0]
    const expectNearest = async () => {
      for (const collections of [[large], [other], [large, other]]) {
        const vector = large.question()
        const found = await nearest(store, collections, vector)
        const all = exact(collections, vector)
        const scores = new Map(all.map(({ text, score }) => [text, score]))
        for (const { text, score } of found) expect(score).toBeCloseTo(scores.get(text) ?? 9, 4)
        const texts = new Set(found.map(({ text }) => text))
        asked += 10
        missed += all.slice(0, 10).filter(({ text }) => !texts.has(text)).length
      }
    }
    await expectNearest()
    const searched = { organization_id: a, collection_ids }
    while (await store.searchIndex.loadVectors(searched));
    const restarted = await another()
    let steps = 1
    while (await restarted.searchIndex.loadVectors(searched)) steps += 1
    expect(steps).toBeGreaterThan(2)
    await expectNearest()

    for (const id of large.ids.slice(0, 8)) await large.write(id)
    await large.remove(large.ids[20] ?? '')
    await expectNearest()

    while (await store.documents.sweep(1000));
    await expectNearest()

    await large.write(newId())
    await expectNearest()
    expect(missed).toBeLessThanOrEqual(asked / 100)
    const foreign = { organization_id: b, collection_ids }
    expect(await store.searchIndex.nearest(foreign, large.question(), 10)).toEqual([])
  })
})

/** Vectors of documents about subjects, as embeddings of texts are. */
const spreads = {
  evenly: () => anyFloats(),
  'in few directions': mapped(Array.from({ length: 20 }, anyFloats), 0),
  'far from the origin': mapped(Array.from({ length: 60 }, anyFloats), 4),
}

/** Vectors made of some directions, the first of which counts most, around a common vector. */
function mapped(directions: Float32Array[], away: number): () => Float32Array {
  const common = anyFloats()
  return () => {
    const vector = common.map((component) => component * away + random() * 0.2)
    for (const [at, direction] of directions.entries()) {
      const share = (random() * 3) / Math.sqrt(at + 1)
      for (let to = 0; to < DIMENSIONS; to += 1) {
        vector[to] = (vector[to] ?? 0) + share * (direction[to] ?? 0)
      }
    }
    return vector
  }
}

describe('vector codes', () => {
  test.each(Object.entries(spreads))('of vectors spread %s hold the nearest ten', (_, make) => {
    const codes = createVectorCodes(DIMENSIONS)
    const subjects = Array.from({ length: 800 }, make)
    // With the subjects there are some 640,000 pairs, of which no two vectors have the same.
    const owns = Array.from({ length: 799 }, make)
    let made = 0
    const near = (at: number) => {
      const own = owns[(made += 1) % 799]
      const near = subjects[at % 800]?.map((component, to) => component + (own?.[to] ?? 0) * 0.7)
      return quantize(near as Float32Array)
    }
    const vectors = Array.from({ length: 20_000 }, (_, at) => near(at))
    for (const [at, vector] of vectors.entries()) codes.add(at, vector)
    const lengths = vectors.map((vector) => Math.hypot(...vector))

    const questions = Array.from({ length: 50 }, (_, at) => near(at * 7))
    const missed = questions.filter((question) => {
      const scores = vectors.map((vector, at) => dot(vector, question) / (lengths[at] ?? 1))
      const tenth = scores.toSorted((a, b) => b - a)[9] ?? 0
      const found = new Set(codes.nearest(question, 120).map(({ key }) => key))
      return scores.some((score, at) => score >= tenth && !found.has(at))
    })

    expect(missed.length).toBeLessThanOrEqual(1)
  })

  test.each([1, 7, 8, 384, 1001])('of %i dimensions find the nearest', (dimensions) => {
    const codes = createVectorCodes(dimensions)
    const vectors = Array.from({ length: 3000 }, () =>
      quantize(Float32Array.from({ length: dimensions }, random)),
    )
    for (const [at, vector] of vectors.entries()) codes.add(at + 1, vector)
    const asked = vectors[2500] as Int8Array

    const found = codes.nearest(asked, dimensions === 1 ? 3000 : 10)

    const itself = found.find(({ key }) => key === 2501)
    expect(itself?.score).toBeCloseTo(1, 2)
    expect(codes.size).toBe(3000)
  })

  test('are not found once dropped, and the others still are, in less memory in the end', () => {
    const codes = createVectorCodes(2)
    const angles = Array.from({ length: 3600 }, (_, angle) => angle)
    const add = (from: number) => {
      for (const angle of angles) {
        const radians = (angle * Math.PI) / 1800
        codes.add(from + angle, quantize(Float32Array.of(Math.cos(radians), Math.sin(radians))))
      }
    }
    add(0)
    const { bytes } = codes

    codes.drop(new Set(angles.filter((angle) => angle % 10 > 0)))
    const near = codes.nearest(Int8Array.of(0, 127), 3)
    add(3600)

    expect(near.map(({ key }) => key).toSorted((a, b) => a - b)).toEqual([890, 900, 910])
    expect(codes.size).toBe(3960)
    const [first, second] = codes.nearest(Int8Array.of(0, 127), 2)
    expect(first?.key).toBe(900)
    expect(Math.abs((second?.key ?? 0) - 4500)).toBeLessThan(4)
    expect(codes.bytes).toBe(bytes)
  })

  test('of an empty collection find nothing', () => {
    expect(createVectorCodes(3).nearest(Int8Array.of(1, 0, 0), 5)).toEqual([])
  })
})

function dot(one: Int8Array, two: Int8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (two[at] ?? 0)
  return sum
}

describe('memory for vector codes', () => {
  test('is granted while there is some, and again to a collection that has outgrown its share', () => {
    const cache = createVectorCodeCache(2_000_000)
    const load = (id: string, count: number) =>
      cache.hold({ id, set: 1, dimensions: 100 }, count)?.codes ?? null
    const first = load('first', 5000)
    for (let at = 1; at <= 5000; at += 1) first?.add(at, new Int8Array(100).fill(1))

    expect(load('first', 6000)).toBe(first)
    expect(load('second', 12_000)).toBeNull()
    expect(load('first', 25_000)).toBeNull()
    expect(load('second', 12_000)).not.toBeNull()
  })
})
