import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
})
let drafts: typeof import('../../console/drafts.ts')
beforeEach(async () => {
  stored.clear()
  drafts = await load()
})

/** As a page does that was just opened. */
function load() {
  vi.resetModules()
  return import('../../console/drafts.ts')
}

test('an entry is kept over a reload, by its name', async () => {
  drafts.draftOf('a', { text: 'old' }).set({ text: 'new' })

  const { draftOf } = await load()

  expect(draftOf('a', { text: 'old' })).toMatchObject({ entry: { text: 'new' }, isChanged: true })
  expect(draftOf('b', { text: 'old' })).toMatchObject({ entry: { text: 'old' }, isChanged: false })
})

test('an entry that is back at what is saved, or discarded, is no draft', () => {
  drafts.draftOf('a', 1).set(2)
  drafts.draftOf('a', 1).set(1)
  expect(drafts.draftOf('a', 1).isChanged).toBe(false)

  drafts.draftOf('a', 1).set(2)
  drafts.draftOf('a', 1).discard()

  expect(drafts.draftOf('a', 1)).toMatchObject({ entry: 1, isChanged: false })
})

test('what is entered while an entry is saved stays, and is not outdated', () => {
  drafts.draftOf('a', 1).set(2)
  const sent = drafts.draftOf('a', 1)
  sent.set(3)

  sent.saved()

  const draft = drafts.draftOf('a', 2)
  expect(draft).toMatchObject({ entry: 3, isChanged: true, isOutdated: false })
  draft.saved()
  expect(drafts.draftOf('a', 3).isChanged).toBe(false)
})

test('a draft is outdated once another value was saved, and not before', () => {
  drafts.draftOf('a', 1).set(2)
  drafts.draftOf('a', 1).set(3)
  expect(drafts.draftOf('a', 1).isOutdated).toBe(false)

  expect(drafts.draftOf('a', 9)).toMatchObject({ entry: 3, isOutdated: true })
})

test('nothing is left after signing out', async () => {
  drafts.draftOf('a', 1).set(2)

  drafts.forgetDrafts()

  expect(drafts.draftOf('a', 1).isChanged).toBe(false)
  expect((await load()).draftOf('a', 1).isChanged).toBe(false)
})
