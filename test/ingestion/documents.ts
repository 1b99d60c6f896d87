import { zip } from './zip.ts'

/** Words on a page of a PDF, from the lower left corner, and the size of their letters. */
export type Placed = [text: string, size: number, x: number, y: number]

/**
 * A PDF of one line a page, or of placed words; with `encrypted`, one with an unknown password;
 * with `contents`, one whose pages all draw this stream, which such filters encoded. An entry of
 * the outline leads to a page, from 0, and is below the one before when it is indented.
 */
export function pdf(
  pages: (string | Placed[])[],
  {
    encrypted = false,
    contents,
    outline = [],
    title = '',
  }: {
    encrypted?: boolean
    contents?: [stream: string, filters: string]
    outline?: [title: string, page: number][]
    title?: string
  } = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')
  const outlines = 5 + 2 * pages.length
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${outlines} 0 R` : ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
    ...pages.flatMap((page, index) => {
      const [stream, filters] = contents ?? [drawnPage(page), '']
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n${stream}\nendstream`,
      ]
    }),
    ...outlineObjects(outline, outlines),
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
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`
  return new TextEncoder().encode(file)
}

function drawnPage(page: string | Placed[]): string {
  const placed: Placed[] = typeof page === 'string' ? [[page, 12, 72, 700]] : page
  return placed
    .map(([text, size, x, y]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`)
    .join('\n')
}

function outlineObjects(entries: [title: string, page: number][], root: number): string[] {
  if (entries.length === 0) return []
  const depth = (at: number) => /^ */.exec(entries[at]?.[0] ?? '')?.[0].length ?? 0
  const parents = entries.map((_, at) =>
    entries.findLastIndex((_, to) => to < at && depth(to) < depth(at)),
  )
  const links = (parent: number) => {
    const children = parents.flatMap((found, at) => (found === parent ? [root + 1 + at] : []))
    return children.length > 0 ? `/First ${children[0]} 0 R /Last ${children.at(-1)} 0 R` : ''
  }
  const nodes = entries.map(([title, page], at) => {
    const next = parents.findIndex((parent, to) => to > at && parent === parents[at])
    return `<< /Title (${title.trim()}) /Parent ${root + 1 + (parents[at] ?? -1)} 0 R /Dest [${5 + 2 * page} 0 R /Fit] ${links(at)} ${next > 0 ? `/Next ${root + 1 + next} 0 R` : ''} >>`
  })
  return [`<< /Type /Outlines ${links(-1)} >>`, ...nodes]
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
  return zip({
    '[Content_Types].xml': Buffer.from(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': Buffer.from(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/styles.xml': Buffer.from(
      `<?xml version="1.0"?><w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ),
    'word/_rels/document.xml.rels': Buffer.from(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ),
    'word/document.xml': Buffer.from(
      `<?xml version="1.0"?><w:document xmlns:w="${word}"><w:body>${paragraph(heading, 'Heading1')}${paragraph(text)}</w:body></w:document>`,
    ),
    ...parts,
  })
}
