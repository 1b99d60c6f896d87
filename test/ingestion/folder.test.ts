import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DiscoveryContext, Found } from '../../server/ingestion/define-source.ts'
import { folder, isInsideRoots } from '../../server/ingestion/sources/folder.ts'
import { temporaryFolder, write } from './ingestion.ts'

const signal = new AbortController().signal

async function list(config: Record<string, unknown>, roots: string[] | null = null) {
  const source = { id: 's', type: 'folder' as const, config, credentials: null }
  const context: DiscoveryContext = {
    uploads: { list: async () => [] },
    uploadFiles: { read: async () => Buffer.of() },
    rootsOf: async () => roots,
    fetcher: () => Promise.reject(new Error('A folder reaches out to nobody.')),
    openCredentials: () => null,
    pages: {
      known: async () => [],
      record: async () => {},
      forget: async () => {},
      websiteState: async () => null,
      saveWebsiteState: async () => {},
    },
    known: () => null,
    knownPaths: [],
    isManual: true,
    now: () => '2026-01-02T03:04:05.000Z',
    foundSoFar: () => {},
    skipped: () => {},
    git: { repositoriesDir: '', searchPath: undefined },
    atEnd() {},
    pace: async () => {},
  }
  const found = folder.open({ organization_id: 'o', source }).discover(context, signal)
  const documents: Found[] = []
  for (;;) {
    const { done, value } = await found.next()
    if (done) return { documents, ...value }
    documents.push(value)
  }
}

test('files are listed by path, dot files and dot folders passed over', async () => {
  const path = temporaryFolder()
  write(path, { 'b.md': '', 'a/c.md': '', '.git/x.md': '', '.env': '' })

  const { documents, isComplete } = await list({ path })

  expect(documents.map((document) => document.path)).toEqual(['a/c.md', 'b.md'])
  expect(isComplete).toBe(true)
})

test('include and exclude are globs on the path within the folder', async () => {
  const path = temporaryFolder()
  write(path, { 'docs/a.md': '', 'docs/draft/b.md': '', 'docs/c.txt': '', 'd.md': '' })

  const { documents } = await list({ path, include: ['docs/**/*.md'], exclude: ['**/draft/**'] })

  expect(documents.map((document) => document.path)).toEqual(['docs/a.md'])
})

test('a link that leads out of the folder is listed but never read', async () => {
  const outside = temporaryFolder()
  const path = temporaryFolder()
  write(outside, { 'secret.md': 'secret' })
  write(path, { 'a.md': 'a' })
  symlinkSync(join(outside, 'secret.md'), join(path, 'link.md'))
  symlinkSync(outside, join(path, 'folder.md'))
  symlinkSync(join(path, 'a.md'), join(path, 'inside.md'))
  symlinkSync(path, join(path, 'loop'))

  const { documents } = await list({ path })
  const read = (name: string) => documents.find((document) => document.path === name)?.read()

  expect(documents.map((document) => document.path)).toEqual([
    'a.md',
    'folder.md',
    'inside.md',
    'link.md',
  ])
  await expect(read('link.md')).rejects.toMatchObject({ code: 'source_forbidden' })
  await expect(read('folder.md')).rejects.toMatchObject({ code: 'source_forbidden' })
  expect(Buffer.from((await read('inside.md')) ?? []).toString()).toBe('a')
})

test('a page has what it includes from other files of the folder, also unlisted, never from outside', async () => {
  const outside = temporaryFolder()
  const path = temporaryFolder()
  write(outside, { 'secret.md': 'secret' })
  write(path, {
    'page.md': '--8<-- "parts/a.md"\n--8<-- "secret.md"\n--8<-- "folder"',
    'parts/a.md': 'A part.',
    'folder/b.md': '',
  })
  symlinkSync(join(outside, 'secret.md'), join(path, 'secret.md'))

  const { documents } = await list({ path, include: ['*.md'], exclude: ['secret.md'] })

  expect(documents.map((document) => document.path)).toEqual(['page.md'])
  expect(Buffer.from((await documents[0]?.read()) ?? []).toString()).toBe(
    'A part.\n--8<-- "secret.md"\n--8<-- "folder"',
  )
  expect(documents[0]?.isComposed?.()).toBe(true)
})

test('a folder outside the roots is forbidden, also by way of a link; a missing one unreachable', async () => {
  const root = temporaryFolder()
  const outside = temporaryFolder()
  symlinkSync(outside, join(root, 'way-out'))

  await expect(list({ path: outside }, [root])).rejects.toMatchObject({ code: 'source_forbidden' })
  await expect(list({ path: join(root, 'way-out') }, [root])).rejects.toMatchObject({
    code: 'source_forbidden',
  })
  await expect(list({ path: join(root, 'none') }, [root])).rejects.toMatchObject({
    code: 'source_unreachable',
  })
  expect(isInsideRoots(`${root}-twin`, [root])).toBe(false)
  expect(isInsideRoots(join(root, 'a', '..', '..'), [root])).toBe(false)
  expect(isInsideRoots(join(root, '..a'), [root])).toBe(true)
})

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be listed makes the listing incomplete',
  async () => {
    const path = temporaryFolder()
    write(path, { 'a.md': '', 'closed/b.md': '' })
    chmodSync(join(path, 'closed'), 0)

    const { documents, isComplete } = await list({ path })
    chmodSync(join(path, 'closed'), 0o755)

    expect(documents.map((document) => document.path)).toEqual(['a.md'])
    expect(isComplete).toBe(false)
  },
)
