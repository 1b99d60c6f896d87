import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { modelsDir } from '../data-folder.ts'
import { syncFolder, writePrivateFile } from '../private-files.ts'
import { type InstalledModel, MANIFEST, type Manifest } from './installed.ts'
import { ENCODER_FILES, encoderNetwork } from './local/encoder-files.ts'
import { INSTALLED, kindOf, type LocalModel, staticFiles } from './local/local-model.ts'
import { ModelFault } from './local/model-fault.ts'
import { readModel } from './local/read-later.ts'

/** Files that are kept beside those of a model, where it has them. */
const PAPERS = ['config.json', 'README.md', 'LICENSE', 'LICENSE.txt', 'LICENSE.md', 'NOTICE']

/**
 * Copies a model into the data folder, with the SHA-256 of its files. It is read and asked for a
 * vector first. Throws `ModelFault` when it is damaged or of another format; nothing is left of it
 * then.
 */
export async function addModel(
  source: string,
  name: string,
  config: { data_dir: string },
): Promise<LocalModel> {
  const model: LocalModel = {
    selector: `${INSTALLED}${name}`,
    configured_by: 'installed',
    folder: source,
    ...kindOf(source),
  }
  await requireVectors(model)
  const paths = filesOf(model)
  const folder = join(modelsDir(config), name)
  const unfinished = join(modelsDir(config), `.${name}.unfinished`)
  rmSync(unfinished, { recursive: true, force: true })
  try {
    const files = Object.fromEntries(paths.map((path) => [path, copy(source, unfinished, path)]))
    const manifest: Manifest = { kind: model.kind, dimensions: model.dimensions, files }
    writePrivateFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    renameSync(unfinished, folder)
    syncFolder(modelsDir(config))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  return { ...model, folder }
}

/** Where a model is, the largest file first, with what belongs to it. */
function filesOf({ kind, folder }: LocalModel): string[] {
  const isThere = (path: string) => existsSync(join(folder, path))
  const papers = PAPERS.filter(isThere)
  if (kind === 'static') {
    const { tensors, tokenizer } = staticFiles(folder)
    return [tensors, tokenizer, ...papers]
  }
  const network = encoderNetwork(folder) ?? ''
  const beside = [`${network}_data`, ...ENCODER_FILES].filter(isThere)
  return [network, ...beside, ...papers]
}

/** Deletes a model that nothing uses. */
export function removeModel({ folder }: LocalModel): void {
  rmSync(folder, { recursive: true })
}

/** A sentence for each file of an installed model that is not as it was added. */
export function changedFiles({ folder, files }: InstalledModel): string[] {
  return Object.entries(files).flatMap(([path, sha256]) => {
    const file = join(folder, path)
    if (!existsSync(file)) return `${path} is missing.`
    return sha256Of(readFileSync(file)) === sha256 ? [] : `${path} has changed.`
  })
}

/** Returns the SHA-256 of the file. */
function copy(from: string, to: string, path: string): string {
  const bytes = readFileSync(join(from, path))
  writePrivateFile(join(to, path), bytes)
  return sha256Of(bytes)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function requireVectors(model: LocalModel): Promise<void> {
  const { embed } = await readModel(model)
  const texts = ['How do I change my password?', 'the']
  const vectors = await embed(texts, 'question', new AbortController().signal)
  const isUsable = vectors.some((vector) => vector.some((value) => value !== 0))
  if (!isUsable) throw new ModelFault('it gives no vectors.')
}
