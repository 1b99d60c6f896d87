import { describe, expect, test } from 'vitest'
import { blocks, kinds, read } from './read.ts'

describe('the text of an HTML page (docs/behaviour.md#formats)', () => {
  test.each([
    ['an only article', '<p>Out</p><article><p>In</p></article>', ['In']],
    ['all of several articles', '<article>A</article><article>B</article>', ['A', 'B']],
    ['the part with the role', '<p>Out</p><div role="main"><p>In</p></div>', ['In']],
    ['no form, dialog or hidden text', '<p>A</p><button>B</button><p hidden>C</p>', ['A']],
    [
      'no way back to its top',
      '<p>See <a href="#top">A</a></p><p><a href="#top">↑ Top</a></p>',
      ['See A'],
    ],
    [
      'no footer of a page, only of a quote',
      '<div><p>A</p><blockquote><p>B</p><footer>C</footer></blockquote><footer>D</footer></div>',
      ['A', '> B\n> C'],
    ],
    [
      'loose text around blocks',
      'One <b>two</b><p>Three</p>four',
      ['One **two**', 'Three', 'four'],
    ],
    ['loose text before a list', 'One<ul><li>Two</li></ul>', ['One', '- Two']],
    ['lines of a paragraph', '<p>One <br> two</p>', ['One\ntwo']],
    ['lines outside of one', 'One<br>two', ['One\ntwo']],
    ['emphasis beside its blanks', '<p>a<b> b </b><i>c</i><b> </b></p>', ['a **b** *c*']],
    [
      'code with its backticks',
      '<p><code>a`b</code> <code>c</code><kbd> </kbd></p>',
      ['`` a`b `` `c`'],
    ],
    [
      'angle brackets',
      '<p>a &lt;USER&gt;.x &lt; b, \\&lt;/c&gt; <code>&lt;d&gt;</code></p>',
      ['a \\<USER>.x < b, \\\\\\</c> `<d>`'],
    ],
    ['what images in a line show', '<p>See <img alt="a chart"> <img src="x"></p>', ['See a chart']],
    [
      'images that stand alone as images, which no answer quotes',
      '<p><a href="b"><img alt="A [big] chart"></a><img src="x"></p><div>A<p>B</p><img alt="C"></div>',
      ['![A big chart]()', 'A', 'B', '![C]()'],
    ],
    [
      'no image’s description that the text beside it repeats',
      '<p><img alt="Save file"> Save file</p><table><tr><td><img alt="cm_Copy"><b>cm_Copy</b><td>A<tr><td>B<td>C</table>',
      ['Save file', '- **cm_Copy**: A\n- B: C'],
    ],
    [
      'no description that is made of the name of an image’s file',
      '<p>Choose zone <img src="i/add_zone_24.png" alt="add zone 24">, or <img src="tip.png" alt="Tip"></p>',
      ['Choose zone, or Tip'],
    ],
    [
      'such a description where the sentence needs it',
      '<p>Click the <img src="i/auto_width_24.png" alt="auto width 24"> button.</p>',
      ['Click the auto width button.'],
    ],
    [
      'no name of an image’s file, nor of a note’s icon',
      '<p><img alt="_images/a-b.png"> A</p><p><img alt="[Note]"> Note</p><p><img alt="x.jpg"></p>',
      ['A', 'Note'],
    ],
    ['quotes, line by line', '<blockquote><p>One</p><p>Two</p></blockquote>', ['> One\n> Two']],
    [
      'terms with what they mean as items',
      '<dl><dt>Share:<dd>Shares it.<ul><li>a<li>b</ul><dt><code>-x</code><dt><b>--ex</b> n<dd></dd><dd><p>Ends.</p></dl>',
      ['- **Share**: Shares it.\n  - a\n  - b\n- `-x`, **--ex** n: Ends.'],
    ],
    [
      'terms that are explained at length in paragraphs',
      `<dl><dt>Share<dd>${'Shares. '.repeat(60)}</dl>`,
      ['Share', 'Shares. '.repeat(60).trim()],
    ],
    [
      'code and lists that a quote only indents',
      '<blockquote><pre>a\n  b</pre></blockquote><blockquote><ul><li>C</ul>D</blockquote>',
      ['```\na\n  b\n```', '- C', 'D'],
    ],
    ['numbers of a list from its start', '<ol start="3"><li>A<li>B</ol>', ['3. A\n4. B']],
    ['numbers of a list from one', '<ol start="x"><li>A<li>B</ol>', ['1. A\n2. B']],
    [
      'lists in lists, with their lines',
      '<ul><li>A<p>more</p><ol><li>B<ul><li>C</ul></ol></ul>',
      ['- A\n  more\n  1. B\n     - C'],
    ],
    [
      'lists in boxes of an item, in their place',
      '<ol><li><p>A</p><div><ul><li>B</ul></div><p>more</p><li>C</ol>',
      ['1. A\n   - B\n\n   more\n2. C'],
    ],
    [
      'what an item goes on with below its text, however long its number is',
      '<ol start="9"><li><p>A</p><p><img alt="A chart"></p><li><p>B</p><p>more</p><li>C</ol>',
      ['9. A\n\n   A chart\n10. B\n\n    more\n11. C'],
    ],
    [
      'code in lists, with its own lines',
      '<ol><li><p>Run</p><div><pre>for x\n  do y\nend</pre></div><p>and wait.</p><li>B</ol>',
      ['1. Run\n\n   ```\n   for x\n     do y\n   end\n   ```\n\n   and wait.\n2. B'],
    ],
    [
      'tables of uneven rows, without empty ones',
      '<table><tr><th>A<th>B|C</tr><tr><td></tr><tr><td>D</tr></table>',
      ['| A | B\\|C |\n| --- | --- |\n| D |  |'],
    ],
    [
      'rows of a label and its text, with its lists',
      '<table><tr><th>Date:</th><td>any of<ul><li>y-m-d<li>d.m.y</ul></td></tr><tr><th>Memo</th><td>a text</td></tr></table>',
      ['- Date: any of\n  - y-m-d\n  - d.m.y\n- Memo: a text'],
    ],
    [
      'columns by their names, and rows by the first of them',
      '<table><tr><th>Plan</th><th>Price</th></tr><tr><th>Free</th><td>0</td></tr></table>',
      ['| Plan | Price |\n| --- | --- |\n| Free | 0 |'],
    ],
    [
      'columns named in the head of a table without a header cell for each',
      '<table><thead><tr><th>Plan</th><td>Price</td></tr></thead><tr><th>Free</th><td>0</td></tr></table>',
      ['| Plan | Price |\n| --- | --- |\n| Free | 0 |'],
    ],
    [
      'the only row of a table',
      '<table><tr><td>secret</td><td>Type: string</td><td>Default: unset</td></tr></table>',
      ['- secret: Type: string; Default: unset'],
    ],
    [
      'rows of a label and its text in two columns without names',
      '<table><tr><td>*.sch</td><td>Eagle</td></tr><tr><td>*.csa:</td><td>CADSTAR</td></tr></table>',
      ['- *.sch: Eagle\n- *.csa: CADSTAR'],
    ],
    [
      'columns named by bold cells',
      '<table><tr><td><b>Key</b></td><td><b>Does</b></td></tr><tr><td>F5</td><td>Copies</td></tr></table>',
      ['| **Key** | **Does** |\n| --- | --- |\n| F5 | Copies |'],
    ],
    [
      'titles of a table and of its parts above them',
      '<table><caption>Keys</caption><tr><th colspan="2">Files</th></tr><tr><th>Key<th>Does</tr><tr><td>F5<td>Copies</tr><tr><td colspan="2">Tabs</td></tr><tr><td>F7<td>Opens</tr></table>',
      [
        '**Keys**',
        '**Files**',
        '| Key | Does |\n| --- | --- |\n| F5 | Copies |',
        '**Tabs**',
        '| Key | Does |\n| --- | --- |\n| F7 | Opens |',
      ],
    ],
    [
      'rows with lists and tables in their cells as items',
      '<table><tr><th>Name<th>Text</tr><tr><td>Save<td>Saves.<table><tr><th>Word<th>Means</tr><tr><td>a<td>all</tr><tr><td>b<td>both</tr></table></tr><tr><td>Quit<td>Ends.</tr></table>',
      ['- Save: Saves.\n  - a: all\n  - b: both\n- Quit: Ends.'],
    ],
    [
      'the text of a page that a table lays out',
      '<table><tr><td>Menu</td><td>Home</td></tr><tr><td>Help</td><td><h2>A</h2><p>B</p></td></tr></table>',
      ['Menu', 'Home', 'Help', 'B'],
    ],
    [
      'a note of a label and one text',
      '<table><tr><td><div>Note</div></td><td>Save first.</td></tr></table>',
      ['Note: Save first.'],
    ],
    [
      'a note that a table draws a box around',
      '<table><tr><td rowspan="2"><img alt="[Note]"></td><th>Note</th></tr><tr><td><p>Save first.</p><ul><li>A</ul></td></tr></table>',
      ['Note', 'Save first.', '- A'],
    ],
    [
      'a note beside its icon, with its code',
      '<table><tr><td><img alt="Tip"></td><td>Run this:<pre>a</pre></td></tr></table>',
      ['Tip', 'Run this:', '```\na\n```'],
    ],
    [
      'tables in the cells of a table once',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>C<table><tr><td>D<td>E</table></td><td>F</td></tr></table>',
      ['| A | B |\n| --- | --- |\n| C D E | F |'],
    ],
    ['no table of nothing', '<p>A</p><table><tr><td> </table>', ['A']],
    ['code with fences in it', '<pre>a\n```\nb</pre>', ['````\na\n```\nb\n````']],
    ['code without blank ends', '<pre>\n\n \n  a\n\n</pre><pre> </pre>', ['```\n  a\n```']],
    [
      'code whose lines end with <br>',
      '<pre><span>a<br></span><span>b<br>\n</span>c</pre>',
      ['```\na\nb\nc\n```'],
    ],
    [
      'code whose lines are blocks',
      '<pre><div><div>a</div><div>b</div><div>\n</div><div>c</div></div></pre>',
      ['```\na\nb\n\nc\n```'],
    ],
    [
      'code without the numbers of its lines',
      '<table><tr><td><pre>1\n2</pre><td><pre class="lang-js">a\nb</pre></table>',
      ['```js\na\nb\n```'],
    ],
    [
      'blocks within elements of other names',
      '<x-note><tab><p>A</p><ul><li>B</ul></tab></x-note><div>C <x-icon>D</x-icon></div>',
      ['A', '- B', 'C D'],
    ],
    [
      'names in code that touch',
      '<p><code>a.</code><code>b</code>() <code>c</code></p><dl><dt><code>d.</code><code>e</code></dl>',
      ['`a.b`() `c`', '- `d.e`'],
    ],
    ['the language of code', '<pre class="lang-c++">a</pre>', ['```c++\na\n```']],
    [
      'no trail of where the page lies',
      '<div><a href="/">Home</a> &gt; <a href="/m">Manual</a> &gt; Install</div><p>A</p>',
      ['A'],
    ],
    [
      'menus that a sentence names, and pairs',
      '<p>Click <a href="/f">File</a> &gt; <a href="/e">Export</a> &gt; PDF</p><p><a href="/">A</a> &gt; B</p>',
      ['Click File > Export > PDF', 'A > B'],
    ],
    ['no empty blocks', '<p> </p><p>A</p><ul></ul><blockquote> </blockquote>', ['A']],
  ])('has %s', async (_, html, expected) => {
    expect(await blocks('a.html', html)).toEqual(expected)
  })

  test('is told apart by kind', async () => {
    const html =
      '<p>A</p><ul><li>B</ul><ol><li>C</ol><table><tr><td>D<tr><td>D<tr><td>D</table><pre>E</pre><blockquote>F</blockquote>G'

    expect((await kinds('a.html', html)).map(([kind]) => kind)).toEqual([
      'paragraph',
      'bullets',
      'steps',
      'table',
      'code',
      'quotation',
      'paragraph',
    ])
  })

  test.each([
    ['containers', (depth: number) => `${'<div>'.repeat(depth)}deep`],
    ['emphasis', (depth: number) => `<p>${'<b>'.repeat(depth)}deep</p>`],
  ])('ends below 400 elements around it: %s', async (_, page) => {
    const text = async (depth: number) =>
      (await blocks('a.html', `<p>flat</p>${page(depth)}`)).join(' ')

    expect(await text(400)).toContain('deep')
    expect(await text(401)).not.toContain('deep')
  })
})

