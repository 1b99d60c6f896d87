import { describe, expect, test } from 'vitest'
import { outline, read } from './read.ts'

describe('headings of an HTML page', () => {
  test.each<[string, string, (string | null)[][]]>([
    ['by their own id', '<h2 id="a">A</h2>T', [['A', 'a']]],
    ['by an id in them', '<h2><span id="a">A</span></h2>T', [['A', 'a']]],
    ['by a name in them', '<h2><a name="a"></a>A</h2>T', [['A', 'a']]],
    [
      'by the anchor before them',
      '<a name="a"></a><h2>A</h2>T<h2>B</h2>U',
      [
        ['A', 'a'],
        ['B', null],
      ],
    ],
    ['by the section around them', '<section id="a"><h2>A</h2>T</section>', [['A', 'a']]],
    ['without their mark', '<h2>A <a href="#a">#</a></h2>T', [['A', 'a']]],
    [
      'below each other',
      '<h1>A</h1>S<h2>B</h2>T<h3>C</h3>U<h2>D</h2>V',
      [
        ['A', null],
        ['A/B', null],
        ['A/B/C', null],
        ['A/D', null],
      ],
    ],
    [
      'in paragraphs that are an anchor, by their numbers',
      '<h2>2. Use</h2><p><b><a name="a">2.1. Open</a></b></p><p>S</p><p><a id="b">2.1.1. Tabs</a></p>T<p><a name="c">2.2. Close</a></p>U<p><a name="d"></a>V</p>',
      [
        ['2. Use/2.1. Open', 'a'],
        ['2. Use/2.1. Open/2.1.1. Tabs', 'b'],
        ['2. Use/2.2. Close', 'c'],
      ],
    ],
    [
      'in terms that are explained at length, up to the end of their list',
      `<h2 id="s">Set</h2><dl><dt id="x">size</dt><dd><p>${'Bytes. '.repeat(40)}</p></dd><dt><a name="y">time</a></dt><dd>${'Days. '.repeat(40)}</dd></dl><p>End</p>`,
      [
        ['Set/size', 'x'],
        ['Set/time', 'y'],
        ['Set', 's'],
      ],
    ],
    [
      'in questions of terms and in summaries of details',
      '<h2>F</h2><dl><dt>How?</dt><dd>So.</dd></dl><details><summary>When</summary>Now.</details>E',
      [
        ['F/How?', null],
        ['F/When', null],
        ['F', null],
      ],
    ],
    ['but no terms of a short list', '<h2>A</h2><dl><dt id="b">B<dd>C</dl>', [['A', null]]],
    ['but no empty ones', '<h2>A</h2>T<h2> </h2>U', [['A', null]]],
  ])('are found %s', async (_, html, expected) => {
    expect(await outline('a.html', html)).toEqual(expected)
  })

  test.each([
    ['its title', '<title> A  page </title><h1>B</h1>T', 'A page'],
    ['its title without the site', '<title>A – b — Borg 1.2 documentation</title>T', 'A – b'],
    ['its title without the site, by its heading', '<title>S - B</title><h1>B #</h1>T', 'B'],
    [
      'its title without the site, by the lower heading',
      '<title>Site | B</title><h1>Site</h1><h2>B (beta)</h2>T',
      'B',
    ],
    [
      'all of its title, where the heading is',
      '<title>A - B</title><h1>A: B</h1><h2>B</h2>T',
      'A - B',
    ],
    [
      'all of its title, where no heading is part of it',
      '<title>A - B</title><h1>C</h1>T',
      'A - B',
    ],
    ['its heading where the title lacks it', '<title>S - </title><h1>B</h1>T', 'B'],
    ['its heading where the title is none', '<title>Untitled Document</title><h1>B</h1>T', 'B'],
    ['its heading and not its chapter', '<title>Chapter 3.</title><h1>B</h1>T', 'B'],
    ['its title where it has no other', '<title>Index</title>T', 'Index'],
    ['its first heading', '<h1>B</h1><h1>C</h1>T', 'B'],
    ['not the site before it', '<h1><a href="../index.html">S</a></h1><h1>B</h1>T', 'B'],
    ['what a manual page is about', '<h1>NAME</h1><p>b - does it</p>T', 'b'],
    ['its first heading of any level', '<h3> </h3><h3>B <a href="#b">#</a></h3>S<h2>C</h2>T', 'B'],
    ['its uppermost heading', '<h2>B</h2>S<h1>C</h1>T', 'C'],
    ['its file', 'T', 'first steps'],
  ])('name the page: %s', async (_, html, expected) => {
    expect((await read('first-steps.html', html)).title.toLowerCase()).toBe(expected.toLowerCase())
  })

  test('of XHTML are linked by their own anchors, which end where they begin', async () => {
    const xhtml = `<?xml version="1.0"?>
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml"><body>
      <h2><a id="one"/>One</h2><p>T</p><div><a id="table"/><p>U<br/>V</p></div>
      <h2><a id="two"/>Two</h2><p>W</p></body></html>`
    expect(await outline('a.html', xhtml)).toEqual([
      ['One', 'one'],
      ['Two', 'two'],
    ])
  })

  test('has headings without the links that stand beside them to be copied', async () => {
    const html =
      '<h1>Using C#</h1><p>A</p><h2 id="b">B<a href="#b">\u200b</a></h2><p>B</p><h2 id="c"><a href="#c">#</a> C</h2><p>C</p><h2><a href="#d" id="d">D</a></h2><p>D</p><h2>E <a class="headerlink" href="#%C3%A9">¶</a></h2><p id="é">E</p>'

    expect(await outline('a.html', html)).toEqual([
      ['Using C#', null],
      ['Using C#/B', 'b'],
      ['Using C#/C', 'c'],
      ['Using C#/D', 'd'],
      ['Using C#/E', 'é'],
    ])
  })
})
