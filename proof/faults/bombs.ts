import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A small file of a supported format that takes more than the allowed resources to read. */
export interface Bomb {
  path: string
  make(): Uint8Array<ArrayBuffer>
  /** Its content is small once it is read, so that reading it may also succeed. */
  mayBeRead?: true
}

const MIB = 1024 * 1024

export const bombs: Bomb[] = [
  { path: 'stream.pdf', make: pdfWithHugeStream },
  { path: 'pages.pdf', make: pdfWithManyPages },
  { path: 'paragraphs.docx', make: docxWithHugeDocument },
  { path: 'nested.docx', make: docxWithDeepTables },
  { path: 'nested.html', make: () => bytes('<div><span>'.repeat(2.5 * MIB)) },
  {
    path: 'attributes.html',
    make: () => bytes(`<p ${' a=b'.repeat(7 * MIB)}>text`),
    mayBeRead: true,
  },
  { path: 'quotes.md', make: () => bytes(`${'> '.repeat(10 * MIB)}text`), mayBeRead: true },
  { path: 'brackets.md', make: () => bytes('['.repeat(20 * MIB)) },
  { path: 'aliases.md', make: frontMatterWithAliases, mayBeRead: true },
  { path: 'nested.json', make: () => bytes('['.repeat(15 * MIB) + ']'.repeat(15 * MIB)) },
  {
    path: 'columns.csv',
    make: () => bytes(`${'a,'.repeat(14 * MIB)}\n${'b,'.repeat(MIB)}`),
    mayBeRead: true,
  },
  { path: 'rows.csv', make: () => bytes(`a,b\n${',\n'.repeat(15 * MIB)}`) },
]

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}

/** One page whose text is 512 MiB, deflated twice: a few kilobytes. */
function pdfWithHugeStream(): Uint8Array<ArrayBuffer> {
  const text = Buffer.from('BT /F1 12 Tf (A word and another) Tj ET\n'.repeat((512 * MIB) / 40))
  const content = deflateSync(deflateSync(text))
  const filter = '/Filter [/FlateDecode /FlateDecode]'
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    [`<< /Length ${content.length} ${filter} >>\nstream\n`, content, '\nendstream'],
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

/** Two million references to the same page. */
function pdfWithManyPages(): Uint8Array<ArrayBuffer> {
  const pages = 2_000_000
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    '<< /Length 44 >>\nstream\nBT /F1 12 Tf (A word and another one) Tj ET   \nendstream',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

type Part = string | Uint8Array

function pdf(objects: (Part | Part[])[]): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Part) => {
    const buffer = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    parts.push(buffer)
    length += buffer.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(`${index + 1} 0 obj\n`)
    for (const part of [object].flat()) add(part)
    add('\nendobj\n')
  }
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`)
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat(parts))
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A document of 1 GiB of paragraphs: about a megabyte. */
function docxWithHugeDocument(): Uint8Array<ArrayBuffer> {
  const paragraphs = '<w:p><w:r><w:t>A word and another</w:t></w:r></w:p>'.repeat(20_000)
  const times = Math.ceil((1024 * MIB) / paragraphs.length)
  return docx(function* () {
    for (let at = 0; at < times; at += 1) yield paragraphs
  })
}

/** Deeply nested tables. */
function docxWithDeepTables(): Uint8Array<ArrayBuffer> {
  const depth = 200_000
  return docx(function* () {
    yield '<w:tbl><w:tr><w:tc>'.repeat(depth)
    yield '<w:p><w:r><w:t>text</w:t></w:r></w:p>'
    yield '</w:tc></w:tr></w:tbl>'.repeat(depth)
  })
}

function docx(body: () => Iterable<string>): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const add = (name: string, texts: Iterable<string>) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for (const text of texts) file.push(strToU8(text))
    file.push(new Uint8Array(), true)
  }
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  add('[Content_Types].xml', [
    `<Types xmlns="${types}"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  ])
  add('_rels/.rels', [
    `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  ])
  add('word/document.xml', wrapped(body()))
  // Random, so that it is not refused for its compression ratio.
  add('word/media/noise', [randomBytes(256 * 1024).toString('base64')])
  zip.end()
  return new Uint8Array(Buffer.concat(parts))
}

function* wrapped(body: Iterable<string>): Iterable<string> {
  yield `<w:document xmlns:w="${WORD}"><w:body>`
  yield* body
  yield '</w:body></w:document>'
}

/** Billion laughs: each entity expands to nine of the one before. */
function frontMatterWithAliases(): Uint8Array<ArrayBuffer> {
  const lines = ['a0: &a0 ["laugh", "laugh", "laugh"]']
  for (let at = 1; at < 12; at += 1) {
    const nine = Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')
    lines.push(`a${at}: &a${at} [${nine}]`)
  }
  return bytes(`---\n${lines.join('\n')}\ntitle: *a11\n---\n\n# Laughter\n`)
}
