import { chmodSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'
import { run } from './commands.ts'
import { type Manifest, readManifest } from './program.ts'

const SCRIPTS = ['postinst', 'prerm', 'postrm']

/**
 * Makes a package for Debian and Ubuntu (deb(5)): the portable folder below /usr/lib, a command,
 * a systemd unit, and settings that an upgrade leaves as they are. `portable` is the laid out
 * portable folder.
 */
export function makeDebianPackage(work: string, portable: string, file: string): void {
  const { name, version, description } = readManifest()
  const tree = join(work, 'debian')
  const files = join(root, 'packaging/debian')
  const [lib, doc] = [join(tree, 'usr/lib', name), join(tree, 'usr/share/doc', name)]
  cpSync(portable, lib, { recursive: true })
  mkdirSync(doc, { recursive: true })
  for (const paper of ['README.md', 'THIRD-PARTY-NOTICES.md', 'sbom.cdx.json']) {
    renameSync(join(lib, paper), join(doc, paper))
  }
  renameSync(join(lib, 'LICENSE'), join(doc, 'copyright'))
  put(join(files, name), join(tree, 'usr/bin', name), 0o755)
  const unit = `${name}.service`
  put(join(files, unit), join(tree, 'usr/lib/systemd/system', unit), 0o644)
  put(join(files, 'settings.env'), join(tree, 'etc', name, 'settings.env'), 0o600)
  const size = Number.parseInt(run('du', ['-sk', tree], work), 10)
  for (const script of SCRIPTS) put(join(files, script), join(tree, 'DEBIAN', script), 0o755)
  writeFileSync(join(tree, 'DEBIAN/conffiles'), `/etc/${name}/settings.env\n`)
  writeFileSync(join(tree, 'DEBIAN/control'), control({ name, version, description }, size))
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], work)
}

function put(from: string, to: string, mode: number): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, mode)
}

/** The libraries are those of the Node in it. */
function control({ name, version, description }: Manifest, kilobytes: number): string {
  const fields = {
    Package: name,
    Version: version,
    Architecture: 'amd64',
    Maintainer: 'Knowledge Assistant contributors <knowledge-assistant@localhost>',
    'Installed-Size': kilobytes,
    Depends: 'adduser, libc6 (>= 2.28), libstdc++6 (>= 6), util-linux',
    Suggests: 'git',
    Section: 'web',
    Priority: 'optional',
    Description: description,
  }
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`)
  return `${lines.join('\n')}\n`
}
