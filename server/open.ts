import { v7 as newId } from 'uuid'
import { composeDeclarable } from './compose.ts'
import { type Config, SettingError } from './config.ts'
import { createAddressRules } from './fetch/address-rules.ts'
import type { Vault } from './identity/vault.ts'
import { EXTRACTIVE_MODEL, type LanguageModel } from './models/ports.ts'
import { checkDefaults, loadModels, type Models } from './models/registry.ts'
import { readyPasswords } from './provisioning/access.ts'
import { createApply } from './provisioning/apply.ts'
import type { Provisioning } from './provisioning/file.ts'
import type { Applied } from './provisioning/record.ts'
import { openVault } from './secret-key.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import type { Store } from './storage/store.ts'

/**
 * Applies a provisioning in one transaction: a crash or an error leaves nothing behind. Throws
 * `SettingError` with one line that names the file and the place in it.
 */
export type Apply = (declared: Provisioning, file: string) => Promise<Applied>

/** Makes what applies a provisioning; a running service soon finds the queued jobs by itself. */
export function createProvisioning({
  config,
  store: opened,
  models = openModels(config),
}: {
  config: Config
  store: OpenedStore
  models?: Models
}): Apply {
  return async (declared, file) => {
    const passwords = await readyPasswords(opened, declared)
    try {
      return await opened.inOneStep((store) => {
        const parts = declarableParts({ config, store, models })
        const resources = composeDeclarable({ ...parts, wakeJobs: () => {} })
        return createApply({ ...parts, resources, passwords })(declared)
      })
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`${file}: ${error.message}`)
      throw error
    }
  }
}

interface ModelNeeds {
  /** Runs the built-in language model, which only a running service needs. */
  extract: LanguageModel['stream']
  /** Takes a sentence for each embedding model that cannot be read. */
  report: (fault: string) => void
}

/** The configured models. Throws `SettingError` for a providers file that is missing or invalid. */
export function openModels(
  config: Config,
  { extract = unasked, report = console.error }: Partial<ModelNeeds> = {},
): Models {
  const models = loadModels(config, [{ selector: EXTRACTIVE_MODEL, stream: extract }], report)
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
  vault = openVault(config),
}: {
  config: Config
  store: Store
  models: Models
  vault?: Vault
}) {
  const { public_url: publicUrl, source_roots: sourceRoots } = config
  const now = () => new Date().toISOString()
  const addressRules = createAddressRules(config.fetch_private)
  const places = { publicUrl, sourceRoots, addressRules }
  return { store, models, now, newId, ...places, vault, probe: unasked }
}
