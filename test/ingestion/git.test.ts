import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { createRepository, serveRepositories } from './git-server.ts'
import { counted, startIngestion, write } from './ingestion.ts'

const FILES = {
  'README.md': '# About\n\nWhat it is.',
  'docs/01-start.md': 'Begin here.',
  'docs/guide/ways in.md': 'Three ways.',
  'docs/.hidden.md': 'Hidden.',
  'docs/draft.md': 'Not yet.',
}
const MIB = 1024 * 1024
const SYSTEM = process.env['PATH'] ?? ''
const SERVICE = '001e# service=git-upload-pack\n'
const TOKEN = `Basic ${Buffer.from('x-access-token:open sesame').toString('base64')}`

/** A repository that is served to whoever has the token, and a source that reads it. */
async function startRepository(
  config: Record<string, unknown> = {},
  {
    files = FILES,
    searchPath = SYSTEM,
  }: { files?: Record<string, string>; searchPath?: string } = {},
) {
  const repository = createRepository(files)
  const server = await serveRepositories(repository.folder, TOKEN)
  const ingestion = await startIngestion({
    type: 'git',
    config: { url: `${server.origin}/docs/.git`, ...config },
    searchPath,
  })
  await ingestion.setCredentials({ type: 'token', token: 'open sesame' })
  return { ...repository, ...server, ...ingestion }
}

describe.each([
  ['the git of the system', SYSTEM],
  ['no git of the system', '/nowhere'],
])('a git repository, read with %s (docs/behaviour.md#git-repositories)', (_, searchPath) => {
  test('is the files of its folder, with links, and leaves nothing behind', async () => {
    const { sync, documents, passages, requests, data, first } = await startRepository(
      {
        path: 'docs',
        exclude: ['draft.*'],
        base_url: 'https://example.com/help',
      },
      { searchPath },
    )

    const outcome = await sync()

    expect(outcome).toMatchObject({ status: 'succeeded', source_version: first })
    expect(await documents()).toMatchObject([
      { path: '01-start.md', url: 'https://example.com/help/start' },
      { path: 'guide/ways in.md', url: 'https://example.com/help/guide/ways%20in' },
    ])
    expect((await passages('01-start.md')).map(({ text }) => text)).toEqual(['Begin here.'])
    expect(readdirSync(join(data, 'repositories'))).toEqual([])
    expect(requests.length).toBeLessThan(10)
  })

  test('has in its pages what they include from other files below its path', async () => {
    const files = { 'docs/page.md': '<<< @/code/a.js', 'docs/code/a.js': 'start()' }
    const config = { path: 'docs', include: ['*.md'] }
    const { sync, passages } = await startRepository(config, { files, searchPath })

    await sync()
    const again = await sync()

    expect((await passages('page.md')).map(({ text }) => text)).toEqual(['```js\nstart()\n```'])
    expect(counted(again)).toMatchObject({ documents_ingested: 0, documents_unchanged: 1 })
  })

  test('can be read at another branch, and at none that is not there', async () => {
    const { git, directory, commit, sync, documents } = await startRepository(
      {
        branch: 'next/one',
      },
      { searchPath },
    )
    expect(await sync()).toMatchObject({
      error_code: 'source_unreachable',
      error_message: 'The repository has no branch next/one.',
    })

    git('checkout', '--quiet', '-b', 'next/one')
    write(directory, { 'new.md': 'Only here.' })
    commit()
    git('checkout', '--quiet', 'main')
    await sync()

    expect((await documents()).map(({ path }) => path)).toContain('new.md')
  })

  test('that keeps a file in Git LFS skips it', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'
    const { sync, documents } = await startRepository(
      {},
      { files: { ...FILES, 'big.md': pointer }, searchPath },
    )

    await sync()

    expect(await documents()).toContainEqual(
      expect.objectContaining({ path: 'big.md', error_code: 'unsupported_format' }),
    )
  })

  test('with a wrong token is `source_forbidden`, and tells it to nobody', async () => {
    const { sync, setCredentials, reported } = await startRepository({}, { searchPath })
    await setCredentials({ type: 'token', token: 'another' })

    const outcome = await sync()

    expect(outcome).toMatchObject({ status: 'failed', error_code: 'source_forbidden' })
    expect(JSON.stringify([outcome, reported])).not.toContain('another')
  })

  test('that is redirected elsewhere is read there without the token', async () => {
    const { folder } = createRepository(FILES)
    const { port, requests } = await serveRepositories(folder, null, 'moved.test')
    const { sync, setCredentials } = await startIngestion({
      type: 'git',
      config: { url: `http://old.test:${port}/docs/.git` },
      searchPath,
      // Names that only the service resolves, so that git connects to what was judged or nowhere.
      fetching: {
        access: ['old.test', 'moved.test'].map((host) => ({ kind: 'host', host, port: null })),
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      },
    })
    await setCredentials({ type: 'token', token: 'open sesame' })

    expect(counted(await sync())).toMatchObject({ documents_ingested: 4 })

    const moved = requests.filter(({ headers }) => headers.host === `moved.test:${port}`)
    expect(moved.length).toBeGreaterThan(1)
    expect(moved.filter(({ headers }) => headers.authorization)).toEqual([])
  })

  test('on the disk is read at its `file:` address', async () => {
    const { directory } = createRepository(FILES)
    const { sync } = await startIngestion({
      type: 'git',
      config: { url: `file://${directory}` },
      searchPath,
    })

    expect(counted(await sync())).toMatchObject({ documents_ingested: 4 })
  })

  test('that holds no commit, or not the folder, is empty', async () => {
    const { git, sync } = await startRepository({ path: 'manual' }, { searchPath })
    expect(await sync()).toMatchObject({
      error_code: 'source_empty',
      error_message: 'The repository has no folder manual.',
    })

    git('update-ref', '-d', 'HEAD')
    expect(await sync()).toMatchObject({
      error_code: 'source_empty',
      error_message: 'The repository holds no commit.',
    })
  })
})

