import { describe, expect, test } from 'vitest'
import { blocks, outline, read } from './read.ts'

describe('a note of a page has its title in bold before its text', () => {
  test.each([
    ['a heading', '<div class="important"><h3 class="title">Important</h3><p>Moor.</p></div>'],
    ['a paragraph', '<div class="admonition"><p class="admonition-title">Important</p>Moor.</div>'],
    [
      'the head of a table',
      '<div class="important"><table><tr><td rowspan="2"><img alt="[Important]"></td><th>Important</th></tr><tr><td><p> Moor.</p></td></tr></table></div>',
    ],
    [
      'an icon',
      '<div class="note"><div><img alt="important Icon "></div><div><p>Moor.</p></div></div>',
    ],
    ['an aside', '<aside class="important"><h4>Important</h4><p>Moor.</p></aside>'],
    [
      'a title of its own',
      '<div class="callout"><h5 class="callout-title">Important</h5><p>Moor.</p></div>',
    ],
  ])('as %s', async (_, note) => {
    const html = `<h1>Harbour</h1><h2>Berths</h2><p>Come.</p>${note}<p>Leave.</p>`

    const { sections } = await read('a.html', html)

    expect(sections.map(({ headings }) => headings)).toEqual([['Harbour', 'Berths']])
    expect(sections[0]?.blocks.map(({ text }) => text)).toEqual([
      'Come.',
      '**Important:** Moor.',
      'Leave.',
    ])
  })

  test('and above it where it begins with a list', async () => {
    const html = '<div class="tip"><h3 class="title">Tip</h3><ul><li>Moor.</li></ul></div>'

    expect(await blocks('a.html', html)).toEqual(['**Tip:**', '- Moor.'])
  })

  test('also in another note', async () => {
    const tip = '<div class="tip"><h3 class="title">Tip</h3><p>Pull.</p></div>'
    const html = `<div class="note"><h3 class="title">Note</h3><p>Moor.</p>${tip}</div>`

    expect(await blocks('a.html', html)).toEqual(['**Note:** Moor.', '**Tip:** Pull.'])
  })

  test.each([
    ['has several headings', '<h3>Important</h3><p>A</p><h3>Other</h3><p>B</p>'],
    ['begins with text', '<p>A</p><h3 class="title">Important</h3><p>B</p>'],
    ['has a heading that names its subject', '<h3>Opening hours</h3><p>A</p>'],
  ])('but not a box that %s', async (_, content) => {
    const html = `<div class="info">${content}</div>`

    expect((await outline('a.html', html)).join()).toMatch(/Important|Opening hours/)
  })
})

test('authors and licence of a title page are at the end, and no headings of what follows', async () => {
  const html =
    '<div><div class="titlepage"><h2 class="title">Berths</h2><div class="author"><h3 class="author">Ann</h3></div><div class="legalnotice"><p>Free.</p></div></div><p>Come.</p></div>'

  const { sections } = await read('a.html', html)

  expect(sections).toMatchObject([
    { headings: ['Berths'], blocks: [{ text: 'Come.' }] },
    { headings: ['Copyright'], blocks: [{ text: 'Ann' }, { text: 'Free.' }] },
  ])
})

test('the title of an example introduces it', async () => {
  const html =
    '<div class="example"><p class="title"><b>Example 1. A log</b></p><div><pre>a=1</pre></div></div>'

  expect(await blocks('a.html', html)).toEqual(['**Example 1. A log**:', '```\na=1\n```'])
})

test('footnotes at the end of a page belong to none of its sections', async () => {
  const html =
    '<h1>Harbour</h1><p>Come.</p><h2>Ropes</h2><p>Pull.</p><div class="footnotes"><p>[1] Since May.</p></div>'

  expect((await read('a.html', html)).sections.at(-1)).toMatchObject({
    headings: ['Harbour'],
    blocks: [{ text: '[1] Since May.' }],
  })
})

test('a heading that others have as well is linked by the one above it', async () => {
  const html =
    '<h1>Harbour</h1>A<h2>Berths</h2>B<h3>Prices</h3>C<h2 id="r">Ropes</h2>D<h3>Prices</h3>E'

  const { sections } = await read('a.html', html, { url: 'https://harbour.test/a' })

  expect(sections.map(({ fragment }) => fragment)).toEqual([
    null,
    ':~:text=Berths',
    ':~:text=Prices',
    'r',
    'r',
  ])
})
