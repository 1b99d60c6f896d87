import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RawDocument } from '../../server/ingestion/extract.ts'
import { createExtractor } from '../../server/ingestion/parser/extractor.ts'
import { docx, pdf } from './documents.ts'
import { temporaryFolder } from './ingestion.ts'

const file = new URL('../fixtures/ingestion/parser.mjs', import.meta.url)
const bytes = new Uint8Array(1)

function startExtractor(options: Parameters<typeof createExtractor>[0] = {}) {
  const extractor = createExtractor(options)
  onTestFinished(() => extractor.close())
  return {
    ...extractor,
    extract: (document: RawDocument, use = {}) =>
      extractor.extract(document, { job: 'a job', signal: new AbortController().signal, ...use }),
  }
}

test('a document that hangs fails alone with `timeout`; those behind it go on in a new process', async () => {
  const extractor = startExtractor({ file, timeoutMs: 3000 })

  const [first, hung, last] = await Promise.all(
    ['a', 'hang', 'b'].map((path) => extractor.extract({ path, bytes })),
  )

  expect(first).toMatchObject({ ok: true, title: 'a' })
  expect(hung).toMatchObject({ ok: false, error_code: 'timeout' })
  expect(last).toMatchObject({ ok: true, title: 'b' })
})

test('a document that ends the process, or takes all its memory, fails alone', async () => {
  const extractor = startExtractor({ file, maxHeapMb: 32 })

  const [died, ate, last] = await Promise.all(
    ['die', 'eat', 'b'].map((path) => extractor.extract({ path, bytes })),
  )

  expect(died).toMatchObject({ ok: false, error_code: 'malformed' })
  expect(ate).toMatchObject({ ok: false, error_code: 'limit_exceeded' })
  expect(last).toMatchObject({ ok: true, title: 'b' })
})

test('an aborted job ends its parsing at once, and no other job loses a document', async () => {
  const pids = join(temporaryFolder(), 'pids')
  const extractor = startExtractor({ file })
  const controller = new AbortController()
  const { signal } = controller
  const hung = ['hang', 'never'].map((path) =>
    extractor.extract({ path, bytes, title: pids }, { job: 'one', signal }),
  )
  const other = extractor.extract({ path: 'b', bytes }, { job: 'other' })
  const outcomes = Promise.allSettled(hung)
  await expect.poll(() => existsSync(pids), { timeout: 60_000 }).toBe(true)

  controller.abort(new Error('The job was cancelled.'))

  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: controller.signal.reason })
  }
  expect(await other).toMatchObject({ ok: true, title: 'b' })
  await expect.poll(() => isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false)
})

test('jobs take turns, document by document', async () => {
  const extractor = startExtractor({ file })
  const order: string[] = []
  const parse = (job: string, path: string) =>
    extractor.extract({ path, bytes }, { job }).then(() => order.push(path))

  const many = Array.from({ length: 200 }, (_, at) => parse('many', `many ${at}`))
  await Promise.all([...many, parse('few', 'few 0'), parse('few', 'few 1')])

  // Documents that were handed to the process before stay in front.
  expect(order.indexOf('few 1')).toBeLessThan(80)
})

test('an idle process ends and the next document starts another', async () => {
  const extractor = startExtractor({ file, idleMs: 1 })

  expect(await extractor.extract({ path: 'a', bytes })).toMatchObject({ ok: true })
  await expect.poll(() => extractor.extract({ path: 'b', bytes })).toMatchObject({ ok: true })
})

test('a parser that cannot be started fails the run, not the document', async () => {
  const extractor = startExtractor({ file: new URL('./none.mjs', file) })

  await expect(extractor.extract({ path: 'a', bytes })).rejects.toThrow('ended at its start')
})

test('a document of more than 32 MiB is refused unread', async () => {
  const extractor = startExtractor({ file })

  const extraction = await extractor.extract({ path: 'a', bytes: new Uint8Array(33 * 1024 * 1024) })

  expect(extraction).toMatchObject({ ok: false, error_code: 'limit_exceeded' })
})

test('the real process reads a document into analysed passages, however many they are', async () => {
  const extractor = startExtractor()
  const sections = Array.from(
    { length: 600 },
    (_, at) => `## Section ${at}\n\n${`Word ${at}. `.repeat(60)}`,
  )

  const short = await extractor.extract({
    path: 'a.md',
    bytes: Buffer.from('# Refunds\n\nWithin 30 days.'),
  })
  const long = await extractor.extract({
    path: 'b.md',
    bytes: Buffer.from(`# Long\n\n${sections.join('\n\n')}`),
  })

  expect(short).toMatchObject({
    ok: true,
    title: 'Refunds',
    passages: [{ position: 0, text: 'Within 30 days.', terms: { title: 'refund' } }],
  })
  expect(long).toMatchObject({ ok: true, title: 'Long' })
  expect(long.ok && long.passages.map(({ position }) => position)).toEqual(
    Array.from({ length: 600 }, (_, at) => at),
  )
})

test('documents of every format reach the process as they are', async () => {
  const extractor = startExtractor()

  for (const [path, bytes] of [
    ['a.pdf', pdf(['Text.'])],
    ['a.docx', docx('Heading', 'Text.')],
    ['a.html', Buffer.from('<p>Text.</p>')],
    ['a.json', Buffer.from('{"text": "Text."}')],
  ] as const) {
    // Files and uploads are read as a Buffer.
    const extraction = await extractor.extract({ path, bytes: Buffer.from(bytes) })

    expect(extraction, path).toMatchObject({
      ok: true,
      passages: [{ text: expect.stringContaining('Text.') }],
    })
  }
})

test('a file of nothing but combining marks takes time in proportion to its size', async () => {
  const extractor = startExtractor({ timeoutMs: 60_000 })
  const text = `a${'\u0301\u0323'.repeat(5_000_000)}`

  const extraction = await extractor.extract({ path: 'a.txt', bytes: Buffer.from(text) })

  expect(extraction).toMatchObject({ ok: true, passages: [{ text: text.slice(0, 31) }] })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
