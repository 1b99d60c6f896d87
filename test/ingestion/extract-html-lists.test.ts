import { describe, expect, test } from 'vitest'
import { blocks, outline } from './read.ts'

describe('the lists of an HTML page (docs/behaviour.md#formats)', () => {
  test.each([
    [
      'keep what stands beside their items',
      '<ul>A<li>B</li><pre>b</pre><ul><li>C</li></ul><li>D</li> and more</ul>',
      ['A', '- B\n  ```\n  b\n  ```\n  - C\n- D and more'],
    ],
    [
      'end before a paragraph after their last item',
      '<ul><li>A</li><p>B</p><ul><li>C</li><p>D</p></ul></ul><p>E</p>',
      ['- A', 'B', '- C', 'D', 'E'],
    ],
    ['are read without items as well', '<ul><p>A</p><ul>B</ul></ul>', ['A', 'B']],
    [
      'have terms with what they mean as items',
      '<ul><li>A: <dl><dt>b<dd>B<dt><i>c</i><dd>C</dl>end<li>D</ul>',
      ['- A:\n  - **b**: B\n  - *c*: C\n\n  end\n- D'],
    ],
    [
      'stand below the term that they explain',
      '<dl><dt>A:<dd><ul><li>b<li>c</ul>d<dt>E<dd><pre>f</pre></dl>',
      ['- **A**:\n  - b\n  - c\n\n  d\n- **E**:\n  ```\n  f\n  ```'],
    ],
    [
      'stand below the label of their row',
      '<table><tr><td>A<td><ul><li>b<li>c</ul><tr><td>D<td><p>e</p><pre>f</pre></table>',
      ['- A:\n  - b\n  - c\n- D: e\n\n  ```\n  f\n  ```'],
    ],
    [
      'keep their items apart in the cells of a table',
      '<table><tr><th>A<th>B<tr><td><ul><li>c<li>d</ul><td>e<tr><td>f<td>g</table>',
      ['| A | B |\n| --- | --- |\n| c d | e |\n| f | g |'],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await blocks('a.html', html)).toEqual(expected)
  })

  test('end before headings, which head what follows', async () => {
    const html = '<h1>A</h1><ul><li>a</li><h2 id="b">B</h2><p>b</p><h2 id="c">C</h2><p>c</p></ul>'

    expect(await outline('a.html', html)).toEqual([
      ['A', null],
      ['A/B', 'b'],
      ['A/C', 'c'],
    ])
  })
})

test.each([
  ['with a heading of the page', '<h1>A</h1><p>B</p><input>', ['B']],
  ['with much text', `<p>${'Text. '.repeat(60)}</p>`, ['Text. '.repeat(60).trim()]],
  ['with its fields only', '<h2>Log in</h2><p>Forgotten?</p><label>Name <input></label>', []],
])('a form %s', async (_, form, expected) => {
  const html = `<form action="/">${form}</form><p>End</p>`

  expect(await blocks('a.html', html)).toEqual([...expected, 'End'])
})
