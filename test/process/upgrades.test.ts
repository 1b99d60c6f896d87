/**
 * Databases that earlier builds wrote, with one document, one conversation, a person and keys. A
 * release adds its own, as `docs/contributing.md` tells.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Collection } from '../../server/contract/collection.ts'
import { test } from '../support/folder-test.ts'
import { caller, createSvc, until } from './svc.ts'

const databases = join(import.meta.dirname, '../fixtures/databases')
const SECRET = `svc_sk_${'k'.repeat(40)}`

test.each(readdirSync(databases))(
  '%s is upgraded, answers from what it held, and can be gone back to',
  async (name) => {
    await using svc = await createSvc()
    const file = join(svc.data_dir, 'svc.db')
    await mkdir(svc.data_dir)
    const original = gunzipSync(readFileSync(join(databases, name)))
    await writeFile(file, original)

    const serving = await svc.serve()
    const call = caller(serving.api, SECRET)
    await until(async () => (await call('GET', '/ready')).body.checks.index === 'ok')
    await until(async () => {
      const { body } = await call('GET', '/knowledge/collections')
      return body.data.every(({ embedding_model }: Collection) => {
        return embedding_model === 'builtin/meaning-1'
      })
    })
    const { body: conversations } = await call('GET', '/conversations')
    const { body: answered } = await call(
      'POST',
      `/conversations/${conversations.data[0].id}/messages`,
      { text: 'When does the office open?' },
    )
    await serving.stop()
    const check = await svc.run(['check'])
    const backup = await svc.run(['backup', join(svc.dir, 'upgraded.backup')])

    expect(conversations.data).toMatchObject([{ message_count: 2 }])
    expect(JSON.stringify(answered.answer)).toContain('opens at eight')
    expect(answered.answer.citations).toHaveLength(1)
    expect(check).toMatchObject({ code: 0, output: expect.stringContaining('database: ok') })
    expect(backup.code).toBe(0)
    const copy = readdirSync(svc.data_dir).find((name) => name.includes('.before-')) ?? ''
    for (const log of ['-wal', '-shm']) await rm(`${file}${log}`, { force: true })
    await rename(join(svc.data_dir, copy), file)
    expect((await svc.run(['check'])).output).toContain('older schema')
  },
)
