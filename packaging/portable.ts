import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'
import { which } from '../test/support/which.ts'
import { run, sourceDate } from './commands.ts'
import { installPackages } from './program.ts'

/** Node for this platform, from its package in the lockfile. */
const NODE = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)

/**
 * Lays out the program with its packages and its own Node in a folder: `bin/svc` runs it. `pack` is
 * the laid out npm package.
 */
export function layOutPortable(folder: string, pack: string): void {
  const lib = join(folder, 'lib')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(join(root, 'packaging/portable/svc'), join(folder, 'bin/svc'))
  cpSync(pack, lib, { recursive: true })
  installPackages(lib)
  if (!existsSync(NODE)) throw new Error(`There is no ${NODE}: run "npm ci" on this platform.`)
  cpSync(NODE, join(lib, 'node'))
  chmodSync(join(lib, 'node'), 0o755)
  // The symbols, a seventh of it, serve debuggers only.
  if (which('strip')) run('strip', ['--strip-all', join(lib, 'node')], folder)
  for (const name of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'sbom.cdx.json']) {
    renameSync(join(lib, name), join(folder, name))
  }
  rmSync(join(lib, 'npm-shrinkwrap.json'))
}

/** Packs a laid out folder into a file; the same contents give the same bytes. */
export function packPortable(folder: string, file: string): void {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', `--mtime=@${sourceDate()}`]
  // Four per cent smaller, where it is installed.
  const gzip = which('libdeflate-gzip') ? 'libdeflate-gzip -12' : 'gzip -9n'
  const what = ['-cf', file, basename(folder)]
  run('tar', ['--sort=name', ...owner, '-I', gzip, ...what], dirname(folder))
}
