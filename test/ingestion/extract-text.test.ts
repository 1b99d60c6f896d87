import { describe, expect, test } from 'vitest'
import { pdf } from './documents.ts'
import { blocks, kinds, outline, read } from './read.ts'

describe('plain text (docs/behaviour.md#formats)', () => {
  test('is its paragraphs and lists, and named by its file', async () => {
    const source = 'One\ntwo\n\n\n  Three\n\n- four\n- five\n\n 1. six\n'

    expect(await kinds('a.txt', source)).toEqual([
      ['paragraph', 'One\ntwo'],
      ['paragraph', 'Three'],
      ['bullets', '- four\n- five'],
      ['steps', ' 1. six'],
    ])
    expect((await read('guides/first_steps.txt', source)).title.toLowerCase()).toBe('first steps')
  })

  test('has the titles that a rule of their width underlines as headings', async () => {
    const source = 'Harbour\n=======\n\nA\n\nBerths\n-----\nB\n\n-----\n\nRules:\n======\n\nC\n'

    expect((await read('a.txt', source)).title).toBe('Harbour')
    expect(await outline('a.txt', source)).toEqual([
      ['', null],
      ['Berths', null],
      ['Rules:', null],
    ])
    expect(await blocks('a.txt', source)).toEqual(['A', 'B', 'C'])
  })

  test.each([
    ['the head of a table', 'Name  Value\n-----------\na     1'],
    ['the last line of a paragraph', 'It is said\nin two lines\n------------\n\nText'],
    ['a line of another width', 'Name\n----------------\n\nText'],
    ['an item', '- Name\n------\n\nText'],
  ])('takes %s for no heading', async (_, source) => {
    expect(await outline('a.txt', source)).toEqual([['', null]])
  })
})

test.each([
  ['guides/first-steps.txt', 'first steps'],
  ['guides/first-steps/index.md', 'first steps'],
  ['first-steps/README.txt', 'first steps'],
  ['first-steps/_index.md', 'first steps'],
  ['README.txt', 'readme'],
])('a document without a title is named by its path: %s', async (path, title) => {
  expect((await read(path, 'Text')).title.toLowerCase()).toBe(title)
})

describe('reStructuredText', () => {
  test('has the levels of its underlines in the order of their first use', async () => {
    const source =
      '====\nBook\n====\n\nA\n\nPart\n====\n\nB\n\nChapter\n-------\n\nC\n\nPart 2\n======\n\nD\n\nOdd\n---\n\nE\n'

    const { title } = await read('a.rst', source)

    expect(title).toBe('Book')
    expect(await outline('a.rst', source)).toEqual([
      ['', null],
      ['Part', null],
      ['Part/Chapter', null],
      ['Part 2', null],
      ['Part 2/Odd', null],
    ])
  })

  test.each([
    ['a line that is too short', 'Long title\n---\n\nText'],
    ['a line of two', 'No\n--\n\nText'],
    ['a line below nothing', 'One\n\n----\n\nText'],
  ])('takes %s for no heading', async (_, source) => {
    expect(await outline('a.rst', source)).toEqual([['', null]])
  })

  test('has a second heading of the first level as a section', async () => {
    expect(await outline('a.rst', 'One\n===\n\nA\n\nTwo\n===\n\nB')).toEqual([
      ['', null],
      ['Two', null],
    ])
  })

  test('leaves targets and directives out', async () => {
    expect(await blocks('a.rst', '.. _here:\n\n.. note:: This\n\nText')).toEqual(['Text'])
  })
})

describe('AsciiDoc', () => {
  test('keeps listings as code, and leaves attributes and comments out', async () => {
    const source =
      ':toc:\n// note\n[source,js]\n----\nlet a = 1\n\nlet b\n----\n\nSee https://x.test[] and https://y.test[Y].'

    expect(await kinds('a.adoc', source)).toEqual([
      ['code', '```js\nlet a = 1\n\nlet b\n```'],
      ['paragraph', 'See https://x.test and [Y](https://y.test/).'],
    ])
  })
})

