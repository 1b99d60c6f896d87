import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { secretKeyFile } from './data-folder.ts'
import { createVault, createVaultWith, type Vault } from './identity/vault.ts'
import { writePrivateFile } from './private-files.ts'

/**
 * The vault of the sources' credentials (docs/behaviour.md#credentials). Its key is SVC_SECRET_KEY,
 * or else a file in the data folder, made with the first credentials. With SVC_DATABASE_URL none is
 * made, because other processes would not have it: sealing then throws `conflict`. Links are signed
 * with `signingKey` where there is one.
 */
export function openVault(
  config: Pick<Config, 'data_dir' | 'secret_key' | 'database_url'>,
  signingKey?: string,
): Vault {
  const file = secretKeyFile(config)
  const vault = createVault({
    read: () => config.secret_key ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null),
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
