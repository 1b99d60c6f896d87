import { readdirSync, readFileSync } from 'node:fs'
import { platform } from 'node:os'
import { constants, deflateSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createExtractor } from '../../server/ingestion/parser/extractor.ts'
import { odt, xlsx } from './archives.ts'
import { docx, pdf } from './documents.ts'

const MIB = 1024 * 1024

/** Spaces that come to half a gigabyte once a page of a PDF is read, in a few kilobytes. */
function deflatedTwice(): string {
  const spaces = Buffer.alloc(512 * MIB, ' ')
  // Of one byte again and again, which is all that is looked for, in a seventh of the time.
  return deflateSync(deflateSync(spaces, { strategy: constants.Z_RLE })).toString('hex')
}

const bombs: [path: string, make: () => Uint8Array][] = [
  ['nested.pdf', () => Buffer.from(`%PDF-1.4\n1 0 obj\n${'['.repeat(5 * MIB)}\ntrailer <<>>`)],
  ['inflating.docx', () => docx('a', 'b', { 'word/a.xml': new Uint8Array(190 * MIB) })],
  ['cells.xlsx', () => xlsx([{ name: 'A', data: '<row><c><v>1</v></c></row>'.repeat(2 * MIB) }])],
  ['nested.odt', () => odt('<text:list><text:list-item>'.repeat(MIB))],
  ['sections.adoc', () => Buffer.from('== A\n\na::\n'.repeat(MIB))],
  ['nested.adoc', () => Buffer.from('[[[a'.repeat(4 * MIB))],
  [
    'cells.ipynb',
    () => Buffer.from(`{"cells":[${'{"cell_type":"code","source":""},'.repeat(MIB / 2)}1]}`),
  ],
  ['cues.vtt', () => Buffer.from('00:01.000 --> 00:02.000\n<'.repeat(MIB))],
  ['nested.html', () => Buffer.from('<div>'.repeat(3 * MIB))],
  ['elements.html', () => Buffer.from('<p><i>x</i></p>'.repeat(2 * MIB))],
  ['entities.html', () => Buffer.from('&NotEqualTilde;'.repeat(2 * MIB))],
  ['nested.md', () => Buffer.from('[a]('.repeat(5 * MIB))],
  ['front-matter.md', () => Buffer.from(`---\na: ${'['.repeat(MIB)}\n---\n`)],
  ['nested.json', () => Buffer.from('['.repeat(16 * MIB))],
  ['objects.json', () => Buffer.from(`[${'{},'.repeat(10 * MIB)}1]`)],
  ['field.csv', () => Buffer.from(`a,b\n"${'x'.repeat(30 * MIB)}`)],
  ['columns.csv', () => Buffer.from(`${'k'.repeat(MIB)}\n${'1\n'.repeat(3000)}`)],
  ['rules.rst', () => Buffer.from('====\n'.repeat(6 * MIB))],
  ['heading.md', () => Buffer.from(`# ${'h'.repeat(MIB)}\n\n${'Some words.\n\n'.repeat(MIB)}`)],
]

test('a PDF of a few kilobytes that takes gigabytes to read is `limit_exceeded`', async () => {
  const contents: [string, string] = [deflatedTwice(), '/ASCIIHexDecode /FlateDecode /FlateDecode']
  const bytes = pdf([''], { contents })
  const extractor = startExtractor()
  const peak = watchChildren()

  expect(bytes.length).toBeLessThan(8 * 1024)
  expect(await extractor.extract({ path: 'a.pdf', bytes }, use)).toMatchObject({
    ok: false,
    error_code: 'limit_exceeded',
  })
  expect(peak()).toBeLessThan(768)
})

test('no document takes more than 768 MiB, and each that fails says why', async () => {
  const extractor = startExtractor({ timeoutMs: 1000 })
  const peak = watchChildren()

  for (const [path, make] of bombs) {
    const extraction = await extractor.extract({ path, bytes: make() }, use)

    const reason = extraction.ok ? 'read' : extraction.error_code
    expect.soft(['read', 'limit_exceeded', 'timeout', 'malformed'], path).toContain(reason)
  }

  expect(peak()).toBeLessThan(768)
  // A new process may take longer than the limit until it has read its first document.
  await expect
    .poll(() => extractor.extract({ path: 'a.txt', bytes: Buffer.from('Hello.') }, use), {
      timeout: 60_000,
    })
    .toMatchObject({ ok: true })
}, 180_000)

const use = { job: 'a job', signal: new AbortController().signal }

function startExtractor(options: Parameters<typeof createExtractor>[0] = {}) {
  const extractor = createExtractor(options)
  onTestFinished(() => extractor.close())
  return extractor
}

/** Says how many MiB a child of this process took at the most. On Linux only; elsewhere 0. */
function watchChildren(): () => number {
  let peak = 0
  if (platform() !== 'linux') return () => peak
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      peak = Math.max(peak, memoryOfChild(pid))
    }
  }, 20)
  onTestFinished(() => clearInterval(timer))
  return () => peak
}

function memoryOfChild(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return number('PPid') === process.pid ? number('VmHWM') / 1024 : 0
  } catch {
    return 0 // It has ended meanwhile.
  }
}
