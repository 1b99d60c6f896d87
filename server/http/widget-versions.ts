import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { writePrivateFile } from '../private-files.ts'
import { readFiles, type StaticFile, toStaticFiles } from './static-file.ts'

/** Number of versions to keep; each takes about 0.1 MB where it is kept and in memory. */
export const MAX_VERSIONS = 20

/** Keeps versions of the widget for pages that pin one or stayed open during an upgrade. */
export interface KeptVersions {
  /** Keeps the built widget of a folder under the name of its script. */
  keep(assetsDir: string, script: string): Promise<void>
  /** A file of any version that is kept, by its path below `/svc`. */
  find(path: string): Promise<StaticFile | undefined>
}

/** Versions in a folder, all read when this one is kept, so that no request reaches the disk. */
export function createFolderVersions(versionsDir: string): KeptVersions {
  const found = new Map<string, StaticFile>()
  return {
    async keep(assetsDir, script) {
      for (const folder of keepVersion(versionsDir, assetsDir, script)) {
        for (const [path, file] of toStaticFiles(readFiles(folder))) found.set(path, file)
      }
    },
    find: async (path) => found.get(path),
  }
}

/**
 * Copies the built widget to `versionsDir`, under the name of its script. Returns the folders of
 * all versions that are kept, each laid out as it is served. Throws file system errors.
 */
export function keepVersion(versionsDir: string, assetsDir: string, script: string): string[] {
  const kept = join(versionsDir, nameOf(script))
  if (!existsSync(kept)) {
    const unfinished = `${kept}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    for (const [path, bytes] of filesOf(assetsDir, script)) {
      writePrivateFile(join(unfinished, path), bytes)
    }
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

/** The files of a version, by their paths below `/svc`. */
export function filesOf(assetsDir: string, script: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>([
    [`widget/${script}`, readFileSync(join(assetsDir, 'widget.js'))],
  ])
  for (const [path, bytes] of readFiles(join(assetsDir, 'widget'))) {
    files.set(`widget/${path}`, bytes)
  }
  return files
}

/** What a version is called. */
export function nameOf(script: string): string {
  return basename(script, '.js')
}
