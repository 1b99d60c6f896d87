import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Documentation of a Debian package, as a website. */
export interface DebianSite {
  package: string
  /** Below the root of the package. */
  folder: string
  start: string
}

export const debianSites: DebianSite[] = [
  {
    package: 'postgresql-doc-15',
    folder: 'usr/share/doc/postgresql-doc-15/html',
    start: '/index.html',
  },
  { package: 'sqlite3-doc', folder: 'usr/share/doc/sqlite3', start: '/index.html' },
  { package: 'borgbackup-doc', folder: 'usr/share/doc/borgbackup/html', start: '/index.html' },
  { package: 'apache2-doc', folder: 'usr/share/doc/apache2-doc', start: '/manual/' },
  { package: 'python3.11-doc', folder: 'usr/share/doc/python3.11/html', start: '/index.html' },
]

/**
 * Downloads the package into a folder, unless it is there, and unpacks it; returns the folder of
 * its pages. null: it cannot be had here.
 */
export function unpack({ package: name, folder }: DebianSite, into: string): string | null {
  const find = () => globSync(join(into, `${name}_*.deb`))[0]
  try {
    if (!find()) execFileSync('apt-get', ['download', name], { cwd: into, stdio: 'ignore' })
    const root = join(into, name)
    mkdirSync(root, { recursive: true })
    execFileSync('dpkg-deb', ['-x', find() ?? '', root], { stdio: 'ignore' })
    return join(root, folder)
  } catch {
    return null
  }
}
