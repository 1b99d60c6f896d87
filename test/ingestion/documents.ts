import { strToU8, zipSync } from 'fflate'

/**
 * A PDF of one line a page; with `encrypted`, one with an unknown password; with
 * `contents`, one whose pages all draw this stream, which such filters encoded.
 */
export function pdf(
  pages: string[],
  {
    encrypted = false,
    contents,
  }: { encrypted?: boolean; contents?: [stream: string, filters: string] } = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const [drawn, filters] = contents ?? [`BT /F1 12 Tf 72 700 Td (${text}) Tj ET`, '']
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawn.length} /Filter [${filters}] >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  const lock = `<${'41'.repeat(32)}>`
  const trailer = encrypted
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${lock} /U ${lock} /P -4 >> /ID [<00> <00>]`
    : ''
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`
  return new TextEncoder().encode(file)
}

/** A Word document with a heading and a paragraph; `parts` are added to its archive. */
export function docx(
  heading: string,
  text: string,
  parts: Record<string, Uint8Array> = {},
): Uint8Array {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const paragraph = (words: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${words}</w:t></w:r></w:p>`
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/styles.xml': strToU8(
      `<?xml version="1.0"?><w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${paragraph(heading, 'Heading1')}${paragraph(text)}</w:body></w:document>`,
    ),
    ...parts,
  })
}
