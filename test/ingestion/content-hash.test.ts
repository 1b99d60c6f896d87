import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  contentHash,
  markedVersion,
  setHash,
  versionMark,
} from '../../server/ingestion/content-hash.ts'

const BYTES = Buffer.from('Within 30 days.')
const SHAPE = { title: 'Refunds', url: 'https://shop.test/refunds' }

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

test('an unchanged document keeps its hash and mark over upgrades', () => {
  // Other values read and embed every document again.
  expect(contentHash(BYTES, {})).toBe(sha256('Within 30 days.\0[7,{}]'))
  expect(contentHash(BYTES, { title: 'A' })).toBe(sha256('Within 30 days.\0[7,{"title":"A"}]'))
  expect(versionMark('etag', {})).toBe('7 etag')
  expect(versionMark('etag', { title: 'A' })).toBe(`${sha256('[7,{"title":"A"}]')} etag`)
})

test('settings that are not given are as if they were not there', () => {
  const without = { title: null, url: undefined }

  expect(contentHash(BYTES, without)).toBe(contentHash(BYTES, {}))
  expect(versionMark('etag', without)).toBe(versionMark('etag', {}))
})

test.each([
  ['its bytes', contentHash(Buffer.from('Within 20 days.'), SHAPE)],
  ['a setting', contentHash(BYTES, { ...SHAPE, title: 'Returns' })],
  ['how many settings are given', contentHash(BYTES, { title: 'Refunds' })],
])('a document is another when %s changes', (_what, hash) => {
  expect(hash).not.toBe(contentHash(BYTES, SHAPE))
})

test.each([[{}], [{ title: 'A' }], [SHAPE]])(
  'a mark tells the version of a source: %j',
  (shape) => {
    expect(markedVersion(versionMark('W/"a b"', shape))).toBe('W/"a b"')
  },
)

test('a set of files has one hash, whatever their order', () => {
  const files: [string, string][] = [
    ['a.md', '11'],
    ['b.md', '22'],
  ]

  expect(setHash(new Map(files))).toBe(setHash(new Map(files.toReversed())))
  expect(setHash(new Map(files))).not.toBe(setHash(new Map(files.slice(1))))
})
