import { chmodSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../scripts/check/source-files.ts'
import { run, sourceDate } from './commands.ts'
import { type Manifest, readManifest } from './program.ts'

const DETAILS =
  'One process with an embedded database serves the API, a console for the people who look after the documents, and a chat widget that stands on a website with one script tag. It needs no other service and no language model.'
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
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(changelog(readManifest()), { level: 9 }))
  put(join(files, 'lintian-overrides'), join(tree, 'usr/share/lintian/overrides', name), 0o644)
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
    Maintainer: maintainer(),
    'Installed-Size': kilobytes,
    Depends: 'adduser, libc6 (>= 2.28), libstdc++6 (>= 6)',
    Suggests: 'git',
    Section: 'web',
    Priority: 'optional',
    Description: `answers of a website's own documents, with citations\n${paragraph(description)}\n .\n${paragraph(DETAILS)}`,
  }
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`)
  return `${lines.join('\n')}\n`
}

/**
 * Who vouches for the package: whom the environment names, as for Debian's own tools
 * (debchange(1)), else who made the last commit.
 */
function maintainer(): string {
  const { DEBFULLNAME, DEBEMAIL } = process.env
  if (DEBFULLNAME && DEBEMAIL) return `${DEBFULLNAME} <${DEBEMAIL}>`
  return run('git', ['log', '-1', '--format=%an <%ae>'], root).trim()
}

/** In lines of at most 78 characters, each after a space (deb-control(5)). */
function paragraph(text: string): string {
  return text.replaceAll(/(\S.{0,76})(\s+|$)/g, ' $1\n').trimEnd()
}

function changelog({ name, version }: Manifest): string {
  const at = new Date(Number(sourceDate()) * 1000).toUTCString().replace('GMT', '+0000')
  const change = `See /usr/lib/${name}/lib/CHANGELOG.md.`
  return `${name} (${version}) unstable; urgency=medium\n\n  * ${change}\n\n -- ${maintainer()}  ${at}\n`
}
