import { describe, expect, test } from 'vitest'
import { blocks, kinds, outline, read } from './read.ts'

describe('markup in Markdown (docs/behaviour.md#formats)', () => {
  test.each([
    ['blocks on one line apart', 'A<div>B</div>C', ['A', 'B', 'C']],
    ['inline elements in their sentence', 'A <b>b</b> <span>c</span><br>d', ['A b c d']],
    [
      'cells in their row',
      '| a | b |\n| - | - |\n| x<p>y | z |',
      ['| a | b |\n| - | - |\n| x y | z |'],
    ],
    ['headings as headings', '<h2>A</h2>Text', ['Text']],
    ['what is indented in elements', '<div>\n  <div>\n    Text\n  </div>\n</div>', ['Text']],
    ['text after elements that close', '<div>\n</div>\n</div>\n\n    code', ['```\ncode\n```']],
    [
      'notes of MkDocs as text',
      'A\n\n!!! note "Mind this"\n    One.\n\n    Two.\n\nB\n\n    code',
      ['A', '**Mind this**', 'One.', 'Two.', 'B', '```\ncode\n```'],
    ],
    ['no scripts', 'A <script>b < c</script> d', ['A  d']],
    ['what an open script leaves', 'A <script>b', ['A b']],
    ['preformatted text as code', '<pre>\na <b>b</b>\n</pre>', ['```\na b\n```']],
    ['an open pre as text', '<pre>a', ['a']],
    ['no comments', 'A <!-- b\n\nc --> d', ['A  d']],
    ['nothing after an open comment', 'A <!-- b', ['A']],
    ['escaped signs', '<p>\\<b> \\`c</p>', ['\\<b> \\`c']],
    ['code with other ticks', '<p>`` a ` <b> `` c</p>', ['`` a ` <b> `` c']],
    ['ticks that stay open', '<p>a ` b <b>c</b></p>', ['a ` b c']],
    ['fences of waves', '<p>x</p>\n\n~~~~\n<b>\n~~~\n~~~~', ['x', '~~~~\n<b>\n~~~\n~~~~']],
    ['an open fence', '<p>x</p>\n\n```\n<b>', ['x', '```\n<b>']],
    ['a fence in an element', '<div>\n  ```\n  a\n    b\n  ```\n</div>', ['```\na\n  b\n```']],
    ['custom elements', '<my-note>a</my-note>', ['a']],
    ['unknown words in signs', '<div></div>Array<string> and <T>', ['Array\\<string> and \\<T>']],
    ['such words in indented code', 'A <b>b</b>\n\n    c <T>', ['A b', '```\nc <T>\n```']],
    ['addresses in signs', '<b>See</b> <https://x.test>, a < b', ['See <https://x.test>, a < b']],
    ['pictures by their words', '<img src="a" alt="A chart"> b', ['A chart b']],
    ['images that stand alone, which no answer quotes', '![a b](c.png)', ['![a b]()']],
    ['no names of their files', 'a ![main-window.png](a/main-window.png) b', ['a  b']],
    ['signs in attributes', '<div title="a > b">c</div>', ['c']],
    ['open quotes as text', '<div title="a>b', ['\\<div title="a>b']],
  ])('leaves %s', async (_, source, expected) => {
    expect(await blocks('a.md', source)).toEqual(expected)
  })

  test.each([
    ['links', '<a href="https://x.test/a b">A</a>', ['[A](https://x.test/a%20b)']],
    ['links of several paragraphs as text', '<a href="https://x.test">A\n\nB</a>', ['A', 'B']],
    ['links of links as text', '<a href="https://x.test">[A](b)</a>', ['A']],
    ['anchors as nothing', '<a name="x"></a>A', ['A']],
  ])('makes of %s', async (_, source, expected) => {
    expect(await blocks('a.md', source)).toEqual(expected)
  })
})

