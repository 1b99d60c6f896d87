import { describe, expect, test } from 'vitest'
import { blocks, outline } from './read.ts'

describe('questions of an HTML page are headings (docs/behaviour.md#formats)', () => {
  test.each<[string, string, (string | null)[][]]>([
    [
      'in questions before their answers, and in bold',
      '<h2>FAQ</h2><p><a name="a">Q: Is it <i>free</i>?</a></p><p><b>A:</b> Yes.</p><p><b>Who made it?</b></p><p>We.</p>',
      [
        ['FAQ/Is it free?', 'a'],
        ['FAQ/Who made it?', null],
      ],
    ],
    [
      'in questions in bold that stand before their answers in one paragraph, with their anchors',
      '<h2>F</h2><p><a id="a"><b>Is it free?</b></a><br>Yes, <b>it</b> is.</p><p id="b"><b>Who made it?</b> We.<br><a name="c"></a><b>When?</b><br>Now.</p><p>3. <font><b>Where are you?</b></font> Here.</p>',
      [
        ['F/Is it free?', 'a'],
        ['F/Who made it?', 'b'],
        ['F/When?', 'c'],
        ['F/3. Where are you?', null],
      ],
    ],
    [
      'in lists of nothing but questions in bold with their answers',
      '<h2>F</h2><ol><li><p><strong>Is it free?</strong></p><p>Yes.</p><li id="b"><b>Who made it?</b><br>We.</ol>',
      [
        ['F/Is it free?', null],
        ['F/Who made it?', 'b'],
      ],
    ],
    [
      'in questions that are marked as such, in elements or in a table',
      '<h2>F</h2><div class="question"><p><a name="a"></a><b>1.1. </b>Is it free?</p></div><div class="answer"><p>Yes.</p></div><table><tr class="question"><td><a name="b"></a><b>1.2.</b></td><td><p>Who made it?</p></td></tr><tr class="answer"><td></td><td><p>We.</p></td></tr></table>',
      [
        ['F/1.1. Is it free?', 'a'],
        ['F/1.2. Who made it?', 'b'],
      ],
    ],
    [
      'but not in what begins or only links: “Why? Because”',
      '<h2>A</h2><p><b>Why?</b> So.</p><p>See <b>Who made it?</b></p><p><b><a href="#b">Is it free?</a></b></p><ul><li><b>Is it new?</b> Yes<li>No</ul>',
      [['A', null]],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await outline('a.html', html)).toEqual(expected)
  })

  test('has answers without the letter before them', async () => {
    const html = '<p>Q1. Is it free?</p><br><p><b>A: </b>Yes.</p><p>A: B</p><p>Q: C?</p>'
    const terms = '<dl><dt><b>Q:</b> Is it free?</dt><dd><p><b>A:</b> Yes.</p></dd></dl>'

    expect(await blocks('a.html', html)).toEqual(['Yes.', 'A: B', 'Q: C?'])
    expect(await blocks('a.html', terms)).toEqual(['Yes.'])
    expect(await outline('a.html', terms)).toEqual([['Is it free?', null]])
  })
})
