import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { secretKeyFile } from '../../server/data-folder.ts'
import { openVault } from '../../server/secret-key.ts'

const SVC_DATABASE_URL = 'postgres://db/svc'

/** The settings of a process with a data folder of its own. */
async function processWith(environment: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), 'key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  return readConfig({ SVC_DATA_DIR: dir, ...environment })
}

describe('processes that share a database (docs/behaviour.md#credentials)', () => {
  test('keep no secret under a key that the others do not have', async () => {
    const config = await processWith({ SVC_DATABASE_URL })

    expect(() => openVault(config, 'signing').seal('open', 'source')).toThrow(
      'The service cannot keep this secret: its operator must set SVC_SECRET_KEY.',
    )
    expect(existsSync(secretKeyFile(config))).toBe(false)
  })

  test('read the secrets of one another with SVC_SECRET_KEY', async () => {
    const shared = { SVC_DATABASE_URL, SVC_SECRET_KEY: 'k'.repeat(32) }
    const [one, other] = [
      openVault(await processWith(shared)),
      openVault(await processWith(shared)),
    ]

    expect(other.open(one.seal('open', 'source'), 'source')).toBe('open')
    expect(other.sign('link', 'passage')).toBe(one.sign('link', 'passage'))
  })

  test('sign links alike without it', async () => {
    const [one, other] = [
      openVault(await processWith({ SVC_DATABASE_URL }), 'signing'),
      openVault(await processWith({ SVC_DATABASE_URL }), 'signing'),
    ]

    expect(other.sign('link', 'passage')).toBe(one.sign('link', 'passage'))
    expect(openVault(await processWith({})).sign('link', 'passage')).not.toBe(
      one.sign('link', 'passage'),
    )
  })
})
