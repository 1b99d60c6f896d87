import { describe, expect, test } from 'vitest'
import { epub, odt, pptx, shape, xlsx, zipped } from './archives.ts'
import { docx } from './documents.ts'
import { blocks, kinds, outline, read } from './read.ts'

describe('Word documents', () => {
  test('are named by the paragraph of the style Title, which is no part of the text', async () => {
    const title = '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    const heading =
      '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const paragraph = (style: string, text: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
    const encode = (xml: string) => new TextEncoder().encode(`<?xml version="1.0"?>${xml}`)
    const document = docx('', '', {
      'word/styles.xml': encode(`<w:styles xmlns:w="${word}">${title}${heading}</w:styles>`),
      'word/document.xml': encode(
        `<w:document xmlns:w="${word}"><w:body>${paragraph('Heading1', 'Before')}${paragraph('Titel', 'Staff &amp; you')}${paragraph('', 'Text')}</w:body></w:document>`,
      ),
    })

    expect((await read('a.docx', document)).title).toBe('Staff & you')
    expect(await blocks('a.docx', document)).toEqual(['**Text**'])
  })
})

describe('Presentations', () => {
  const table =
    '<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Room</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p/></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Lab</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>3</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>'
  const document = pptx(
    [
      { shapes: shape(['Welcome'], 'ctrTitle') + shape(['To all'], 'subTitle') },
      { shapes: shape(['Secret'], 'title') + shape(['Not shown']), attributes: 'show="0"' },
      {
        shapes:
          shape(['Get a badge &amp; a key', '', 'Meet the team'], 'body') +
          shape(['First day'], 'title') +
          shape(['7'], 'sldNum') +
          table,
      },
      {
        shapes: `<mc:AlternateContent><mc:Choice>${shape(['New'])}</mc:Choice><mc:Fallback>${shape(['Old'])}</mc:Fallback></mc:AlternateContent>`,
      },
    ],
    { 'ppt/notesSlides/notesSlide1.xml': shape(['Speak slowly']) },
  )

  test('are their slides by title, without hidden ones, notes and numbers', async () => {
    expect((await read('talk.pptx', document)).title).toBe('Welcome')
    expect(await outline('talk.pptx', document)).toEqual([
      ['Welcome', null],
      ['First day', null],
      ['Slide 4', null],
    ])
    expect(await kinds('talk.pptx', document)).toEqual([
      ['paragraph', 'To all'],
      ['bullets', '- Get a badge & a key\n- Meet the team'],
      ['table', '| Room |  |\n| --- | --- |\n| Lab | 3 |'],
      ['paragraph', 'New'],
    ])
  })
})

describe('Workbooks', () => {
  test('are rows with the names of their columns, values as their cells show them', async () => {
    const document = xlsx(
      [
        {
          name: 'Prices',
          data: `<row><c r="A1" t="inlineStr"><is><t>Valid from May</t></is></c></row>
            <row><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="str"><v>Since</v></c></row>
            <row><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>1234.5</v></c><c r="D3" s="2"><v>45000</v></c></row>
            <row><c><v>0.30000000000000004</v></c><c s="3"><v>0.25</v></c><c t="b"><v>1</v></c></row>`,
        },
      ],
      {
        strings:
          '<si><t>Item</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si><si><t>Desk</t><rPh><t>de su ku</t></rPh></si>',
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00 &quot;€&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>',
      },
    )

    expect(await blocks('price list.xlsx', document)).toEqual([
      'Valid from May',
      'Item: Desk\nPrice: 1,234.50 €\nSince: 2023-03-15',
      'Item: 0.3\nPrice: 25%\nTRUE',
    ])
    expect((await read('price list.xlsx', document)).title).toBe('price list')
  })

  test('have a heading for each sheet; what is hidden is left out', async () => {
    const row = (text: string, attributes = '') =>
      `<row ${attributes}><c r="A1" t="str"><v>${text}</v></c><c r="B1" t="str"><v>cost</v></c></row>`
    const document = xlsx([
      {
        name: 'Open',
        data: row('Shown') + row('Filtered', 'hidden="1"'),
        before: '<cols><col min="2" max="3" hidden="1"/></cols>',
      },
      { name: 'Secret', data: row('Hidden'), attributes: 'state="hidden"' },
      { name: 'Last', data: row('One') },
    ])

    expect(await outline('a.xlsx', document)).toEqual([
      ['Open', null],
      ['Last', null],
    ])
    expect(await blocks('a.xlsx', document)).toEqual(['Shown', 'One cost'])
  })

  test('count days from 1904 where they say so', async () => {
    const data = '<row><c s="0"><v>43538</v></c></row>'
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
    const workbook = '<workbookPr date1904="1"/>'

    expect(await blocks('a.xlsx', xlsx([{ name: 'A', data }], { styles, workbook }))).toEqual([
      '2023-03-15',
    ])
  })
})

