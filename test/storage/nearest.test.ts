import { describe, expect, test } from 'vitest'
import { createVectorCodeCache } from '../../server/storage/sqlite/nearest.ts'
import { createVectorCodes } from '../../server/storage/sqlite/vector-codes.ts'
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

const DIMENSIONS = 12
const DOCUMENT_PASSAGES = 250
/** Enough passages that not all of their vectors are compared exactly. */
const DOCUMENTS = 21

/** Uniform random numbers from -0.5 to below 0.5, the same in every run. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
}

const random = createRandom()
const anyVector = () => Float32Array.from({ length: DIMENSIONS }, random)

function cosine(a: Float32Array, b: Float32Array): number {
  const product = a.reduce((sum, component, at) => sum + component * (b[at] ?? 0), 0)
  return product / Math.hypot(...a) / Math.hypot(...b)
}

/**
 * A large collection, and the vectors of its passages by text.
 */
async function addLarge(store: Store, organization_id: string) {
  const collection = await addCollection(store, organization_id, { dimensions: DIMENSIONS })
  const source = await addSource(store, organization_id, collection.id)
  const ids = Array.from({ length: DOCUMENTS }, newId)
  const expected = new Map<string, Map<string, Float32Array>>()

  async function write(id: string): Promise<void> {
    const vectors = new Map(
      Array.from({ length: DOCUMENT_PASSAGES }, () => [newId(), anyVector()] as const),
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

  async function nearest(vector: Float32Array): Promise<string[]> {
    const hits = await store.searchIndex.nearest([collection.id], vector, 10)
    const found = await store.passages.load(hits.map(({ key }) => key))
    return found.map(({ text }) => text)
  }

  function exact(vector: Float32Array): string[] {
    return [...expected.values()]
      .flatMap((vectors) => [...vectors])
      .map(([text, own]) => ({ text, score: cosine(own, vector) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ text }) => text)
  }

  for (const id of ids) await write(id)
  return { ids, write, remove, nearest, exact }
}

describe.each(backends)('the nearest vectors of a large collection on %s', (_, open) => {
  test('are those of an exact comparison while documents change and are deleted', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const [large, foreign] = [await addLarge(store, a), await addLarge(store, b)]
    const expectExact = async () => {
      for (const vector of Array.from({ length: 5 }, anyVector)) {
        expect(await large.nearest(vector)).toEqual(large.exact(vector))
        expect(await foreign.nearest(vector)).toEqual(foreign.exact(vector))
      }
    }
    await expectExact()

    for (const id of large.ids.slice(0, 8)) await large.write(id)
    await large.remove(large.ids[20] ?? '')
    await expectExact()

    while ((await store.documents.sweep(1000)) > 0);
    await expectExact()

    await large.write(newId())
    await expectExact()
  })
})

describe('vector codes', () => {
  test.each([1, 7, 8, 384, 1001])('of %i dimensions find the nearest', (dimensions) => {
    const codes = createVectorCodes(dimensions)
    const vectors = Array.from({ length: 3000 }, () =>
      Float32Array.from({ length: dimensions }, random),
    )
    for (const [at, vector] of vectors.entries()) codes.add(at + 1, vector)
    const asked = vectors[2500]?.map((component) => component * 3) as Float32Array

    const found = codes.nearest(asked, dimensions === 1 ? 3000 : 10)

    expect(found).toContain(2501)
    expect(codes.size).toBe(3000)
  })

  test('are not found once dropped, and the others still are', () => {
    const codes = createVectorCodes(2)
    const angles = Array.from({ length: 360 }, (_, angle) => angle)
    for (const angle of angles) {
      const radians = (angle * Math.PI) / 180
      codes.add(angle, Float32Array.of(Math.cos(radians), Math.sin(radians)))
    }

    codes.drop(new Set(angles.filter((angle) => angle % 10 > 0)))

    const near = codes.nearest(Float32Array.of(0, 1), 3)
    expect(near.toSorted((one, two) => one - two)).toEqual([80, 90, 100])
  })

  test('of an empty collection find nothing', () => {
    expect(createVectorCodes(3).nearest(Float32Array.of(1, 0, 0), 5)).toEqual([])
  })
})

describe('memory for vector codes', () => {
  test('is granted while there is some, and again to a collection that has outgrown its share', () => {
    const cache = createVectorCodeCache(2_000_000)
    const first = cache.reserve('first', { count: 5000, dimensions: 100 })
    for (let at = 1; at <= 5000; at += 1) first?.codes.add(at, new Float32Array(100).fill(1))

    expect(cache.reserve('first', { count: 6000, dimensions: 100 })).toBe(first)
    expect(cache.reserve('second', { count: 12_000, dimensions: 100 })).toBeNull()
    expect(cache.reserve('first', { count: 25_000, dimensions: 100 })).toBeNull()
    expect(cache.reserve('second', { count: 12_000, dimensions: 100 })).not.toBeNull()
  })
})
