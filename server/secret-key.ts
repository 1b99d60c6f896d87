import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { secretKeyFile } from './data-folder.ts'
import { createVault, createVaultWith, type Vault } from './identity/vault.ts'
import { writePrivateFile } from './private-files.ts'

/**
 * The vault of the sources' credentials (docs/behaviour.md#credentials). Its key is SVC_SECRET_KEY,
 * or else a file in the data folder, made with the first credentials. With SVC_DATABASE_URL none is
 * made, because other processes would not have it: sealing then throws `conflict`. Links are signed
 * with `signingKey` where there is one. Throws `SettingError` for a damaged file.
 */
export function openVault(
  config: Pick<Config, 'data_dir' | 'secret_key' | 'database_url'>,
  signingKey?: string,
): Vault {
  const file = secretKeyFile(config)
  if (config.secret_key === null) readKey(file)
  const vault = createVault({
    read: () => config.secret_key ?? readKey(file),
    make() {
      if (config.database_url !== null) {
        throw new ServiceError(
          'conflict',
          'The service cannot keep this secret: its operator must set SVC_SECRET_KEY.',
        )
      }
      const key = randomBytes(32).toString('base64url')
      writePrivateFile(file, `${key}\n`)
      return key
    },
  })
  return signingKey === undefined ? vault : { ...vault, sign: createVaultWith(signingKey).sign }
}

/** null: there is none. A damaged one is no key: what it would seal could not be opened again. */
function readKey(file: string): string | null {
  if (!existsSync(file)) return null
  const key = readFileSync(file, 'utf8').trim()
  if (/^\S{32,}$/.test(key)) return key
  throw new SettingError(
    `The secret key ${file} is damaged: bring it back from a backup, or remove it and enter all credentials again.`,
  )
}
