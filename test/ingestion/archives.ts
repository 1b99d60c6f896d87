import { zip } from './zip.ts'

/** An archive of these files, given as text. */
export function zipped(files: Record<string, string>): Uint8Array {
  return zip(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  )
}

/** A part's relations, by the ids that it uses for them. */
function relations(targets: Record<string, string>): string {
  const each = Object.entries(targets).map(
    ([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships>${each.join('')}</Relationships>`
}

/** A presentation of these slides, each the XML of its shapes, with its attributes. */
export function pptx(
  slides: { shapes: string; attributes?: string }[],
  more: Record<string, string> = {},
): Uint8Array {
  const numbers = slides.map((_, index) => index + 1)
  const parts = slides.map(({ shapes, attributes = '' }, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    `<p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
  ])
  const ids = numbers.map((number) => `<p:sldId id="${255 + number}" r:id="r${number}"/>`)
  return zipped({
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(numbers.map((number) => [`r${number}`, `slides/slide${number}.xml`])),
    ),
    ...Object.fromEntries(parts),
    ...more,
  })
}

/** A shape with paragraphs, which fills a placeholder of the layout where `type` is given. */
export function shape(paragraphs: string[], type?: string): string {
  const texts = paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
  const placeholder = type === undefined ? '' : `<p:ph type="${type}"/>`
  return `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${texts.join('')}</p:txBody></p:sp>`
}

/** A workbook: its sheets are the XML of their rows, by name; styles are those of `xf`. */
export function xlsx(
  sheets: { name: string; data: string; attributes?: string; before?: string }[],
  { strings = '', styles = '', workbook = '' } = {},
): Uint8Array {
  const listed = sheets.map(
    ({ name, attributes = '' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}" ${attributes}/>`,
  )
  return zipped({
    'xl/workbook.xml': `<workbook>${workbook}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(
        sheets.map((_, index) => [`r${index + 1}`, `worksheets/s${index + 1}.xml`]),
      ),
    ),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ data, before = '' }, index) => [
        `xl/worksheets/s${index + 1}.xml`,
        `<worksheet>${before}<sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** An OpenDocument text with this body. */
export function odt(body: string, { styles = '', manifest = '' } = {}): Uint8Array {
  return zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest>${manifest}</manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  })
}

/** A book of these chapters, which are HTML, in this order. */
export function epub(
  title: string,
  chapters: Record<string, string>,
  more: Record<string, string> = {},
): Uint8Array {
  const names = Object.keys(chapters)
  const items = names.map((name, at) => `<item id="i${at}" href="${encodeURIComponent(name)}"/>`)
  const spine = names.map((_, at) => `<itemref idref="i${at}"/>`)
  return zipped({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    'OEBPS/content.opf': `<package><metadata><dc:title>${title}</dc:title></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, chapters[name] ?? ''])),
    ...more,
  })
}
