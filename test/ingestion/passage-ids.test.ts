import { v7, validate, version } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createPassageIds } from '../../server/ingestion/passage-ids.ts'

describe('the ids of passages (docs/behaviour.md#citations)', () => {
  const document = { id: v7(), content_hash: 'one' }
  const idsOf = (of: typeof document) => [0, 1, 15, 16, 70_000].map(createPassageIds(of))

  test('are UUIDs in the order of the positions, after those of earlier documents', () => {
    const later = { ...document, id: v7({ msecs: Date.now() + 1 }) }
    const ids = [...idsOf(document), ...idsOf(later)]

    expect(ids.every((id) => validate(id) && version(id) === 8)).toBe(true)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('are the same for the same document and content, and others for any other', () => {
    const others = [
      { ...document, content_hash: 'two' },
      { ...document, id: v7({ msecs: Date.now() }) },
    ].flatMap(idsOf)

    expect(idsOf({ ...document })).toEqual(idsOf(document))
    expect(new Set([...idsOf(document), ...others]).size).toBe(15)
  })
})
