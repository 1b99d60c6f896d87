import { describe, expect, test } from 'vitest'
import { chunk } from '../../server/ingestion/chunk.ts'
import type { Block, BlockKind, Section } from '../../server/ingestion/extracted.ts'
import { anchorOf } from '../../server/text/structure.ts'

const block = (kind: BlockKind, text: string): Block => ({ kind, text })
const paragraph = (length: number) => block('paragraph', 'a'.repeat(length))

/** A list of items that are so long. */
const list = (...items: number[]) =>
  block('bullets', items.map((length) => `- ${'a'.repeat(length - 2)}`).join('\n'))

function section(headings: string[], ...blocks: Block[]): Section {
  return { headings, fragment: null, page: null, blocks }
}

/** The lengths of the passages of one section. */
function lengths(...blocks: Block[]): number[] {
  return chunk([section(['H'], ...blocks)]).map(({ text }) => text.length)
}

function anchors(...sections: Section[]) {
  return chunk(sections).map(anchorOf)
}

describe('how much a passage holds', () => {
  test.each<[string, Block[], number[]]>([
    ['paragraphs up to 1,200 characters', [paragraph(598), paragraph(600)], [1200]],
    ['no more than that', [paragraph(599), paragraph(600)], [599, 600]],
    ['one block more where it has less than 300', [paragraph(299), paragraph(1000)], [1301]],
    ['no block more where it has 300', [paragraph(300), paragraph(1000)], [300, 1000]],
    ['a paragraph of 1,200', [paragraph(1200)], [1200]],
    ['a list of 2,400', [block('bullets', `- ${'a'.repeat(2398)}`)], [2400]],
    ['a word of 2,400', [paragraph(2400)], [2400]],
    ['a longer word in parts', [paragraph(2401)], [1200, 1200, 1]],
    ['what introduces', [block('paragraph', 'Do:'), block('bullets', '-'.repeat(2395))], [2400]],
    ['a list after a paragraph of 300', [paragraph(300), list(1000)], [1302]],
    ['no list after a longer one', [paragraph(301), list(1000)], [301, 1000]],
    ['items of a long list up to 1,200', [list(599, 600, 599, 600, 500)], [1200, 1200, 500]],
    ['no more items', [list(600, 600, 599, 600, 500)], [600, 1200, 1101]],
    [
      'what would be too long apart',
      [block('paragraph', 'Do:'), block('bullets', '-'.repeat(2396))],
      [3, 2396],
    ],
  ])('%s', (_, blocks, expected) => {
    expect(lengths(...blocks)).toEqual(expected)
  })

  test('a long part is cut at a blank of its second half, never within a character', () => {
    const cut = (text: string) =>
      chunk([section([], block('quotation', text))]).map(({ text }) => text)

    expect(cut(`${'a'.repeat(700)} ${'b'.repeat(2000)}`).map((text) => text[0])).toEqual([
      'a',
      'b',
      'b',
    ])
    expect(cut(`${'a'.repeat(600)} ${'b'.repeat(2400)}`)[0]).toHaveLength(1200)
    expect(cut(`${'a'.repeat(601)} ${'b'.repeat(2400)}`)[0]).toHaveLength(601)
    const fits = `${'b'.repeat(700)} ${'c'.repeat(499)}`
    expect(cut('a'.repeat(2400) + fits).at(-1)).toBe(fits)
    expect(cut(`${'a'.repeat(1199)}${'😀'.repeat(700)}`)[0]).toHaveLength(1199)
  })
})

