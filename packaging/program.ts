import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'
import { run } from './commands.ts'
import { externalPackages } from './external-packages.ts'

/** What the program reads where it is installed, and what its users should find there. */
const FILES = [
  'server/svc.mjs',
  'server/models/builtin/meaning-1',
  'dist/server',
  'dist/widget',
  'dist/console',
  'dist/demo-site',
  'demo-site/brand.json',
  'demo-site/knowledge',
  'demo-site/gallery',
  'demo-site/public',
  'docs/behaviour.md',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

export interface Manifest {
  name: string
  version: string
  description: string
}

/** The manifest of the checkout. */
export function readManifest(): Manifest & Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/**
 * Lays out the built program as an npm package: its files, a manifest with the packages that are
 * installed beside it, and the exact versions of all of them (`npm-shrinkwrap.json`), as they are
 * in the lockfile of the checkout.
 */
export function layOutPackage(folder: string, papers: Record<string, string>): void {
  for (const file of FILES) {
    cpSync(join(root, file), join(folder, file), { recursive: true, dereference: true })
  }
  for (const [name, text] of Object.entries(papers)) writeFileSync(join(folder, name), text)
  const { name, version, description, license, type, bin, engines } = readManifest()
  const dependencies = Object.fromEntries(externalPackages.map((name) => [name, versionOf(name)]))
  const manifest = { name, version, description, license, type, bin, engines, dependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  // Leaves in the lockfile what this manifest needs.
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline'], folder)
  renameSync(join(folder, 'package-lock.json'), join(folder, 'npm-shrinkwrap.json'))
}

/**
 * Copies the packages of a folder's `npm-shrinkwrap.json` from the checkout, without what no start
 * on this platform reads.
 */
export function installPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean }>
  }
  for (const [path, { optional }] of Object.entries(packages)) {
    if (path === '' || (optional && !existsSync(join(root, path)))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isNeeded })
  }
}

/**
 * Sources of native modules, builds for others, types, maps, tests, documentation, settings of
 * developers' tools and packages' own commands are not.
 */
function isNeeded(path: string): boolean {
  if (basename(path).startsWith('.') || /\/node_modules\/[^/]+\/bin(\.js)?$/.test(path))
    return false
  if (/\/better-sqlite3\/(build|deps|src)$|\/@asciidoctor\/core\/build$/.test(path)) return false
  if (/\/(node-addon-api|tests?|docs|benchmarks?)$/.test(path)) return false
  const [, platform] = /\/prebuilds\/([\w-]+)\.node$/.exec(path) ?? []
  if (platform) return platform === `${process.platform}-${process.arch}`
  return (
    !/(\.d\.[cm]?ts|\.map|\.browser(\.min)?\.js|[.-]min\.js|\.md)$/.test(path) ||
    /licen[cs]e/i.test(path)
  )
}

function versionOf(name: string): string {
  const file = join(root, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as Manifest).version
}
