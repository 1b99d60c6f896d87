import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { PRIVATE_FOLDERS, writePrivateFile } from '../private-files.ts'

/** Number of versions to keep; each takes about 0.1 MB on disk and in memory. */
const MAX_VERSIONS = 20

/**
 * Copies the built widget to `versionsDir`, under the name of its script, for pages that pin that
 * script or stayed open during an upgrade of the service. Returns the folders of all versions that
 * are kept, each laid out like `assetsDir`. Throws file system errors.
 */
export function keepVersion(versionsDir: string, assetsDir: string, script: string): string[] {
  const kept = join(versionsDir, script.replace(/\.js$/, ''))
  if (!existsSync(kept)) {
    const unfinished = `${kept}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    copyFolder(join(assetsDir, 'widget'), join(unfinished, 'widget'))
    copyFile(join(assetsDir, 'widget.js'), join(unfinished, 'widget', script))
    renameSync(unfinished, kept)
  }
  const now = new Date()
  utimesSync(kept, now, now)
  const newestFirst = readdirSync(versionsDir)
    .filter((name) => !name.endsWith('.unfinished'))
    .map((name) => join(versionsDir, name))
    .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  for (const old of newestFirst.slice(MAX_VERSIONS)) rmSync(old, { recursive: true })
  return newestFirst.slice(0, MAX_VERSIONS)
}

/** `cp` would keep the modes of the program's files, which everybody may read. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, PRIVATE_FOLDERS)
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) copyFile(path, join(to, relative(from, path)))
  }
}

function copyFile(from: string, to: string): void {
  writePrivateFile(to, readFileSync(from))
}
