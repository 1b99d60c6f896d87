import { createHash } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '../../proof/faults/small-disk.ts'
import { readListing } from '../../server/ingestion/sources/s3/listing.ts'
import { createFiles } from '../../server/storage/drivers/postgres/files.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { createBucketFiles } from '../../server/storage/files/bucket.ts'
import { createFolderFiles } from '../../server/storage/files/folder.ts'
import type { UploadFiles } from '../../server/storage/ports/files.ts'
import { ACCESS_KEY, startS3 } from '../ingestion/s3-server.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { backends, temporaryFolder } from './backends.ts'

interface Kept {
  files: UploadFiles
  stored(): Promise<string[]>
  /** Saved two hours ago. */
  age(content_hash: string): Promise<unknown>
  damage(content_hash: string): Promise<unknown>
}

const TWO_HOURS_MS = 2 * 60 * 60 * 1000

async function inFolder(): Promise<Kept> {
  const dir = await temporaryFolder()
  return {
    files: createFolderFiles(dir),
    stored: async () => readdirSync(dir),
    age: async (hash) => utimesSync(join(dir, hash), 0, 0),
    damage: async (hash) => writeFileSync(join(dir, hash), 'other'),
  }
}

const { type: _, ...KEY } = ACCESS_KEY

async function inBucket() {
  const s3 = await startS3({ 'site/other.txt': 'not ours', [`other/${'0'.repeat(64)}`]: 'theirs' })
  const place = { endpoint: s3.origin, region: 'eu-west-1', bucket: 'docs', prefix: 'site' }
  return {
    s3,
    files: createBucketFiles({ ...place, ...KEY }, readListing),
    stored: async () =>
      Object.keys(s3.objects).flatMap((key) => /^site\/(\w{64})$/.exec(key)?.[1] ?? []),
    age: async (hash: string) => (s3.saved[`site/${hash}`] = Date.now() - TWO_HOURS_MS),
    damage: async (hash: string) => (s3.objects[`site/${hash}`] = 'other'),
  }
}

async function inPostgres(): Promise<Kept> {
  const name = basename(await temporaryFolder())
  const db = openPool(await postgresDatabase(name))
  onTestFinished(async () => {
    await db.close()
    await dropPostgresDatabase(name)
  })
  const of = 'WHERE content_hash = $1'
  return {
    files: createFiles(db),
    async stored() {
      const { rows } = await db.query('SELECT content_hash FROM files', [])
      return (rows as { content_hash: string }[]).map(({ content_hash }) => content_hash)
    },
    age: (hash) =>
      db.query(`UPDATE files SET saved_at = saved_at - interval '2 hours' ${of}`, [hash]),
    damage: (hash) => db.query(`UPDATE files SET body = 'other' ${of}`, [hash]),
  }
}

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

const kinds: [string, () => Promise<Kept>][] = [
  ['in a folder', inFolder],
  ['in a bucket', inBucket],
]
if (backends.some(([name]) => name === 'postgres')) kinds.push(['in PostgreSQL', inPostgres])

describe.each(kinds)('uploaded files %s', (_, open) => {
  test('equal files are kept once, under their SHA-256', async () => {
    const { files, stored } = await open()

    const saved = await files.save(parts('he', 'llo'), { maxBytes: 5 })
    await files.save(Buffer.from('hello'), { maxBytes: 5 })

    const content_hash = createHash('sha256').update('hello').digest('hex')
    expect(saved).toEqual({ content_hash, bytes: 5 })
    expect(await stored()).toEqual([content_hash])
    expect((await files.read(content_hash)).toString()).toBe('hello')
  })

  test('a file over the limit, or one that breaks off, leaves nothing behind', async () => {
    const { files, stored } = await open()
    async function* torn() {
      yield Buffer.from('he')
      throw new Error('torn')
    }

    await expect(files.save(parts('he', 'llo'), { maxBytes: 4 })).rejects.toMatchObject({
      code: 'payload_too_large',
    })
    await expect(files.save(torn(), { maxBytes: 9 })).rejects.toThrow('torn')
    expect(await stored()).toEqual([])
  })

  test('a sweep removes what nobody keeps, but not what has only just been saved', async () => {
    const { files, stored, age } = await open()
    const save = async (text: string) =>
      (await files.save(Buffer.from(text), { maxBytes: 9 })).content_hash
    const [kept, old, young, again] = await Promise.all(['kept', 'old', 'young', 'again'].map(save))
    for (const hash of [kept, old, again]) await age(hash ?? '')
    await save('again')

    await files.sweep(new Set([kept ?? '']))

    expect((await stored()).sort()).toEqual([kept, young, again].sort())
  })

  test('a file that is missing or damaged is told apart', async () => {
    const { files, damage } = await open()
    const { content_hash } = await files.save(Buffer.from('hello'), { maxBytes: 9 })

    expect(await files.check(content_hash)).toBeNull()
    await damage(content_hash)
    expect(await files.check(content_hash)).toBe('damaged')
    expect(await files.check('0'.repeat(64))).toBe('missing')
    await expect(files.read('0'.repeat(64))).rejects.toThrow('0'.repeat(64))
  })
})

describe('a bucket', () => {
  test('whose bytes changed gives none of them', async () => {
    const { files, damage } = await inBucket()
    const { content_hash } = await files.save(Buffer.from('hello'), { maxBytes: 9 })
    await damage(content_hash)

    await expect(files.read(content_hash)).rejects.toThrow('is damaged')
  })

  test('is asked without a key in any address, and keeps what is not the service’s', async () => {
    const { files, s3 } = await inBucket()
    await files.save(Buffer.from('hello'), { maxBytes: 9 })
    await files.sweep(new Set())

    expect(s3.requests.length).toBeGreaterThan(2)
    for (const { url } of s3.requests) expect(url).not.toContain(ACCESS_KEY.access_key_id)
    expect(Object.keys(s3.objects)).toEqual(
      expect.arrayContaining(['site/other.txt', `other/${'0'.repeat(64)}`]),
    )
  })

  test.each([403, 307])(
    'that answers with %i is unavailable, told without its key',
    async (status) => {
      const { files, s3 } = await inBucket()
      s3.hooks.beforeObject = async () => status

      const error = await files.save(Buffer.from('hello'), { maxBytes: 9 }).catch((error) => error)

      const { host } = new URL(s3.origin)
      expect(error).toMatchObject({
        code: 'service_unavailable',
        cause: { message: `SVC_FILES: ${host} answered PUT with ${status}.` },
      })
    },
  )

  test('that cannot be reached is unavailable', async () => {
    const place = { endpoint: 'http://127.0.0.1:1', region: 'r', bucket: 'docs', prefix: '' }
    const files = createBucketFiles({ ...place, ...KEY }, readListing)

    await expect(files.read('0'.repeat(64))).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { message: 'SVC_FILES: 127.0.0.1:1 cannot be reached.' },
    })
  })
})

test('a file that the disk has no room for is refused, never cut off', async ({ skip }) => {
  await using disk = await mountSmallDisk(1).catch(() => skip('mounting is not allowed here'))
  const files = createFolderFiles(join(disk.dir, 'uploads'))
  await files.save(Buffer.from('first'), { maxBytes: 5 })
  disk.fill(300_000)

  const tooLarge = files.save(Buffer.alloc(400_000, 'x'), { maxBytes: 400_000 })

  await expect(tooLarge).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(readdirSync(join(disk.dir, 'uploads'))).toHaveLength(1)
})