describe('tables of values', () => {
  test.each([
    ['commas', 'A,B;C\n1,2', ['A: 1\nB;C: 2']],
    ['bars', 'A|B\n1|2', ['A: 1\nB: 2']],
    ['a header of one column', 'A\n1\n2', ['A: 1', 'A: 2']],
    ['columns without a name', 'A,,C\n1,2,3', ['A: 1\nColumn 2: 2\nC: 3']],
    ['rows that are longer', 'A,B\n1,2,3', ['A: 1\nB: 2\n3']],
    ['only a header', 'A,B', ['A\nB']],
    ['empty rows', 'A,B\n\n,\n1,2', ['A: 1\nB: 2']],
  ])('are read with %s', async (_, source, expected) => {
    expect(await blocks('a.csv', source)).toEqual(expected)
  })
})

describe('JSON', () => {
  test.each([
    ['a list of values', '[1,2]', ['1, 2']],
    ['a list of records', '[{"a":1},{"b":{"c":[2,3]}},{}]', ['a: 1', 'b.c: 2, 3']],
    ['one value', '"a"', ['a']],
    ['nulls, which are left out', '{"a":{"b":null,"c":1}}', ['c: 1']],
    ['false and nought', '{"a":false,"b":0}', ['a: false\nb: 0']],
    ['a null in a list', '[{"a":null,"b":1}]', ['b: 1']],
    ['a null at the top', '{"a":null,"b":1}', ['b: 1']],
    ['mixed lists', '[1,{"a":2}]', ['1', 'a: 2']],
  ])('is readable lines: %s', async (_, source, expected) => {
    expect(await blocks('a.json', source)).toEqual(expected)
  })

  test('is read to a depth of 64', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

    expect(await blocks('a.json', `[{"x":0},${nested(64)}]`)).toEqual([
      'x: 0',
      `${Array(64).fill('a').join('.')}: 1`,
    ])
    expect(await blocks('a.json', `[{"x":0},${nested(65)}]`)).toEqual(['x: 0'])
  })
})

describe('front matter', () => {
  test.each([
    ['nothing', 'Text', 'a'],
    ['a number', '---\ntitle: 42\n---\nText', '42'],
    ['a blank title', '---\ntitle: "  "\n---\nText', 'a'],
    ['blanks around it', '---\ntitle: "  B "\n---\nText', 'B'],
    ['a list for a title', '---\ntitle: [a, b]\n---\nText', 'a'],
    ['nothing in it', '---\n~\n---\nText', 'a'],
    ['one mistake', '---\ntitle: B\nx: [\n---\nText', 'B'],
    ['one line of TOML', '+++\ntitle = "B"\n+++\nText', 'B'],
    ['only a scalar', '---\njust text\n---\nText', 'a'],
    ['quotes in TOML', "+++\ntitle = 'B'\n+++\nText", 'B'],
    ['a table first in TOML', '+++\n[t]\ntitle = "B"\n+++\nText', 'a'],
    ['aliases, which are not expanded', '---\nx: &x [1]\ntitle: B\ny: [*x, *x]\n---\nText', 'B'],
  ])('with %s gives the title', async (_, source, title) => {
    expect((await read('a.md', source)).title.toLowerCase()).toBe(title.toLowerCase())
  })

  test.each(['description', 'summary', 'excerpt'])('with a %s keeps it apart', async (name) => {
    const { description, sections } = await read('a.md', `---\n${name}: Short.\n---\nText`)

    expect(description).toBe('Short.')
    expect(sections.flatMap((section) => section.blocks)).toEqual([
      { kind: 'paragraph', text: 'Text' },
    ])
  })

  test.each([
    ['2024-5-6', 'https://x.test/2024/05/06/post'],
    ['"2024-11-12T10:00:00Z"', 'https://x.test/2024/11/12/post'],
    ['soon', 'https://x.test/2020/01/02/post'],
  ])('with the date %s makes the address', async (date, expected) => {
    const links = {
      base_url: 'https://x.test',
      permalinks: { '**': '/{year}/{month}/{day}/{slug}' },
    }
    const source = `---\ndate: ${date}\n---\nText`

    expect((await read('2020-1-2-post.md', source, { links })).url).toBe(expected)
  })
})

