import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { databaseFile, makeDataFolder } from './data-folder.ts'
import { MODEL_USAGE, ModelTaken } from './model-usage.ts'
import { meaning } from './models/builtin/meaning.ts'
import { addModel, removeModel } from './models/install.ts'
import { installedModels, MODEL_NAME } from './models/installed.ts'
import { INSTALLED } from './models/local/local-model.ts'
import { ModelFault } from './models/local/model-fault.ts'
import { openStore } from './open-store.ts'
import { embeddingsInUse } from './resources/embeddings-in-use.ts'

/**
 * `svc model`: the embedding models in the data folder, which a service sees at its next start
 * (docs/behaviour.md#embeddings). Throws `SettingError` for wrong usage and a damaged folder,
 * `ModelTaken`, and `not_found`.
 */
export async function modelCommand(args: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' } },
  })
  const [action, given, ...more] = positionals
  const isWhole = more.length === 0 && (given === undefined) === (action === 'list')
  if (!isWhole || (values.name !== undefined && action !== 'add')) throw wrongUsage()
  switch (action) {
    case 'list':
      return list(config)
    case 'add':
      return add(resolve(given ?? ''), values.name, config)
    case 'remove':
      return remove(given ?? '', config)
    default:
      throw wrongUsage()
  }
}

function list(config: Config): void {
  console.log(`${meaning.selector}\t${meaning.dimensions}\tbuilt in`)
  for (const { selector, dimensions, files } of installedModels(config)) {
    const [sha256] = Object.values(files)
    console.log(`${selector}\t${dimensions}\tSHA-256 ${sha256}`)
  }
}

async function add(folder: string, given: string | undefined, config: Config): Promise<void> {
  const name = given ?? basename(folder)
  if (!MODEL_NAME.test(name)) {
    throw new SettingError(
      '--name must have 1 to 31 characters from a-z 0-9 and -, and begin with a letter.',
    )
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new SettingError(`${folder} is not a folder.`)
  }
  if (find(name, config)) throw new ModelTaken(`There is a model ${INSTALLED}${name} already.`)
  makeDataFolder(config)
  try {
    const { selector, dimensions } = await addModel(folder, name, config)
    console.log(
      `Added ${selector}, with ${dimensions} dimensions. A service sees it at its next start.`,
    )
  } catch (error) {
    if (error instanceof ModelFault)
      throw new SettingError(`${folder} is no model: ${error.message}`)
    throw error
  }
}

async function remove(name: string, config: Config): Promise<void> {
  const model = find(name, config)
  if (!model) throw new ServiceError('not_found', `There is no model ${INSTALLED}${name}.`)
  const { selector } = model
  if (config.embedding_model === selector) {
    throw new ModelTaken(`SVC_EMBEDDING_MODEL names ${selector}; set another one first.`)
  }
  const users = await usersOf(selector, config)
  if (users.length > 0) {
    throw new ModelTaken(`${selector} is used by the collections ${users.join(', ')}.`)
  }
  removeModel(model)
  console.log(`Removed ${selector}.`)
}

function find(name: string, config: Config) {
  return installedModels(config).find((model) => model.name === name)
}

/** Names of the collections with an embedding, each after its organization. */
async function usersOf(selector: string, config: Config): Promise<string[]> {
  if (config.database_url === null && !existsSync(databaseFile(config))) return []
  const store = await openStore(config, { readonly: true })
  try {
    return (await embeddingsInUse(store)).get(selector) ?? []
  } finally {
    await store.close()
  }
}

function wrongUsage(): SettingError {
  return new SettingError(`Usage: ${MODEL_USAGE}`)
}
