import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'

/** A package that users get: inside what is built, or installed beside it. */
export interface ShippedPackage {
  name: string
  version: string
  /** SPDX expression as the package states it; empty when it states none. */
  licence: string
  /** Folder below the root of the checkout. */
  path: string
  isInstalled: boolean
}

/** Origin of the built-in embedding; its card and texts are in the folder. */
export const shippedModel: ShippedPackage = {
  name: 'all-MiniLM-L6-v2',
  version: 'as builtin/meaning-1',
  licence: 'Apache-2.0',
  path: 'server/models/builtin/meaning-1',
  isInstalled: true,
}

interface Locked {
  version: string
  dev?: boolean
  license?: string
}

/** All packages of the lockfile but those for development, in order of their names. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? licenceInManifest(path),
      path,
      isInstalled: existsSync(join(root, path)),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Older packages have a list of licences, which the lockfile leaves out. */
function licenceInManifest(path: string): string {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return ''
  const { licenses = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
    licenses?: { type: string }[]
  }
  return licenses.map(({ type }) => type).join(' OR ')
}

/** The texts of a package's licence and notice files; none where it has no such file. */
export function licenceTexts({ path }: ShippedPackage): string[] {
  const folder = join(root, path)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}
