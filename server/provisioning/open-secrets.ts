import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const OTHERS_READ = 0o004
const OTHERS_ENTER = 0o001
const SECRETS = new Set(['password', 'secret', 'token', 'value', 'secret_access_key', 'api_key'])
const FROM_ENVIRONMENT = /^\$\{\w+\}$/

/**
 * Whether every user of this machine can read a secret in a provisioning file
 * (docs/behaviour.md#provisioning). The file must be valid JSON. Windows, which has no such modes,
 * is never said to.
 */
export async function hasOpenSecrets(file: string): Promise<boolean> {
  if (process.platform === 'win32' || !(await isOpen(await realpath(file)))) return false
  let isFound = false
  JSON.parse(await readFile(file, 'utf8'), (key, value) => {
    isFound ||= SECRETS.has(key) && typeof value === 'string' && !FROM_ENVIRONMENT.test(value)
  })
  return isFound
}

async function isOpen(file: string): Promise<boolean> {
  if (((await stat(file)).mode & OTHERS_READ) === 0) return false
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & OTHERS_ENTER) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
