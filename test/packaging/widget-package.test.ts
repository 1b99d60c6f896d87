/** The widget as a package for bundlers, as the build writes it to `dist/widget`. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { publint } from 'publint'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineSvcChat, type SvcChatElement } from '../../widget/module.ts'
import type * as declared from '../../widget/package/element.d.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const packed = join(root, 'dist/widget')
const NAME = 'knowledge-assistant-widget'

let app: string
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'bundled-'))
  await mkdir(join(app, 'node_modules'))
  await symlink(packed, join(app, 'node_modules', NAME), 'dir')
})
afterAll(() => rm(app, { recursive: true }))

test('a checker of packages finds nothing to say', async () => {
  const { messages } = await publint({ pkgDir: packed, pack: 'npm' })

  expect(messages).toEqual([])
})

test('it holds the element, its types, the panel and the languages, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: packed })

  const [described] = Object.values(JSON.parse(stdout)) as { files: { path: string }[] }[]
  const names = (described?.files ?? []).map(({ path }) => path.replace(/-[\w-]{8}\.js$/, '-*.js'))
  expect(names.filter((name) => !name.startsWith('widget/')).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'element.d.ts',
    'element.js',
    'package.json',
  ])
  expect(names).toContain('widget/panel-*.js')
  expect(names).toContain('widget/zh-Hans-*.js')
})

test('it has the version and the licence of the service', async () => {
  const [own, theirs] = await Promise.all(
    [packed, root].map(async (folder) => ({
      license: await readFile(join(folder, 'LICENSE'), 'utf8'),
      version: JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version,
    })),
  )

  expect(own).toEqual(theirs)
})

test('a bundler makes of it an entry that fetches the panel and the languages when wanted', async () => {
  const entry = join(app, 'main.js')
  await writeFile(entry, `import { defineSvcChat } from '${NAME}'\ndefineSvcChat()\n`)

  const { output } = (await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput

  const chunks = output.filter((part) => part.type === 'chunk')
  const made = new Set(output.map(({ fileName }) => fileName))
  expect(chunks.flatMap(({ imports }) => imports).filter((file) => !made.has(file))).toEqual([])
  const main = chunks.find(({ isEntry }) => isEntry)
  expect(main?.dynamicImports.map(nameOf)).toEqual(['panel'])
  const panel = chunks.find(({ fileName }) => fileName === main?.dynamicImports[0])
  expect(panel?.dynamicImports.map(nameOf)).toContain('de')
  expect(main?.code.length).toBeLessThan(20_000)
})

test('a language costs its visitors little more than 1 kB', async () => {
  const files = await readdir(join(packed, 'widget'))
  const languages = files.filter((file) => /^[a-z]{2}(-Hans)?-/.test(file))

  expect(languages).toHaveLength(15)
  for (const file of languages) {
    const bytes = brotliCompressSync(await readFile(join(packed, 'widget', file))).length
    expect(bytes, file).toBeLessThan(1350)
  }
})

test('a server that renders pages may import it', async () => {
  const { defineSvcChat } = await import(join(packed, 'element.js'))

  expect(defineSvcChat).toBeTypeOf('function')
})

test.each(['bundler', 'nodenext'])('its types are found by resolution %s', async (resolution) => {
  const file = join(app, 'page.mts')
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
  await writeFile(
    file,
    `import { defineSvcChat, type SvcChatElement } from '${NAME}'
     defineSvcChat()
     const chat: SvcChatElement = document.createElement('svc-chat')
     chat.addEventListener('svc:question', ({ detail }) => detail.text.trim())
     await chat.call('ask', 'How?')
     // @ts-expect-error There is no such verb.
     await chat.call('dance')`,
  )

  const flags = ['--noEmit', '--strict', '--module', module, '--moduleResolution', resolution]
  const { stdout } = await run(
    join(root, 'node_modules/.bin/tsc'),
    [...flags, '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', '--ignoreConfig', file],
    { cwd: app },
  ).catch((failure: { stdout: string }) => failure)

  expect(stdout).toBe('')
})

test('the types that are written by hand are those of the source', () => {
  // Each assignment is checked by the compiler, in both directions.
  const source: typeof declared.defineSvcChat = defineSvcChat
  const element = null as SvcChatElement | null satisfies declared.SvcChatElement | null
  const back = null as declared.SvcChatElement | null satisfies SvcChatElement | null

  expect([typeof source, element, back]).toEqual(['function', null, null])
})

function nameOf(file: string): string {
  return /([\w-]+?)-[\w-]{8}(-[\w-]{8})?\.js$/.exec(file)?.[1] ?? file
}
