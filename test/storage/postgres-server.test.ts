import { spawn } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { hasPostgres } from '../support/postgres/server.ts'
import { temporaryFolder } from './backends.ts'

const SERVER = new URL('../support/postgres/server.ts', import.meta.url)
const START = `
  const { startPostgres } = await import(${JSON.stringify(SERVER.href)})
  process.stdout.write((await startPostgres()).url)
`

async function isUp(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

test.skipIf(!hasPostgres()).each(['SIGTERM', 'SIGKILL'] as const)(
  'a server for tests and all its data are gone after the %s of the process that started it',
  async (signal) => {
    const folder = await temporaryFolder()
    // The server may run as another user.
    await chmod(folder, 0o755)
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', START], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { value: url } = await starter.stdout.setEncoding('utf8').iterator().next()
    expect(await isUp(url)).toBe(true)

    starter.kill(signal)

    await expect.poll(() => isUp(url)).toBe(false)
    await expect.poll(() => readdir(folder)).toEqual([])
  },
)
