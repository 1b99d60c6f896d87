/**
 * Builds server, widget, console and demo site into `dist`:
 *
 *   node scripts/build.ts [--if-changed]
 *
 * With `--if-changed` it builds only when the sources or the installed packages are not those of
 * the last build.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Holds the digest of the sources of the last build that came to its end. */
const stamp = join(dist, 'sources.sha256')

const SOURCES = [
  '{server,widget,console,demo-site}/**/*',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/build.ts',
  'packaging/external-packages.ts',
  // Written by npm with each installation: the versions that are really there.
  'node_modules/.package-lock.json',
]
const OUTPUTS = ['server/main.js', 'widget/widget.js', 'console/index.html', 'demo-site/index.html']

if (!(process.argv.includes('--if-changed') && isBuilt())) await buildAll()

async function buildAll(): Promise<void> {
  const digest = digestOfSources()
  rmSync(stamp, { force: true })
  process.chdir(root)
  process.env.NODE_ENV = 'production'
  for (const mode of ['production', 'widget', 'console']) await build({ mode, logLevel: 'warn' })
  execFileSync(process.execPath, [join(root, 'demo-site/build.ts')], { stdio: 'inherit' })
  writeFileSync(stamp, digest)
}

function isBuilt(): boolean {
  if (!OUTPUTS.every((file) => existsSync(join(dist, file)))) return false
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOfSources()
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root }).filter((name) =>
    statSync(join(root, name)).isFile(),
  )
  for (const name of files.toSorted()) {
    const content = readFileSync(join(root, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