describe('encodings', () => {
  test.each<[string, number[], string]>([
    ['UTF-8 by its mark', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
    ['damaged UTF-8 by its mark', [0xef, 0xbb, 0xbf, 0x41, 0xff], 'A\ufffd'],
    ['UTF-16, little end first', [0xff, 0xfe, 0xe9, 0], 'é'],
    ['UTF-16, big end first', [0xfe, 0xff, 0, 0xe9], 'é'],
    ['something that only begins like a mark', [0xef, 0xbb, 0x41], 'ï»A'],
    ['something that begins like UTF-16', [0xff, 0x41], 'ÿA'],
    ['something that begins like the other', [0xfe, 0x41], 'þA'],
    ['something that ends like a mark', [0x41, 0xbb, 0xbf], 'A»¿'],
    ['something that has its first byte alone', [0xef, 0x41, 0xbf], 'ïA¿'],
    ['something with its last byte alone', [0x41, 0x42, 0xbf], 'AB¿'],
    ['something that has one of UTF-16 second', [0x41, 0xff], 'Aÿ'],
    ['something that has the other second', [0x41, 0xfe], 'Aþ'],
  ])('%s', async (_, bytes, expected) => {
    expect(await blocks('a.txt', Uint8Array.from(bytes))).toEqual([expected])
  })

  test.each<[string, string, Buffer, string]>([
    ['of a page that is UTF-8 after all', 'iso-8859-2', Buffer.from('ż'), 'ż'],
    ['that nobody knows', 'x-none', Buffer.from('\xe9', 'latin1'), 'é'],
    ['of UTF-8, which it is not', 'utf-8', Buffer.from('\xe9', 'latin1'), 'é'],
    ['of seven bits', 'iso-2022-jp', Buffer.from('\x1b$B$"\x1b(B', 'latin1'), 'あ'],
  ])('a declared charset %s', async (_, charset, text, expected) => {
    const html = Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), text])

    expect(await blocks('a.html', html)).toEqual([expected])
  })

  test.each([
    ['a NUL at the beginning', 0],
    ['a NUL in its first 8 KiB', 8191],
  ])('no text has %s', async (_, at) => {
    const bytes = new Uint8Array(9000).fill(0x61)
    bytes[at] = 0

    await expect(read('a.txt', bytes)).rejects.toMatchObject({ code: 'unsupported_format' })
  })

  test('a later NUL is taken out of a text', async () => {
    const bytes = new Uint8Array(9000).fill(0x61)
    bytes[8192] = 0

    expect((await blocks('a.txt', bytes)).join('')).toHaveLength(8999)
  })

  test('every line end is one', async () => {
    expect(await blocks('a.txt', 'One\r\ntwo\r\rthree')).toEqual(['One\ntwo', 'three'])
  })
})

describe('PDF', () => {
  const drawn = (...lines: [y: number, text: string][]) =>
    `BT /F1 12 Tf ${lines.map(([y, text]) => `1 0 0 1 72 ${y} Tm (${text}) Tj`).join(' ')} ET`

  test.each<[string, [number, string][], string[]]>([
    [
      'lines are a paragraph',
      [
        [700, 'One'],
        [686, 'two'],
      ],
      ['One two'],
    ],
    [
      'a gap begins another',
      [
        [700, 'One'],
        [686, 'two'],
        [650, 'Three'],
      ],
      ['One two', 'Three'],
    ],
    [
      'a gap of 1.6 lines does not',
      [
        [700, 'One'],
        [681, 'two'],
      ],
      ['One two'],
    ],
    [
      'a hyphen joins a word',
      [
        [700, 'Assis-'],
        [686, 'tant'],
      ],
      ['Assistant'],
    ],
    [
      'a hyphen of a name stays',
      [
        [700, 'PDF-'],
        [686, 'A'],
      ],
      ['PDF- A'],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await blocks('a.pdf', pdf(['x'], { contents: [drawn(...lines), ''] }))).toEqual(expected)
  })

  test('without text tells the number of its pages', async () => {
    await expect(read('a.pdf', pdf(['']))).rejects.toMatchObject({
      message: 'Its page holds no text; a scan must be put through OCR first.',
    })
  })

  test('is named by its file where it has no title', async () => {
    expect((await read('the-plan.pdf', pdf(['One']))).title.toLowerCase()).toBe('the plan')
  })
})

test.each(['00cf11e0', 'd00011e0', 'd0cf00e0', 'd0cf1100'])(
  'a Word document is `encrypted` only in a container of OLE, not in %s',
  async (magic) => {
    await expect(read('a.docx', Buffer.from(magic, 'hex'))).rejects.toMatchObject({
      code: 'malformed',
    })
  },
)
