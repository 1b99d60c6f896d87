import { expect, test } from 'vitest'
import { writeArchive } from '../../server/archive/write-archive.ts'
import { START } from '../http/tenants.ts'

test('a reader who leaves ends the reading of the snapshot', async () => {
  const seen = { rows: 0, ended: false, closed: false }
  async function* endless() {
    try {
      for (;;) {
        seen.rows += 1
        yield JSON.stringify({ noise: crypto.randomUUID().repeat(100) })
      }
    } finally {
      seen.ended = true
    }
  }
  const stream = writeArchive({
    snapshot: {
      rows: endless,
      files: async () => [],
      async close() {
        seen.closed = true
      },
    },
    readFile: async () => Buffer.alloc(0),
    about: { version: '0.0.0', exported_at: START, organization: { slug: 'a', name: 'A' } },
  })
  for await (const piece of stream) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }

  await expect.poll(() => seen).toMatchObject({ ended: true, closed: true })
})
