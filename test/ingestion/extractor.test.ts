import { expect, onTestFinished, test } from 'vitest'
import { createExtractor } from '../../server/ingestion/extractor.ts'

const file = new URL('../fixtures/ingestion/worker.mjs', import.meta.url)
const bytes = new Uint8Array(1)

function startExtractor(options: Parameters<typeof createExtractor>[0] = {}) {
  const extractor = createExtractor(options)
  onTestFinished(() => extractor.close())
  return extractor
}

test('a document that hangs fails alone with `timeout`; those behind it go on in a new thread', async () => {
  const extractor = startExtractor({ file, timeoutMs: 300 })

  const [first, hung, last] = await Promise.all(
    ['a', 'hang', 'b'].map((path) => extractor.extract({ path, bytes })),
  )

  expect(first).toMatchObject({ ok: true, title: 'a' })
  expect(hung).toMatchObject({ ok: false, error_code: 'timeout' })
  expect(last).toMatchObject({ ok: true, title: 'b' })
})

test('a document that kills the thread, or takes all its memory, fails alone', async () => {
  const extractor = startExtractor({ file, maxHeapMb: 32 })

  const [died, ate, last] = await Promise.all(
    ['die', 'eat', 'b'].map((path) => extractor.extract({ path, bytes })),
  )

  expect(died).toMatchObject({ ok: false, error_code: 'internal_error' })
  expect(ate).toMatchObject({ ok: false, error_code: 'limit_exceeded' })
  expect(last).toMatchObject({ ok: true, title: 'b' })
})

test('an idle thread ends and the next document starts another', async () => {
  const extractor = startExtractor({ file, idleMs: 1 })

  expect(await extractor.extract({ path: 'a', bytes })).toMatchObject({ ok: true })
  await expect.poll(() => extractor.extract({ path: 'b', bytes })).toMatchObject({ ok: true })
})

test('a document of more than 32 MiB is refused unread (completions 8)', async () => {
  const extractor = startExtractor({ file })

  const extraction = await extractor.extract({ path: 'a', bytes: new Uint8Array(33 * 1024 * 1024) })

  expect(extraction).toMatchObject({ ok: false, error_code: 'limit_exceeded' })
})

test('the real thread reads a document into analysed passages', async () => {
  const extractor = startExtractor()

  const extraction = await extractor.extract({
    path: 'a.md',
    bytes: Buffer.from('# Refunds\n\nWithin 30 days.'),
  })

  expect(extraction).toMatchObject({
    ok: true,
    title: 'Refunds',
    passages: [{ position: 0, text: 'Within 30 days.', terms: { title: 'refund' } }],
  })
})