describe('a git repository (docs/behaviour.md#git-repositories)', () => {
  test('of more than 32 MiB needs a git of the system', async () => {
    const server = await startWebServer(({ method }, response) => {
      if (method === 'POST')
        return response.writeHead(200, { 'content-length': 33 * MIB }).flushHeaders()
      const branch = `${'a'.repeat(40)} HEAD\0shallow\n`
      const length = (branch.length + 4).toString(16).padStart(4, '0')
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
      return response.end(`${SERVICE}0000${length}${branch}0000`)
    })
    const config = { url: `${server.origin}/docs` }
    const { sync } = await startIngestion({ type: 'git', config, searchPath: '/nowhere' })

    expect(await sync()).toMatchObject({
      error_code: 'limit_exceeded',
      error_message: expect.stringContaining('install git 2.37 or newer'),
    })
  })

  test('is read from public hosts over https only, and from no private one', async () => {
    const lookup = async (name: string) => [
      { address: name === 'public.test' ? '203.0.114.1' : '10.0.0.1', family: 4 },
    ]
    const at = (url: string) =>
      startIngestion({ type: 'git', config: { url }, fetching: { access: [], lookup } })

    expect(await (await at('http://public.test/a')).sync()).toMatchObject({
      error_code: 'source_forbidden',
      error_message: expect.stringMatching(
        /^public\.test must be read over https, unless .*_PRIVATE\.$/,
      ),
    })
    expect(await (await at('https://private.test/a')).sync()).toMatchObject({
      error_code: 'source_forbidden',
      error_message: expect.stringMatching(
        /^private\.test is not a public .* SVC_FETCH_PRIVATE\.$/,
      ),
    })
  })

  test('transfers only the blobs that have changed, and deletes what left it', async () => {
    const { sync, directory, git, commit } = await startRepository()
    await sync()

    write(directory, { 'README.md': '# About\n\nWhat it was.' })
    git('rm', '--quiet', 'docs/draft.md')
    const version = commit()
    const outcome = await sync()

    expect(outcome).toMatchObject({ source_version: version })
    expect(counted(outcome)).toMatchObject({
      documents_unchanged: 2,
      documents_ingested: 1,
      documents_deleted: 1,
      bytes_fetched: Buffer.byteLength('# About\n\nWhat it was.'),
    })
  })

  test('is read again where a document failed, links are not followed', async () => {
    const { sync, documents, directory, commit } = await startRepository(
      {},
      { files: { 'a.pdf': 'No PDF.' } },
    )
    symlinkSync('/etc/passwd', join(directory, 'passwd.txt'))
    commit()
    await sync()

    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({ documents_failed: 1 })
    expect(await documents()).toMatchObject([{ path: 'a.pdf', error_code: 'malformed' }])
  })

  test('ends its processes with the job', async () => {
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const server = await startWebServer((request, response) => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement')
        return response.end(
          `${SERVICE}0000000eversion 2\n000cls-refs\n0019fetch=shallow filter\n0000`,
        )
      }
      response.on('close', left.resolve)
      return asked.resolve()
    })
    const config = { url: `${server.origin}/docs` }
    const { sync, data } = await startIngestion({ type: 'git', config })
    const controller = new AbortController()

    const outcome = sync({}, controller.signal)
    await asked.promise
    controller.abort()

    expect(await outcome).toEqual({ kind: 'stopped' })
    await left.promise
    await expect.poll(() => readdirSync(join(data, 'repositories'))).toEqual([])
  })

  test.each([
    [404, 'source_unreachable'],
    [401, 'source_forbidden'],
    [500, 'source_unreachable'],
  ])('that is answered with %i is %s', async (status, error_code) => {
    const server = await startWebServer((_, response) => response.writeHead(status).end())
    const { sync } = await startIngestion({ type: 'git', config: { url: `${server.origin}/a` } })

    expect(await sync()).toMatchObject({ status: 'failed', error_code })
  })
})
