import { array, assert, constantFrom, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { chunk } from '../../server/ingestion/chunk.ts'
import type { Block, Section } from '../../server/ingestion/extracted.ts'

function section(headings: string[], ...texts: (string | Block)[]): Section {
  const blocks = texts.map(
    (text): Block => (typeof text === 'string' ? { kind: 'paragraph', text } : text),
  )
  return { headings, fragment: headings.at(-1)?.toLowerCase() ?? null, page: null, blocks }
}

const sentences = (count: number) =>
  Array.from({ length: count }, (_, index) => `This is sentence number ${index}.`).join(' ')

test('a passage stays under one heading and carries its path', () => {
  const passages = chunk([section([], sentences(10)), section(['A', 'B'], sentences(10))])

  expect(
    passages.map(({ position, section, headings, fragment }) => ({
      position,
      section,
      headings,
      fragment,
    })),
  ).toEqual([
    { position: 0, section: 0, headings: [], fragment: null },
    { position: 1, section: 1, headings: ['A', 'B'], fragment: 'b' },
  ])
})

test('a section of a line is read with the part that follows, under their common heading', () => {
  const passages = chunk([
    section(['Install'], 'Pick one:'),
    section(['Install', 'npm'], 'Run npm i.'),
  ])

  expect(passages).toMatchObject([
    { headings: ['Install'], text: 'Pick one:\n\n### npm\n\nRun npm i.' },
  ])
})

test('questions stand for themselves', () => {
  const passages = chunk([
    section(['FAQ', 'Is it free?'], 'Yes.'),
    section(['FAQ', 'Is it safe?'], 'Yes.'),
  ])

  expect(passages.map((passage) => passage.headings)).toEqual([
    ['FAQ', 'Is it free?'],
    ['FAQ', 'Is it safe?'],
  ])
})

test('a passage knows its page', () => {
  const sections = [section([], 'Text'), section(['Prices', 'Shops'], 'Text')]

  expect(chunk(sections.map((found) => ({ ...found, page: 3 })))).toMatchObject([
    { headings: [], page: 3 },
    { headings: ['Prices', 'Shops'], page: 3 },
  ])
})

test('a long paragraph is cut between sentences, not after an abbreviation', () => {
  const passages = chunk([
    section([], 'It was said by Dr. Robert Lee in that same year. '.repeat(60)),
  ])

  expect(passages.length).toBeGreaterThan(1)
  expect(passages.filter(({ text }) => !text.endsWith('year.'))).toEqual([])
})

test('paragraphs gather up to about 1,200 characters', () => {
  const passages = chunk([section([], ...Array<string>(10).fill(sentences(10)))])

  expect(passages.every(({ text }) => text.length >= 300 && text.length <= 1200)).toBe(true)
})

test('a long paragraph is cut between sentences', () => {
  const passages = chunk([section([], sentences(200))])

  expect(passages.length).toBeGreaterThan(4)
  expect(passages.every(({ text }) => text.startsWith('This') && text.endsWith('.'))).toBe(true)
  expect(passages.map(({ text }) => text).join(' ')).toBe(sentences(200))
})

test('code in a step that is cut stays code, whatever its lines look like', () => {
  const lines = Array.from({ length: 120 }, (_, at) => `- name: step ${at} of \${{ all }}`)
  const item = ['1. Write the file:', '', '```yaml', ...lines, '```', '', 'Then save it.']
  const list = item.map((line, at) => (at > 0 && line !== '' ? `   ${line}` : line)).join('\n')

  const passages = chunk([section([], { kind: 'steps', text: `${list}\n2. Go on.` })])
  const texts = passages.map(({ text }) => text)

  expect(texts.length).toBeGreaterThan(2)
  expect(texts[0]).toMatch(/^1\. Write the file:\n+```yaml\n- name: step 0 [^]*\n```$/)
  expect(texts[1]).toMatch(/^```yaml\n- name: [^]*\n```$/)
  expect(texts.at(-1)).toMatch(
    /- name: step 119 of \$\{\{ all \}\}\n```\n\nThen save it\.\n2\. Go on\.$/,
  )
})

test('code is kept whole where it fits, and else cut between lines with its fence repeated', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `call(${index}) // ${'x'.repeat(30)}`)
  const code = (count: number): Block => ({
    kind: 'code',
    text: `\`\`\`js\n${lines(count).join('\n')}\n\`\`\``,
  })

  expect(chunk([section([], code(40))])).toHaveLength(1)
  const cut = chunk([section([], code(200))])
  expect(cut.length).toBeGreaterThan(4)
  expect(cut.every(({ text }) => /^```js\ncall[^]*\n```$/.test(text))).toBe(true)
})

test('a long table is cut between rows with its header repeated, a long list between items', () => {
  const rows = Array.from({ length: 120 }, (_, index) => `| ${index} | ${'v'.repeat(30)} |`).join(
    '\n',
  )
  const items = Array.from(
    { length: 120 },
    (_, index) => `- item ${index} ${'v'.repeat(20)}\n  more`,
  ).join('\n')

  const tables = chunk([section([], { kind: 'table', text: `| N | V |\n| --- | --- |\n${rows}` })])
  const lists = chunk([section([], { kind: 'bullets', text: items })])

  expect(tables.every(({ text }) => text.startsWith('| N | V |\n| --- | --- |\n| '))).toBe(true)
  expect(lists.every(({ text }) => text.startsWith('- item') && text.endsWith('more'))).toBe(true)
})

test('what introduces a list or code stays with it', () => {
  const list: Block = { kind: 'bullets', text: `- ${'long item '.repeat(100)}` }
  const passages = chunk([section([], sentences(20), 'Do this:', list)])

  expect(passages.at(-1)?.text).toMatch(/^Do this:\n\n- long item/)
})

test('a long list is cut between nested items with what they are nested in', () => {
  const nested = Array.from(
    { length: 60 },
    (_, at) => `    - Step ${at} of this ${'x'.repeat(40)}.`,
  )
  const text = ['- Windows', '- Linux', ...nested, '- macOS'].join('\n')

  const passages = chunk([section(['Install'], { kind: 'bullets', text })])

  expect(passages.length).toBeGreaterThan(2)
  for (const passage of passages.slice(1)) expect(passage.text).toMatch(/^- Linux\n {4}- Step/)
  expect(passages.flatMap((passage) => passage.text.match(/Step \d+/g) ?? [])).toHaveLength(60)
})

test.each([
  ['with a colon', `${sentences(30)} Follow these steps:`],
  ['without one', 'These are the steps'],
])('a list that just fits is cut rather than parted from its introduction %s', (_how, lead) => {
  const items = Array.from({ length: 55 }, (_, at) => `${at + 1}. Step ${'x'.repeat(32)}.`).join(
    '\n',
  )

  const passages = chunk([section([], sentences(30), lead, { kind: 'bullets', text: items })])

  expect(passages.find(({ text }) => text.includes(lead))?.text).toContain('\n\n1. Step')
  expect(passages.flatMap(({ text }) => text.match(/\d+\. Step/g) ?? [])).toHaveLength(55)
})

test('no text makes a passage of more than 2,400 characters, and none is lost', () => {
  const kind = constantFrom<Block['kind']>('paragraph', 'bullets', 'table', 'code', 'quotation')
  const text = string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((word) =>
    `${word} `.repeat(150),
  )
  assert(
    property(array(record({ kind, text }), { minLength: 1, maxLength: 4 }), (blocks) => {
      const passages = chunk([{ headings: ['H'], fragment: null, page: null, blocks }])

      expect(passages.every((passage) => [...passage.text].length <= 2400)).toBe(true)
      expect(passages.every((passage) => passage.text.isWellFormed())).toBe(true)
    }),
    { numRuns: 60 },
  )
})

/** The blocks of a passage with their texts. */
function blocksOf({ text, blocks }: ReturnType<typeof chunk>[number]) {
  return blocks.map(({ start, end, ...block }) => ({ ...block, text: text.slice(start, end) }))
}

test('a passage knows its blocks, and what is known of each', () => {
  const sections: Section[] = [
    {
      ...section(
        ['Install'],
        'Do this:',
        { kind: 'steps', text: '1. Go\n2. Stop', title: 'Steps', admonition: 'tip' },
        { kind: 'code', text: '```sh\nnpm i\n```' },
      ),
      role: 'procedure',
    },
  ]

  const [passage] = chunk(sections)

  expect(passage).toMatchObject({ section: 0, role: 'procedure' })
  expect(passage && blocksOf(passage)).toEqual([
    { kind: 'paragraph', text: 'Do this:' },
    { kind: 'steps', title: 'Steps', admonition: 'tip', text: '1. Go\n2. Stop' },
    { kind: 'code', language: 'sh', text: '```sh\nnpm i\n```' },
  ])
})

test('headings of merged sections are blocks that know the place and the role of theirs', () => {
  const [passage] = chunk([
    { ...section(['Doors', 'It jams'], 'It does not open.'), role: 'problem' },
    { ...section(['Doors', 'Oil it'], 'Take oil.'), role: 'solution' },
  ])

  expect(passage).toMatchObject({ headings: ['Doors'], role: null, fragment: 'it jams' })
  expect(passage && blocksOf(passage)).toEqual([
    { kind: 'heading', fragment: 'it jams', role: 'problem', text: '### It jams' },
    { kind: 'paragraph', text: 'It does not open.' },
    { kind: 'heading', fragment: 'oil it', role: 'solution', text: '### Oil it' },
    { kind: 'paragraph', text: 'Take oil.' },
  ])
})

test('a block that a border cuts says where it goes on', () => {
  const rows = Array.from({ length: 120 }, (_, at) => `| ${at} | ${'x'.repeat(20)} |`).join('\n')
  const passages = chunk([
    section(['T'], { kind: 'table', text: `| a | b |\n| --- | --- |\n${rows}` }, sentences(3)),
  ])

  expect(passages.map((passage) => blocksOf(passage).map(({ kind, cut }) => [kind, cut]))).toEqual([
    [['table', 'after']],
    [['table', 'both']],
    [['table', 'both']],
    [
      ['table', 'before'],
      ['paragraph', undefined],
    ],
  ])
})

test('the blocks of any passage are all of its text but blank lines', () => {
  const kind = constantFrom(
    ...(['paragraph', 'steps', 'bullets', 'definition', 'table', 'code', 'quotation'] as const),
  )
  const block = record({ kind, text: string({ minLength: 1, maxLength: 4000 }) })
  const sections = array(
    record({
      headings: array(constantFrom('A', 'B', 'C?'), { maxLength: 3 }),
      blocks: array(block),
    }),
  )
  assert(
    property(sections, (given) => {
      for (const { text, blocks } of chunk(
        given.map((each) => ({ ...each, fragment: null, page: null })),
      )) {
        const between = blocks.map(({ start }, at) => text.slice(blocks[at - 1]?.end ?? 0, start))
        expect(between).toEqual(blocks.map((_, at) => (at === 0 ? '' : '\n\n')))
        expect(blocks.at(-1)?.end).toBe(text.length)
      }
    }),
  )
})