describe('MDX', () => {
  test.each([
    ['captions', '<Card title="A" description=\'B\' label={c}>D</Card>', ['**A**', '**B**', 'D']],
    ['commands', '<Copy command="npm i" />', ['```\nnpm i\n```']],
    ['commands with fences not', '<Copy command="```" />Text', ['Text']],
    ['one command in braces', "<Copy code={'npm i'} />", ['```\nnpm i\n```']],
    ['records of records', "<T rows={[{a:'x',b:[{c:'y'}]}]} />", ['- `x`\n  - `y`']],
    [
      'words, not what is empty',
      "<T rows={[{a:'x',b:'',c:null,d:2,e:true}]} />",
      ['- `x` — 2 — true'],
    ],
    ['strings with escapes', "<T rows={[{a:'it\\'s'}]} />", ["- `it's`"]],
    ['lists with comments', "<T rows={[ /* no */ {a:'x'}, // no\n ]} />", ['- `x`']],
    ['no code', '<T rows={[{a: f(x)}]} />Text', ['Text']],
    ['no records that are broken', "<T rows={[{a 'x'}]} />Text", ['Text']],
    ['components in a sentence', 'A <Kbd>B</Kbd> c', ['A B c']],
    ['expressions of blanks', "<b>A</b>{' '}B", ['A B']],
    ['no other expressions', 'A {b} c', ['A c']],
    ['exports to their end', 'export const a = {\n  b: 1\n}\n\nText', ['Text']],
    ['none in components', '<Card>\n\nexport const a = 1\n\nText\n\n</Card>', ['Text']],
    ['indented text as text', '    Text', ['    Text']],
    ['attributes with expressions', '<Card on={() => a > b}>C</Card>', ['C']],
  ])('shows %s', async (_, source, expected) => {
    expect(await blocks('a.mdx', source)).toEqual(expected)
  })

  test('is Markdown only in its own files', async () => {
    expect(await blocks('a.md', "import a from 'a'\n\nA{' '}B <b>c</b>")).toEqual([
      "import a from 'a'",
      "A{' '}B c",
    ])
  })

  test.each([
    ['has an attribute', '<Links\n  list={[{ a: "B" }]}\n>\n\nText', ['- `B`', 'Text']],
    ['ends itself', '<Install />\n\nText', ['Text']],
    ['is imported at its beginning', "import { Note } from '../note'\n\nA{' '}B", ['A B']],
    ['is closed', '<Note>\nText\n</Note>', ['Text']],
  ])('is known in a Markdown file by a component that %s', async (_, source, expected) => {
    expect(await blocks('a.md', source)).toEqual(expected)
  })

  test.each([
    ['a placeholder', 'Type <Name> and <USER>.', ['Type \\<Name> and \\<USER>.']],
    ['code in a line', 'Write `<Note />`, {b}.', ['Write `<Note />`, {b}.']],
    ['a fence', '```\n<Note />\n```\n\nA {b}', ['```\n<Note />\n```', 'A {b}']],
    ['indented code', 'A {b}\n\n    a <Note />', ['A {b}', '```\na <Note />\n```']],
  ])('is not known by %s', async (_, source, expected) => {
    expect(await blocks('a.md', source)).toEqual(expected)
  })
})

test.each([
  ['```ts {6-13} /(inject)[^(]/\na\n```', '```ts\na\n```'],
  ['Press ++ctrl+alt+s++ in C++ now.', 'Press ctrl+alt+s in C++ now.'],
  ['- <!-- a comment -->\n\n  Text', '- Text'],
  ['- {{% badge new %}}\n  Text', '- Text'],
  ['1. Set it,\n  or do not:\n\n    {{< open >}}\n\n2. Go', '1. Set it,\n  or do not:\n\n2. Go'],
  ['Text[^1]\n[^2]\nmore', 'Text\n\nmore'],
  ['<a href="https://x.test/">\n  Start\n</a>', '[Start](https://x.test/)'],
])('%j is read as %j', async (source, expected) => {
  expect((await blocks('a.md', source)).join('\n\n')).toBe(expected)
})

describe('shortcodes', () => {
  test.each([
    ['{{< figure title="A" caption="B" >}}', ['**A**', 'B']],
    ['{{< def abbr="CA" >}}', ['(CA)']],
    ['{{< note >}}Text{{< /note >}}', ['Text']],
    ['{{< highlight go "linenos=table" >}}\na < b\n{{< /highlight >}}', ['```go\na < b\n```']],
    ['{{< tab header="A" lang="toml" >}}\n+++\n{{< /tab >}}', ['```toml\n+++\n```']],
    ['{{< tab header="A" lang="sh" >}}\n```\n+++\n```\n{{< /tab >}}', ['```\n+++\n```']],
    ['{{ .Site }} <b>x</b>', ['x']],
  ])('%s', async (source, expected) => {
    expect(await blocks('a.md', source)).toEqual(expected)
  })
})