describe('sections of a line or two', () => {
  const parent = (length: number) => section(['A'], paragraph(length))
  const child = section(['A', 'B'], paragraph(10))
  const sibling = (length: number) => section(['A', 'B'], paragraph(length))
  const next = section(['A', 'C'], paragraph(10))

  test.each<[string, Section[], (string | null)[]]>([
    ['less than 200 before a child', [parent(197), child], ['A']],
    ['no more before a child', [parent(198), child], ['A', 'A › B']],
    ['less than 100 before a sibling', [sibling(97), next], ['A']],
    ['no more before a sibling', [sibling(98), next], ['A › B', 'A › C']],
    ['up to 800 together', [parent(100), section(['A', 'B'], paragraph(696))], ['A']],
    ['no more together', [parent(100), section(['A', 'B'], paragraph(697))], ['A', 'A › B']],
    ['not the top of a document', [section([], paragraph(9)), child], [null, 'A › B']],
    ['no cousins', [section(['A', 'B', 'C'], paragraph(9)), next], ['A › B › C', 'A › C']],
    ['no strangers', [sibling(9), section(['D'], paragraph(9))], ['A › B', 'D']],
    ['no first-level siblings', [parent(9), section(['D'], paragraph(9))], ['A', 'D']],
    ['no question as a child', [parent(9), section(['A', 'B?'], paragraph(9))], ['A', 'A › B?']],
    [
      'a question before its child',
      [section(['A?'], paragraph(9)), section(['A?', 'B'], paragraph(9))],
      ['A?'],
    ],
    [
      'no pages',
      [
        { ...parent(9), page: 1 },
        { ...child, page: 2 },
      ],
      ['Page 1 › A', 'Page 2 › A › B'],
    ],
    ['no page after text', [parent(9), { ...child, page: 2 }], ['A', 'Page 2 › A › B']],
    ['several in a row', [sibling(9), next, section(['A', 'D'], paragraph(9))], ['A']],
  ])('are merged: %s', (_, sections, expected) => {
    expect(anchors(...sections)).toEqual(expected)
  })

  test('keep their headings in the text, at the level they had', () => {
    const deep = section(['A', 'B', 'C'], block('paragraph', 'two'))

    expect(chunk([section(['A'], block('paragraph', 'one')), deep])[0]?.text).toBe(
      'one\n\n### B\n\n#### C\n\ntwo',
    )
    expect(chunk([sibling(1), next])[0]?.text).toBe(`### B\n\na\n\n### C\n\n${'a'.repeat(10)}`)
  })

  test('have headings of six marks at most', () => {
    const path = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const [passage] = chunk([
      section(path.slice(0, 7), block('paragraph', 'one')),
      section(path, block('paragraph', 'two')),
    ])

    expect(passage?.text).toBe('one\n\n###### H\n\ntwo')
  })
})

describe('long blocks', () => {
  const passages = (kind: BlockKind, text: string) =>
    chunk([section([], block(kind, text))]).map(({ text }) => text)
  const lines = (count: number, line: string) => Array<string>(count).fill(line).join('\n')

  test('lists are cut between the items of the outermost list only', () => {
    const item = `1. ${'a'.repeat(490)}\n   - ${'b'.repeat(490)}`

    const cut = passages('bullets', lines(6, item))

    expect(cut).toHaveLength(6)
    expect(cut.every((text) => text === item)).toBe(true)
  })

  test('indented lists are cut between their items', () => {
    const cut = passages('bullets', lines(5, `  * ${'a'.repeat(596)}`))

    expect(cut.map((text) => text.trim().slice(0, 3))).toEqual(Array(5).fill('* a'))
  })

  test('tables repeat a header of up to half a passage', () => {
    const table = (header: number) =>
      passages('table', `${'h'.repeat(header)}\n---\n${lines(100, '| cell |'.padEnd(50, '-'))}`)
    const repeated = (header: number) => table(header).filter((text) => text.startsWith('h')).length

    expect(repeated(595)).toBe(table(595).length)
    expect(table(595).length).toBeGreaterThan(5)
    expect(repeated(596)).toBe(1)
    expect(table(595).every((text) => text.length <= 1200)).toBe(true)
  })

  test('code repeats its fence, be it of waves, indented or none', () => {
    const body = lines(100, 'b'.repeat(50))

    for (const [open, close] of [
      ['~~~~js', '~~~~'],
      ['  ```', '```'],
    ]) {
      const cut = passages('code', `${open}\n${body}\n${close}`)
      expect(cut.length).toBeGreaterThan(4)
      expect(
        cut.every((text) => text.startsWith(`${open}\nb`) && text.endsWith(`b\n${close}`)),
      ).toBe(true)
    }
    expect(passages('code', body).every((text) => /^```\nb[^]*b\n```$/.test(text))).toBe(true)
  })

  test('code of a fence with very long words is cut without it', () => {
    const cut = passages('code', `\`\`\`${'j'.repeat(600)}\n${lines(100, 'b'.repeat(50))}\n\`\`\``)

    expect(cut.filter((text) => text.startsWith('```j'))).toHaveLength(1)
  })

  test('quotes are cut between lines, and blank lines at a cut go', () => {
    const cut = passages('quotation', lines(20, `> ${'a'.repeat(298)}\n`))

    expect(cut.every((text) => text.startsWith('> a') && text.endsWith('a'))).toBe(true)
    expect(cut.length).toBeGreaterThan(4)
  })
})
