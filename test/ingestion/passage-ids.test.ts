import { v7, validate, version } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createPassageIds } from '../../server/ingestion/passage-ids.ts'

describe('the ids of passages (docs/behaviour.md#citations)', () => {
  const document = v7()
  const idsOf = (id: string, texts: string[]) => texts.map(createPassageIds(id))

  test('are UUIDs that begin as that of the document does', () => {
    const ids = idsOf(document, ['one', 'two', 'two'])

    expect(ids.every((id) => validate(id) && version(id) === 8)).toBe(true)
    expect(ids.every((id) => id.startsWith(document.slice(0, 13)))).toBe(true)
    expect(new Set(ids).size).toBe(3)
  })

  test('stay with the text, wherever it stands', () => {
    const [one, two] = idsOf(document, ['one', 'two'])

    expect(idsOf(document, ['new', 'two', 'one'])).toEqual([expect.any(String), two, one])
  })

  test('are others for another text and in another document', () => {
    const ids = [...idsOf(document, ['one', 'One']), ...idsOf(v7(), ['one'])]

    expect(new Set(ids).size).toBe(3)
  })

  test('number equal texts', () => {
    expect(idsOf(document, ['a', 'a', 'b', 'a'])).toEqual(idsOf(document, ['a', 'a', 'b', 'a']))
    expect(idsOf(document, ['a', 'a'])).toEqual(idsOf(document, ['a', 'b', 'a']).toSpliced(1, 1))
  })
})
