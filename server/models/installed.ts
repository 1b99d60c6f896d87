import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { modelsDir } from '../data-folder.ts'
import { INSTALLED, type LocalModel } from './local/local-model.ts'

/** Record beside the files of an installed model. */
export const Manifest = z.strictObject({
  kind: z.enum(['static', 'encoder']),
  dimensions: z.int().min(1),
  /** SHA-256 of each file, by its path. */
  files: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'installed.json'

/** A name of an installed model, as one of a provider. */
export const MODEL_NAME = /^[a-z][a-z0-9-]{0,30}$/

export interface InstalledModel extends LocalModel {
  name: string
  files: Manifest['files']
}

/** The models in the data folder, in order of their names; folders without a manifest are not. */
export function installedModels(config: { data_dir: string }): InstalledModel[] {
  return namesIn(modelsDir(config)).flatMap((name) => {
    const folder = join(modelsDir(config), name)
    const manifest = readManifest(folder)
    if (!manifest) return []
    const selector = `${INSTALLED}${name}`
    return { ...manifest, name, selector, configured_by: 'installed' as const, folder }
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => MODEL_NAME.test(name))
      .toSorted()
  } catch {
    return []
  }
}

function readManifest(folder: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch {
    return null
  }
}