describe('OpenDocument texts', () => {
  const body = `<text:tracked-changes><text:p>Deleted</text:p></text:tracked-changes>
    <text:p text:style-name="P1">Leave &amp; pay</text:p>
    <text:h text:outline-level="1">Holidays</text:h>
    <text:p>Thirty<text:s/>days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>pro rata</text:p></text:note-body></text:note>, <text:a xlink:href="https://x.test/a?b=&quot;c&quot;">see</text:a>.<office:annotation><text:p>Really?</text:p></office:annotation></text:p>
    <text:h text:outline-level="2">Sick leave</text:h>
    <text:list><text:list-item><text:p>One</text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item></text:list>
    <table:table><table:table-row><table:table-cell><text:p>Year</text:p></table:table-cell><table:table-cell><text:p>Days</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>25</text:p></table:table-cell></table:table-row></table:table>`
  const document = odt(body, {
    styles: '<style:style style:name="P1" style:parent-style-name="Title"/>',
  })

  test('have their title, headings, lists, tables and notes', async () => {
    expect((await read('a.odt', document)).title).toBe('Leave & pay')
    expect(await outline('a.odt', document)).toEqual([
      ['Holidays', null],
      ['Holidays/Sick leave', null],
    ])
    expect(await kinds('a.odt', document)).toEqual([
      ['paragraph', 'Thirty days (pro rata), [see](https://x.test/a?b=%22c%22).'],
      ['bullets', '- One\n  - Inner'],
      ['table', '| Year | Days |\n| --- | --- |\n| 1 | 25 |'],
    ])
  })

  test('with a password are `encrypted`', async () => {
    const manifest =
      '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'

    await expect(read('a.odt', odt('x', { manifest }))).rejects.toMatchObject({ code: 'encrypted' })
  })
})

describe('Books', () => {
  const chapters = {
    'two words.xhtml': '<html><body><h1 id="start">Start</h1><p>Hello.</p></body></html>',
    'b.xhtml': '<html><body><h2>More</h2><p>Goodbye.</p></body></html>',
  }
  const protecting = (name: string) => ({
    'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${name}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  })

  test('are their chapters in reading order', async () => {
    const { title, sections } = await read('a.epub', epub('The Manual', chapters))

    expect(title).toBe('The Manual')
    expect(sections).toMatchObject([
      { headings: ['Start'], blocks: [{ text: 'Hello.' }] },
      { headings: ['More'], blocks: [{ text: 'Goodbye.' }] },
    ])
  })

  test('with protected chapters are `encrypted`, with scrambled fonts they are read', async () => {
    const locked = epub('Locked', chapters, protecting('OEBPS/two%20words.xhtml'))
    const open = epub('Open', chapters, protecting('OEBPS/fonts/a.otf'))

    await expect(read('a.epub', locked)).rejects.toMatchObject({ code: 'encrypted' })
    expect((await read('a.epub', open)).title).toBe('Open')
  })
})

describe.each(['docx', 'pptx', 'xlsx', 'odt', 'epub'])('A file .%s', (extension) => {
  const path = `a.${extension}`

  test('that is damaged or another archive is `malformed`', async () => {
    const whole = zipped({ 'other.xml': '<a>text</a>' })
    const torn = Buffer.from(whole.subarray(0, whole.length - 30))

    await expect(read(path, whole)).rejects.toMatchObject({ code: 'malformed' })
    await expect(read(path, torn)).rejects.toMatchObject({ code: 'malformed' })
    await expect(read(path, 'Hello')).rejects.toMatchObject({ code: 'malformed' })
    await expect(read(path, '')).rejects.toMatchObject({ code: 'malformed' })
  })
})

const holding: [path: string, make: (text: string) => Uint8Array][] = [
  ['a.pptx', (text) => pptx([{ shapes: shape([text]) }])],
  ['a.xlsx', (text) => xlsx([{ name: 'A', data: `<row><c t="str"><v>${text}</v></c></row>` }])],
  ['a.odt', (text) => odt(`<text:p>${text}</text:p>`)],
  ['a.epub', (text) => epub('Book', { 'a.xhtml': `<p>${text}</p>` })],
]

describe.each(holding)('%s', (path, make) => {
  test('without text is `empty`', async () => {
    await expect(read(path, make(''))).rejects.toMatchObject({ code: 'empty' })
  })

  test('inflates to 64 MiB and no further', async () => {
    const bomb = make(' '.repeat(65 * 1024 * 1024))

    expect(bomb.length).toBeLessThan(1024 * 1024)
    await expect(read(path, bomb)).rejects.toMatchObject({ code: 'limit_exceeded' })
  })

  test('expands no entities that it declares', async () => {
    const lol = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    )
    const bomb = make(`<!DOCTYPE a [<!ENTITY l0 "lol">${lol.join('')}]>Text &l9;`)

    expect((await blocks(path, bomb)).join('').length).toBeLessThan(2000)
  })
})

test.each(['a.pptx', 'a.xlsx'])(
  '%s in the container of encrypted files is `encrypted`',
  async (path) => {
    await expect(read(path, Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toMatchObject({
      code: 'encrypted',
    })
  },
)
