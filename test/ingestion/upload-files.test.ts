import { createHash } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '../../proof/faults/small-disk.ts'
import { createUploadFiles } from '../../server/ingestion/upload-files.ts'
import { temporaryFolder } from './ingestion.ts'

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('equal files are kept once, under their SHA-256', async () => {
  const dir = temporaryFolder()
  const files = createUploadFiles(dir)

  const saved = await files.save(parts('he', 'llo'), { maxBytes: 5 })
  await files.save(Buffer.from('hello'), { maxBytes: 5 })

  expect(saved).toEqual({
    content_hash: createHash('sha256').update('hello').digest('hex'),
    bytes: 5,
  })
  expect(readdirSync(dir)).toEqual([saved.content_hash])
  expect((await files.read(saved.content_hash)).toString()).toBe('hello')
})

test('a file over the limit, or one that breaks off, leaves nothing behind', async () => {
  const dir = temporaryFolder()
  const files = createUploadFiles(dir)
  async function* torn() {
    yield Buffer.from('he')
    throw new Error('torn')
  }

  await expect(files.save(parts('he', 'llo'), { maxBytes: 4 })).rejects.toMatchObject({
    code: 'payload_too_large',
  })
  await expect(files.save(torn(), { maxBytes: 9 })).rejects.toThrow('torn')
  expect(readdirSync(dir)).toEqual([])
})

test('a sweep removes what nobody keeps, but not what has only just arrived', async () => {
  const dir = temporaryFolder()
  const files = createUploadFiles(dir)
  const kept = await files.save(Buffer.from('kept'), { maxBytes: 9 })
  const old = await files.save(Buffer.from('old'), { maxBytes: 9 })
  const young = await files.save(Buffer.from('young'), { maxBytes: 9 })
  utimesSync(join(dir, kept.content_hash), 0, 0)
  utimesSync(join(dir, old.content_hash), 0, 0)

  await files.sweep(new Set([kept.content_hash]))

  expect(readdirSync(dir).sort()).toEqual([kept.content_hash, young.content_hash].sort())
})

test('a file that the disk has no room for is refused, never cut off', async ({ skip }) => {
  await using disk = await mountSmallDisk(1).catch(() => skip('mounting is not allowed here'))
  const files = createUploadFiles(join(disk.dir, 'uploads'))
  await files.save(Buffer.from('first'), { maxBytes: 5 })
  disk.fill(300_000)

  const tooLarge = files.save(Buffer.alloc(400_000, 'x'), { maxBytes: 400_000 })

  await expect(tooLarge).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(readdirSync(join(disk.dir, 'uploads'))).toHaveLength(1)
})
