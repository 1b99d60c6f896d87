import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { keepVersion } from '../../server/http/widget-versions.ts'

let assets: string
let versions: string
beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'versions-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  assets = join(dir, 'assets')
  versions = join(dir, 'data', 'widget')
  mkdirSync(join(assets, 'widget', 'locales'), { recursive: true })
  writeFileSync(join(assets, 'widget.js'), 'script')
  writeFileSync(join(assets, 'widget', 'locales', 'de.js'), 'Deutsch')
})

/** Keeps a version that was last used in this minute. */
function keepAt(minute: number): string {
  const name = `widget-${minute}`
  keepVersion(versions, assets, `${name}.js`)
  const time = new Date(Date.UTC(2026, 0, 1, 0, minute))
  utimesSync(join(versions, name), time, time)
  return name
}

test('a version is kept as it is served, for the owner of the data folder alone', () => {
  expect(keepVersion(versions, assets, 'widget-a.js')).toEqual([join(versions, 'widget-a')])

  const kept = join(versions, 'widget-a', 'widget')
  expect(readFileSync(join(kept, 'widget-a.js'), 'utf8')).toBe('script')
  expect(readFileSync(join(kept, 'locales', 'de.js'), 'utf8')).toBe('Deutsch')
  expect(statSync(join(kept, 'locales', 'de.js')).mode & 0o777).toBe(0o600)
  expect(statSync(kept).mode & 0o777).toBe(0o700)
})

test('a version that is kept already stays as it was', () => {
  keepVersion(versions, assets, 'widget-a.js')
  writeFileSync(join(assets, 'widget.js'), 'changed')

  keepVersion(versions, assets, 'widget-a.js')

  expect(readFileSync(join(versions, 'widget-a', 'widget', 'widget-a.js'), 'utf8')).toBe('script')
})

test('the twenty versions that were used last are kept, newest first', () => {
  const names = Array.from({ length: 20 }, (_, minute) => keepAt(minute))

  const kept = keepVersion(versions, assets, 'widget-new.js').map((folder) => basename(folder))

  expect(kept).toEqual(['widget-new', ...names.slice(1).toReversed()])
  expect(readdirSync(versions).toSorted()).toEqual(kept.toSorted())
})

test('a version that is started again counts as used', () => {
  const first = keepAt(1)
  keepAt(2)

  const kept = keepVersion(versions, assets, `${first}.js`)

  expect(kept.map((folder) => basename(folder))).toEqual(['widget-1', 'widget-2'])
})

test('half a copy of an interrupted start is made again, and never served', () => {
  const half = join(versions, 'widget-a.unfinished', 'widget')
  mkdirSync(half, { recursive: true })
  writeFileSync(join(half, 'old.js'), 'old')
  mkdirSync(join(versions, 'widget-b.unfinished'))

  const kept = keepVersion(versions, assets, 'widget-a.js')

  expect(kept).toEqual([join(versions, 'widget-a')])
  expect(readdirSync(join(versions, 'widget-a', 'widget')).toSorted()).toEqual([
    'locales',
    'widget-a.js',
  ])
})
