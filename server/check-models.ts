import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { LEXICAL_EMBEDDING } from './models/builtin/lexical.ts'
import { meaning } from './models/builtin/meaning.ts'
import { changedFiles } from './models/install.ts'
import { installedModels } from './models/installed.ts'
import type { LocalModel } from './models/local/local-model.ts'
import { faultOf, readModel } from './models/local/read-later.ts'
import type { Models } from './models/registry.ts'
import { embeddingsInUse } from './resources/embeddings-in-use.ts'
import type { Store } from './storage/store.ts'

/** Prints whether the files of each model on this machine are whole; returns what is wrong. */
export async function checkLocalModels(config: Config): Promise<string[]> {
  const installed = installedModels(config)
  const models = [meaning, ...installed]
  for (const model of models) console.log(`model ${model.selector}: ${describe(model)}`)
  const faults = [
    ...(await Promise.all(models.map(readingFault))),
    ...installed.flatMap((model) => changedFiles(model).map((change) => faultOf(model, change))),
  ].flatMap((fault) => fault ?? [])
  console.log(`model files: ${faults.length > 0 ? 'damaged' : `${models.length} ok`}`)
  return faults
}

function describe({ kind, dimensions, folder }: LocalModel): string {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => {
    return sum + statSync(join(parentPath, name)).size
  }, 0)
  return `${kind}, ${dimensions} dimensions, ${(bytes / 1e6).toFixed(1)} MB`
}

async function readingFault(model: LocalModel): Promise<string | null> {
  try {
    await readModel(model)
    return null
  } catch (error) {
    return faultOf(model, error)
  }
}

/**
 * Prints the embeddings that collections have, and how many passages wait for vectors. Returns
 * those that are not configured.
 */
export async function checkEmbeddings(store: Store, models: Models): Promise<string[]> {
  const used = await embeddingsInUse(store)
  const counts = Array.from(used, ([selector, users]) => `${selector} (${users.length})`)
  console.log(`embeddings of collections: ${counts.join(', ') || 'none'}`)
  let waiting = await store.embeddingMoves.countWaiting()
  for (const embedding of models.localEmbeddings) {
    const unembedded = await store.embeddingMoves.unembedded(embedding)
    for (const { count } of unembedded) waiting += count
  }
  console.log(`passages that wait for vectors: ${waiting}`)
  return Array.from(used).flatMap(([selector, users]) =>
    models.embeddingModels.includes(selector) || selector === LEXICAL_EMBEDDING
      ? []
      : `The embedding model ${selector} of the collections ${users.join(', ')} is not configured.`,
  )
}