test('a manual page in <pre> has its headings, paragraphs, options and examples', async () => {
  const manual = `LS(1)                    LS(1)

<b>NAME</b>
       ls - list a direc-
       tory

<b>OPTIONS</b>
       The  <b>options</b>  are:

       -a     Show  all &lt;files>,
              hidden ones too.

              Also links.

              ls -a |
                 wc

       --color when
              Use colours.

   Examples
           $ ls
             -a

SEE ALSO, ETC.
       cp(1), copy

                         LS(1)`

  const { sections } = await read('ls.html', `<title>ls(1)</title><pre>${manual}</pre>`)

  expect(
    sections.map(({ headings, blocks }) => [headings.join('/'), blocks.map(({ text }) => text)]),
  ).toEqual([
    ['NAME', ['ls - list a directory']],
    [
      'OPTIONS',
      [
        'The options are:',
        '- **-a**: Show all \\<files>, hidden ones too.\n  Also links.\n\n  ```\n  ls -a |\n     wc\n  ```\n- **--color when**: Use colours.',
      ],
    ],
    ['OPTIONS/Examples', ['```\n$ ls\n  -a\n```']],
    ['SEE ALSO, ETC.', ['cp(1), copy']],
  ])
})

describe('links of an HTML page', () => {
  test.each([
    ['relative to its address', '<a href="b#c">B</a>', '[B](https://x.test/d/b#c)'],
    ['in its brackets', '<a href="/(b)">B</a>', '[B](https://x.test/%28b%29)'],
    ['without a target', '<a>B</a> c', 'B c'],
    ['with a password', '<a href="https://ann:secret@x.test/">B</a>', 'B'],
    ['that run a script', '<a href="javascript:b()">B</a>', 'B'],
    ['that only mark a heading', 'B <a href="#b">¶</a><a href="#b">#</a>', 'B'],
    ['that only mark a note', 'B<a href="/n">[*]</a> c', 'B c'],
    ['without words', 'B<a href="/b"> </a>c', 'B c'],
  ])('%s', async (_, html, expected) => {
    expect(await blocks('a.html', `<p>${html}</p>`, { url: 'https://x.test/d/a' })).toEqual([
      expected,
    ])
  })

  test('lead from the base that the page names', async () => {
    const html = '<base href="https://cdn.test/v1/"><p><a href="b">B</a></p>'

    expect(await blocks('a.html', html)).toEqual(['[B](https://cdn.test/v1/b)'])
  })

  test('are their words where the page has no address', async () => {
    expect(await blocks('a.html', '<p><a href="/b">B</a></p>')).toEqual(['B'])
  })
})
