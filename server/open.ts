import { v7 as newId } from 'uuid'
import { composeDeclarable } from './compose.ts'
import { type Config, SettingError } from './config.ts'
import { checkDataFolder, databaseFile } from './data-folder.ts'
import { EXTRACTIVE_MODEL, type LanguageModel } from './models/ports.ts'
import { checkDefaults, loadModels, type Models } from './models/registry.ts'
import { forOperator, unavailable } from './operator-errors.ts'
import { readyPasswords } from './provisioning/access.ts'
import { createApply } from './provisioning/apply.ts'
import type { Provisioning } from './provisioning/file.ts'
import type { Applied } from './provisioning/record.ts'
import { openVault } from './secret-key.ts'
import { type OpenOptions, openDatabase } from './storage/sqlite/database.ts'
import { DatabaseFailure } from './storage/sqlite/failures.ts'
import { inOneStep } from './storage/sqlite/in-one-step.ts'
import { createSqliteStore, openSqliteStore } from './storage/sqlite/store.ts'
import type { Store } from './storage/store.ts'

/**
 * Applies a provisioning in one transaction: a crash or an error leaves nothing behind. Throws
 * `SettingError` with one line that names the file and the place in it.
 */
export type Apply = (declared: Provisioning, file: string) => Promise<Applied>

/**
 * Opens the store of the data folder and migrates it, also beside a running service. Throws
 * `SettingError` or `ServiceError` with one sentence when the folder or the database cannot be
 * used.
 */
export function openStore(
  config: Config,
  options: Pick<OpenOptions, 'checkpoints' | 'blocks' | 'readonly'> = {},
): Store {
  return forOperator(() => {
    checkDataFolder(config)
    return openSqliteStore(databaseFile(config), options)
  })
}

/**
 * Applies a provisioning without a running service, or beside one, which soon finds the queued
 * jobs.
 */
export function openProvisioning(config: Config, models = openModels(config)): Apply {
  return async (declared, file) => {
    const db = forOperator(() => {
      checkDataFolder(config)
      return openDatabase(databaseFile(config))
    })
    try {
      const store = createSqliteStore(db)
      const parts = declarableParts({ config, store, models })
      // A running service finds the jobs by itself in a moment.
      const resources = composeDeclarable({ ...parts, wakeJobs: () => {} })
      const passwords = await readyPasswords(store, declared)
      const apply = createApply({ ...parts, resources, passwords })
      return await inOneStep(db, () => apply(declared))
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`${file}: ${error.message}`)
      if (error instanceof DatabaseFailure) throw unavailable(error)
      throw error
    } finally {
      db.close()
    }
  }
}

/**
 * The configured models. `extract` runs the built-in one, which only a running service needs.
 * Throws `SettingError` for a providers file that is missing or invalid.
 */
export function openModels(config: Config, extract: LanguageModel['stream'] = unasked): Models {
  const models = loadModels(config, [{ selector: EXTRACTIVE_MODEL, stream: extract }])
  checkDefaults(models, config.rerank_model)
  return models
}

function unasked(): never {
  throw new Error('Only a running service answers.')
}

/** The parts of what a provisioning file can declare. */
export function declarableParts({
  config,
  store,
  models,
}: {
  config: Config
  store: Store
  models: Models
}) {
  const { public_url: publicUrl, source_roots: sourceRoots } = config
  const now = () => new Date().toISOString()
  const vault = openVault(config)
  return { store, models, now, newId, publicUrl, sourceRoots, vault, probe: unasked }
}
