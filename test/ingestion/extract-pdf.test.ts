import { describe, expect, test } from 'vitest'
import { type Placed, pdf } from './documents.ts'
import { blocks, kinds, read } from './read.ts'

const BODY = 'Some words of a text that goes on, as texts of documents do, for a line.'

/** Lines below each other, each with the size of its letters. */
function lines(...texts: [text: string, size: number][]): Placed[] {
  return texts.map(([text, size], at) => [text, size, 72, 720 - 40 * at])
}

async function sections(...document: Parameters<typeof read>) {
  const found = await read(...document)
  return found.sections.map(({ page, headings }) => [page, headings.join('/')])
}

describe('headings of a PDF', () => {
  const pages = [
    lines(['Tariffs', 24], ['1 Prices', 18], [BODY, 10], ['Shops', 14], [BODY, 10]),
    lines([BODY, 10], ['2 Refunds', 18], [BODY, 10]),
  ]

  test('are in larger letters; the largest of the first page are the title', async () => {
    const document = pdf(pages)

    expect((await read('a.pdf', document)).title).toBe('Tariffs')
    expect(await sections('a.pdf', document)).toEqual([
      [1, '1 Prices'],
      [1, '1 Prices/Shops'],
      [2, '1 Prices/Shops'],
      [2, '2 Refunds'],
    ])
    expect((await blocks('a.pdf', document)).join('')).not.toContain('Shops')
  })

  test('are those of the outline where there is one', async () => {
    const document = pdf(pages, {
      outline: [
        ['Prices', 0],
        [' Shops', 0],
        ['Gone', 1],
        ['refunds', 1],
      ],
    })

    expect(await sections('a.pdf', document)).toEqual([
      [1, 'Prices'],
      [1, 'Prices/Shops'],
      [2, 'Prices/Shops'],
      [2, 'refunds'],
    ])
  })

  test('take several lines, and no more than a heading does', async () => {
    const wrapped: Placed[] = [
      ['How much is', 18, 72, 700],
      ['a desk?', 18, 72, 679],
      ['Answer', 18, 72, 640],
      [BODY, 10, 72, 600],
      ['T', 30, 72, 560],
      [BODY, 10, 72, 520],
    ]

    const { title } = await read('a.pdf', pdf([wrapped]))

    expect(title).toBe('How much is a desk?')
    expect(await sections('a.pdf', pdf([wrapped]))).toEqual([[1, 'Answer']])
  })

  test('are none where most of the text is large', async () => {
    const poster = pdf([lines(['Come to our large opening', 30], ['small print', 8])])

    expect(await sections('a.pdf', poster)).toEqual([[1, '']])
  })
})

describe('the title of a PDF', () => {
  const page = lines(['Tariffs', 24], [BODY, 10])

  test.each<[title: string, outline: [string, number][], expected: string]>([
    [
      'the one entry that holds the outline',
      [
        ['Our prices', 0],
        [' Desks', 0],
      ],
      'Our prices',
    ],
    [
      'the first heading',
      [
        ['Desks', 0],
        ['Chairs', 0],
      ],
      'Tariffs',
    ],
    [
      'no name that a program gave',
      [
        ['Microsoft Word - a1.docx', 0],
        [' Desks', 0],
      ],
      'Tariffs',
    ],
    [
      'no name of a file',
      [
        ['prices_final.indd', 0],
        [' Desks', 0],
      ],
      'Tariffs',
    ],
  ])('is %s', async (_, outline, expected) => {
    expect((await read('a.pdf', pdf([page], { outline, title: 'untitled' }))).title).toBe(expected)
  })

  test("is its file's name where no letters are larger, whatever the producer wrote", async () => {
    const document = pdf(['Words.'], { title: 'Microsoft Word - Document1' })

    expect((await read('price-list.pdf', document)).title).toBe('price list')
  })
})

describe('tables of a PDF', () => {
  /** A row of cells that begin at these places. */
  function row(y: number, ...cells: [text: string, x: number][]): Placed[] {
    return cells.map(([text, x]) => [text, 10, x, y])
  }

  test('are rows; a cell goes on below, a number may stand to the right', async () => {
    const page = [
      ...row(700, [BODY, 72]),
      ...row(660, ['Plan', 72], ['Price', 200], ['Use', 280]),
      ...row(640, ['Basic | old', 72], ['9', 214], ['For one', 280]),
      ...row(628, ['person', 280]),
      ...row(608, ['Pro', 72], ['29', 209], ['For teams', 280]),
      ...row(588, ['Sum', 72], ['38', 209]),
      ...row(540, [BODY, 72]),
    ]

    expect(await kinds('a.pdf', pdf([page]))).toEqual([
      ['paragraph', BODY],
      [
        'table',
        '| Plan | Price | Use |\n| --- | --- | --- |\n| Basic \\| old | 9 | For one person |\n| Pro | 29 | For teams |\n| Sum | 38 |  |',
      ],
      ['paragraph', BODY],
    ])
  })

  test.each<[string, Placed[]]>([
    ['a single row', row(700, ['Left', 72], ['Right', 300])],
    ['points', [...row(700, ['-', 72], ['One', 100]), ...row(686, ['-', 72], ['Two', 100])]],
    ['numbers', [...row(700, ['1.', 72], ['One', 100]), ...row(686, ['2.', 72], ['Two', 100])]],
    [
      'words that stand nowhere',
      [...row(700, ['Left', 72], ['Right', 300]), ...row(686, ['Between', 150], ['End', 400])],
    ],
    [
      'rows that are far apart',
      [...row(700, ['Left', 72], ['Right', 300]), ...row(600, ['Left', 72], ['Right', 300])],
    ],
  ])('are not %s', async (_, page) => {
    const found = await kinds('a.pdf', pdf([page]))

    expect(new Set(found.map(([kind]) => kind))).toEqual(new Set(['paragraph']))
  })
})

test('what pages repeat at their edges is left out, their numbers as well', async () => {
  const page = (number: number): Placed[] =>
    lines(['Handbook', 10], [`Words of page ${number}.`, 10], [`Page ${number} of 3`, 8])

  expect(await blocks('a.pdf', pdf([page(1), page(2), page(3)]))).toEqual([
    'Words of page 1.',
    'Words of page 2.',
    'Words of page 3.',
  ])
  expect(await blocks('a.pdf', pdf([page(1), page(2)]))).toContain('Handbook')
})
