import { basename } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { readSigningKey } from '../../server/storage/drivers/postgres/signing-key.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { backends, temporaryFolder } from './backends.ts'

test.runIf(backends.some(([name]) => name === 'postgres'))(
  'processes that start at once have one key to sign links with',
  async () => {
    const name = basename(await temporaryFolder())
    const url = await postgresDatabase(name)
    const pools = Array.from({ length: 4 }, () => openPool(url))
    onTestFinished(async () => {
      await Promise.all(pools.map((pool) => pool.close()))
      await dropPostgresDatabase(name)
    })

    const keys = await Promise.all(pools.map(readSigningKey))

    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{43}$/)
  },
)
