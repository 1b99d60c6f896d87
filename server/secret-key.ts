import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { secretKeyFile } from './data-folder.ts'
import { createVault, type Vault } from './identity/vault.ts'
import { writePrivateFile } from './private-files.ts'

/**
 * The vault of the sources' credentials (docs/behaviour.md#credentials). Its key is SVC_SECRET_KEY,
 * or else a file in the data folder, made with the first credentials.
 */
export function openVault(config: Pick<Config, 'data_dir' | 'secret_key'>): Vault {
  const file = secretKeyFile(config)
  return createVault({
    read: () => config.secret_key ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null),
    make() {
      const key = randomBytes(32).toString('base64url')
      writePrivateFile(file, `${key}\n`)
      return key
    },
  })
}