describe('blocks of Markdown', () => {
  test('are told apart by kind, and indented code is fenced', async () => {
    const source =
      'A\n\n- B\n\n1. C\n\n| D |\n| - |\n| E |\n\n```\nF\n```\n\n> G\n\ntext:\n\n    H\n      I\n\n***'

    expect(await kinds('a.md', source)).toEqual([
      ['paragraph', 'A'],
      ['bullets', '- B'],
      ['steps', '1. C'],
      ['table', '| D |\n| - |\n| E |'],
      ['code', '```\nF\n```'],
      ['quotation', '> G'],
      ['paragraph', 'text:'],
      ['code', '```\nH\n  I\n```'],
    ])
  })

  test.each<[string, string, (string | null)[][]]>([
    [
      'the title left out',
      '# A\n\nT\n\n## B\n\nU',
      [
        ['', null],
        ['B', 'b'],
      ],
    ],
    ['another title kept', '---\ntitle: Z\n---\n# A\n\nT', [['A', 'a']]],
    [
      'a second title kept',
      '# A\n\nT\n\n# B\n\nU',
      [
        ['', null],
        ['B', 'b'],
      ],
    ],
    ['no empty ones', '## A\n\nT\n\n##\n\nU', [['A', 'a']]],
    ['their marks taken off', '## `A` *b* [c](d)\n\nT', [['A b c', 'a-b-c']]],
    ['ids in elements', '## <a id="x"></a>A\n\nT', [['A', 'x']]],
    ['ids of HTML', '<h2 id="x">A</h2>\n\nT', [['A', 'x']]],
    [
      'ids right before them only',
      '<a id="x"></a>\n\nT\n\n## A\n\nU',
      [
        ['', null],
        ['A', 'a'],
      ],
    ],
    ['ids with more beside', '## A {.c #x}\n\nT', [['A', 'x']]],
    ['no fragment where there are no letters', '## 。\n\nT', [['。', null]]],
  ])('have headings with %s', async (_, source, expected) => {
    expect(await outline('page.md', source)).toEqual(expected)
  })

  test('of a page without a first heading are named by the file', async () => {
    const { title } = await read('guides/first-steps.md', '## A\n\nT')

    expect(title.toLowerCase()).toBe('first steps')
  })
})

describe('sections of Markdown', () => {
  test.each<[string, string, string, (string | undefined)[]]>([
    ['CHANGELOG.md', 'a change log', '# 1.2\n\nA\n\n## Fixed\n\nB', ['changelog', 'changelog']],
    ['docs/release-notes/index.md', 'a page in a folder', '# A\n\nB', [undefined]],
    ['glossary.md', 'a glossary', '# Words\n\n## API\n\nA', ['glossary']],
    [
      'a.md',
      'a part of a page',
      '# A\n\n## Glossary\n\nB\n\n### API\n\nC',
      ['glossary', 'glossary'],
    ],
    ['a.md', 'a question', '# A\n\n## Is it free?\n\nB\n\n## Prices\n\nC', ['question', undefined]],
  ])('of %s have the role of %s', async (path, _, source, roles) => {
    const { sections } = await read(path, source)

    expect(sections.map(({ role }) => role)).toEqual(roles)
  })
})

describe('links in Markdown', () => {
  const links = { base_url: 'https://x.test' }

  test.each([
    ['[a](</my file>)', '[a](https://x.test/my%20file)'],
    ['[a](https://ann:secret@x.test/)', 'a'],
    ['[a](/b "Title")', '[a](https://x.test/b)'],
    ['[a](/b_(c))', '[a](https://x.test/b_%28c%29)'],
    ['[a [b] c](/d)', '[a [b] c](https://x.test/d)'],
    ['[a `]` c](/d)', '[a `]` c](https://x.test/d)'],
    ['[a \\] c](/d)', '[a \\] c](https://x.test/d)'],
    ['[![a](b.png)](/c)', '[a](https://x.test/c)'],
    ['[](/b) c', ' c'],
    ['\\[a](/b)', '\\[a](/b)'],
    ['`` [a](/b) ` ``', '`` [a](/b) ` ``'],
    ['` [a](/b)', '` [a](https://x.test/b)'],
    ['[a] and ![b] and !', '[a] and ![b] and !'],
    ['[a][r] [r] [A][] [c][none]', '[a](https://r.test) [r](https://r.test) [A][] [c][none]'],
    [
      '[a](c.md) [b](C.MDX#d) [e](/f.md)',
      '[a](https://x.test/d/c) [b](https://x.test/d/C#d) [e](https://x.test/f.md)',
    ],
    ['[a](https://y.test/b.md)', '[a](https://y.test/b.md)'],
    ['[a](/b) text', '[a](https://x.test/b) text'],
  ])('%s', async (source, expected) => {
    const document = `text ${source}\n\n[r]: https://r.test`

    expect(await blocks('d/a.md', document, { links })).toEqual([`text ${expected}`.trim()])
  })

  test('have words of less than 1,999 characters, so that a page of brackets takes no time', async () => {
    const link = (length: number) => `[${'a'.repeat(length)}](/b)`

    expect(await blocks('a.md', link(1998))).toEqual(['a'.repeat(1998)])
    expect(await blocks('a.md', link(1999))).toEqual([link(1999)])
  })
})
